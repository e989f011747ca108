/** Judges what a batch takes out of one scope and creates in another by how it stood before: its deletes may say anything. */
import type { Entity } from '@kontor/contract/entity/entity';
import { containerOf } from '@kontor/contract/entity/placement';
import { isList } from '@kontor/contract/entity/ref';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { RecordArgs } from '@kontor/contract/wire/record';
import type { Tx } from '../../db/database.ts';
import { type FoundRecord, findRecords } from '../../db/rows.ts';
import { fail } from '../../http/errors.ts';
import { type ChangeContext, scopeFor } from './context.ts';
import { type Plan, recordKey, takenFrom } from './plan.ts';

/** Finds `ChangeContext.before`. */
export async function findMoved(
  tx: Tx,
  { steps, deleted }: Pick<Plan, 'steps' | 'deleted'>,
): Promise<Map<string, FoundRecord[]>> {
  const found = new Map<string, FoundRecord[]>();
  for (const step of steps) {
    if (!('run' in step) || step.run.verb !== 'create') continue;
    const { entity, records } = step.run;
    const keys = records.flatMap((record) =>
      takenFrom(deleted, entity, record).map((scopeId) => ({ scopeId, id: record.id })),
    );
    if (keys.length === 0) continue;
    const rows = Map.groupBy(await findRecords(tx, entity, keys), ({ id }) => recordKey(entity, id));
    for (const [key, each] of rows) found.set(key, each);
  }
  return found;
}

/** Returns the rows that a batch takes out of other scopes to create a record. */
export const movedFrom = (
  { before, deleted }: Pick<ChangeContext, 'before' | 'deleted'>,
  entity: EntityName,
  record: Pick<RecordArgs, 'id' | 'scopeId'>,
): FoundRecord[] => {
  const from = takenFrom(deleted, entity, record);
  return (before.get(recordKey(entity, record.id)) ?? []).filter(({ scopeId }) => from.includes(scopeId));
};

/**
 * Tests if a batch moves a record along with what it lies in, and leaves it as it was. Nothing that had been deleted goes
 * along: that would bring it back. @throws STALE_VERSION where its mover did not know how it stands
 */
export function isMovedAlong(
  context: ChangeContext,
  noun: Entity,
  { refs, version }: RecordArgs,
  before: readonly FoundRecord[],
): boolean {
  const newer = before.find((row) => row.version >= version);
  if (newer) {
    scopeFor(context, newer.scopeId);
    const { scopeId, id } = newer;
    throw fail('STALE_VERSION', { data: { stale: [{ scopeId, id, version: newer.version }] } });
  }
  const [row, another] = before.filter(({ isDeleted }) => !isDeleted);
  if (!row || another) return false;
  const container = containerOf(noun, refs);
  if (container === undefined || container !== row.within.find((id) => id !== null)) return false;
  return Object.entries(row.values).every(([key, value]) => {
    const said = refs[key] ?? (isList(noun.refs[key]!) ? [] : null);
    return JSON.stringify(said) === JSON.stringify(value);
  });
}
