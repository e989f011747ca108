/** Going on from a backup that was put back: an admin names it, and does again what must not stay undone. */
import { generationsIn } from '@kontor/contract/memberLog/entryParts';
import { failureOf, isPassing } from '../http/transport.ts';
import type { Replica } from '../replica/replica.ts';
import type { SignedActs } from '../vault/memberAct.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import type { Vault } from '../vault/vault.ts';
import type { Sign, Team } from './team.ts';

export interface NamingParts {
  userId: string;
  vault: Pick<Vault, 'signRestore'>;
  workspace: Replica;
  team: Pick<Team, 'act' | 'remove' | 'setRole' | 'setStatus'>;
  send(sign: Sign<SignedActs>): Promise<SignedActs>;
}

/** See `Team.nameBackup`. */
export async function nameBackup(parts: NamingParts): Promise<void> {
  const { vault, workspace, send } = parts;
  const { changedAt } = await workspace.compare();
  try {
    await send((at) => {
      const setBack = workspace.setBack.get();
      if (!setBack) throw new TrustError('fork', 'the server is not behind');
      return vault.signRestore(workspace.id, [...setBack.log], changedAt, at);
    });
  } catch (error) {
    // Another admin was faster.
    if (workspace.setBack.get()) throw error;
  }
  await redoLost(parts);
}

/** See `Team.redoLost`. */
export async function redoLost({ userId, workspace, team }: NamingParts): Promise<void> {
  const lost = workspace.lost.get();
  if (!lost) return;
  const shutOut = async (id: string) => {
    const before = lost.holders[id];
    const isRemoved = lost.entries.some(({ type, payload }) => type === 'remove' && payload.userId === id);
    if (before) await team.setRole(id, before.role, before.customerId ?? undefined);
    else if (isRemoved || workspace.log.get()?.invitations.has(id)) await team.remove(id);
    else await team.setStatus(id, 'INACTIVE');
  };
  const scopeIds = lost.entries
    .flatMap(generationsIn)
    .filter(({ kind, generation }) => kind === 'customer' && generation === 1)
    .map(({ scopeId }) => scopeId)
    .filter((id) => !workspace.log.get()?.scopes.has(id));
  const failures: unknown[] = [];
  const shutOutAll = async (ids: readonly string[]) => {
    for (const id of ids)
      try {
        await shutOut(id);
      } catch (error) {
        const failure = failureOf(error);
        if (failure && isPassing(failure)) throw error;
        // It keeps nobody else: the owner of the backup may have passed it on and gone since, which only they can do again.
        failures.push(error);
      }
  };
  const waits = (id: string) => scopeIds.includes(lost.holders[id]?.customerId ?? '');
  const ids = workspace.readmitted().flatMap(({ id }) => (id === userId ? [] : [id]));
  await shutOutAll(ids.filter((id) => !waits(id)));
  // What belongs to new customers waits for their scopes, and so does who was moved to one.
  if (scopeIds.length > 0) await team.act({ type: 'rotate', scopeIds });
  await shutOutAll(ids.filter(waits));
  if (failures.length > 0) throw failures[0];
}
