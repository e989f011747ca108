/** The server's hints about members, and where they say more than the log proves. */

import type { LoggedMember } from '@kontor/contract/memberLog/state';
import type { MemberHint } from '@kontor/contract/wire/memberHint';
import type { Http } from '../http/http.ts';
import type { Replica } from '../replica/replica.ts';
import type { Hints } from './team.ts';

/** Most rounds of asking: the question is repeated whenever somebody acted meanwhile. */
const maxRounds = 3;

/**
 * See `Team.hints`. Asks between two pulls that saw the same log, so that hints and log are of one moment. Where somebody
 * acted in every round, `head` is the log before the last question, which is the newest no more: nobody is held against it.
 */
export async function readHints(http: Http, workspace: Replica): Promise<Hints> {
  const { member } = await http.api();
  const head = async () => {
    await workspace.pull();
    return workspace.log.get()?.head ?? '';
  };
  let before = await head();
  for (let round = 1; ; round++) {
    const hints = await member.list();
    const after = await head();
    if (before === after || round === maxRounds)
      return { head: before, byUser: new Map(hints.map((hint) => [hint.userId, hint])) };
    before = after;
  }
}

/**
 * Returns whom the server counts as a member though the log does not know them, or to whom it gives more than
 * the log does. What it takes away (LOCKED after a new password, say) is its own to say.
 */
export function unconfirmed(
  members: ReadonlyMap<string, Pick<LoggedMember, 'role' | 'status' | 'isOwner'>>,
  { byUser }: Hints,
): MemberHint[] {
  return [...byUser.values()].filter((hint) => {
    const member = members.get(hint.userId);
    if (!member || hint.role !== member.role || hint.isOwner !== member.isOwner) return true;
    return hint.status === 'ACTIVE' && member.status !== 'ACTIVE';
  });
}
