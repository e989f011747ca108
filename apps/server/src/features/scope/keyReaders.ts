/** Holds the readers of a new key against those whom the scope's head names. */
import { mayHoldPrivate } from '@kontor/contract/memberLog/state';
import { entityOf, headOf } from '@kontor/contract/nouns/entities';
import type { Grant } from '@kontor/contract/wire/scope';
import { tableOf } from '../../db/columns.ts';
import { prepared, query } from '../../db/prepared.ts';
import { snakeCase } from '../../db/snakeCase.ts';
import { fail } from '../../http/errors.ts';
import type { ChangeContext, LockedScope } from '../../sync/changes/context.ts';

interface Standing {
  /** Whom the head names. */
  named: string[];
  /** A grant of the generation before, which says who got that. */
  before: Grant;
}

/**
 * Checks that a key for those whom the head names is not followed by one for others: whoever makes that has not seen the newest head, and
 * would let in again whom somebody has just taken off, or keep out whom they added. Whoever granted a key knows it, named or not. Where the
 * key before was for others already (somebody is back; a head came without its key), the next one may be for anybody: else
 * nobody could write there who renews it for a reason of their own. @throws OUTDATED_KEY
 */
export async function checkReaders(
  { tx, workspaceId }: ChangeContext,
  { id, kind }: LockedScope,
  grant: Grant,
): Promise<void> {
  const head = headOf(kind);
  const readers = head && entityOf(head).head?.readers;
  if (!readers) return;
  const text = prepared(`
    SELECT h.${snakeCase(readers)} AS named, k.key AS before
    FROM ${tableOf(head)} h JOIN scope_key k ON k.scope_id = h.id AND k.type = 'grant' AND k.generation = $2
    WHERE h.id = $1 AND h.scope_id = $1 AND NOT h.deleted LIMIT 1`);
  const { rows } = await tx.executeQuery(query<Standing>(text, [id, grant.generation - 1]));
  const [standing] = rows;
  if (!standing) return;
  const { named, before } = standing;
  const people = [...named, ...before.readers, ...grant.readers].filter((each) => each !== 'admins');
  // The admins alone read it.
  if (people.length === 0) return;
  const members = await tx
    .selectFrom('membership')
    .select(['user_id', 'role', 'status'])
    .where('workspace_id', '=', workspaceId!)
    .where('user_id', 'in', [...new Set(people)])
    .execute();
  const holders = new Set(members.filter(mayHoldPrivate).map(({ user_id }) => user_id));
  const isForNamed = ({ readers, granterId }: Grant): boolean => {
    const of = (ids: readonly string[]) =>
      new Set(ids.filter((each) => holders.has(each) && each !== granterId));
    return of(named).symmetricDifference(of(readers)).size === 0;
  };
  if (isForNamed(before) && !isForNamed(grant)) throw fail('OUTDATED_KEY', { data: { scopeId: id } });
}
