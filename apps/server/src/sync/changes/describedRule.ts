/**
 * Applies the rules that a noun's description makes for its records, besides those of its own
 * (`features/<noun>/recordRule.ts`).
 */
import type { Entity } from '@kontor/contract/entity/entity';
import { isMarkedBy, isOthersId } from '@kontor/contract/entity/fixedId';
import { isPersonal, shareScope } from '@kontor/contract/entity/placement';
import { namedIn } from '@kontor/contract/entity/ref';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { RecordArgs } from '@kontor/contract/wire/record';
import { sql } from 'kysely';
import { tableOf } from '../../db/columns.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { blobRule } from './blobs.ts';
import type { ChangeContext, ChangeHandlers, RecordRule } from './context.ts';
import type { RecordRun } from './plan.ts';

const hasBlobs = ({ refs }: Entity): boolean => Object.values(refs).some(({ kind }) => kind === 'blobs');

/** Tells whether the rule of blobs has anything to check of a run, or to release: of new records that name none it has not. */
const mayTouchBlobs = (noun: Entity, { verb, records }: RecordRun): boolean =>
  hasBlobs(noun) && !(verb === 'create' && records.every(({ refs }) => namedIn(refs.blobs).length === 0));

/** Returns the refs of a noun that name heads of other scopes, and their nouns. */
const headRefs = (noun: Entity): { key: string; head: Entity }[] =>
  Object.entries(noun.refs).flatMap(([key, { target }]) => {
    const name = entityNames.find((each) => each === target);
    return name && !shareScope(entityOf(name), noun) ? [{ key, head: entityOf(name) }] : [];
  });

/** Tests if the fast path's statement can check everything about a run by this caller. */
export function fitsFastPath(
  { records: rules }: Pick<ChangeHandlers, 'records'>,
  run: RecordRun,
  userId: string,
): boolean {
  const noun = entityOf(run.entity);
  if (rules[run.entity] || isPersonal(noun) || noun.id !== 'free') return false;
  if (headRefs(noun).length > 0 || mayTouchBlobs(noun, run)) return false;
  if (run.records.some(({ id, scopeId }) => isOthersId(id, scopeId))) return false;
  const { owner } = noun;
  // Records that are somebody else's, or come from elsewhere, are judged by the standing row.
  return run.records.every(
    ({ refs, version }) =>
      (owner === undefined || refs[owner] === userId) && (run.verb !== 'create' || version === 1),
  );
}

/** Does what is slow and harmless before the transaction. */
export async function prepareRun(
  services: Services,
  workspaceId: string,
  { entity, records }: RecordRun,
  rule: RecordRule | undefined,
): Promise<void> {
  await rule?.prepare?.(services, workspaceId, records);
  if (hasBlobs(entityOf(entity))) await ofBlobs(entity).prepare?.(services, workspaceId, records);
}

/** Checks a run against the noun's description and its own rule. @throws what is wrong */
export async function checkRun(
  context: ChangeContext,
  { entity, verb, records }: RecordRun,
  rule: RecordRule | undefined,
): Promise<void> {
  const noun = entityOf(entity);
  checkIds(context, noun, records);
  await rule?.check?.(context, verb, records);
  if (verb !== 'delete')
    for (const { key, head } of headRefs(noun))
      await checkHeads(
        context,
        head,
        records.flatMap(({ refs }) => namedIn(refs[key])),
      );
  if (hasBlobs(noun)) await ofBlobs(entity).check?.(context, verb, records);
}

/**
 * Returns the rule for a noun with blobs. People may restore records that they deleted, with their blobs; records that
 * clients derive name only blobs that exist.
 */
const ofBlobs = (entity: EntityName): RecordRule =>
  blobRule({ restores: entityOf(entity).written !== 'clients' });

/**
 * Checks the ids that the description fixes. @throws PERMISSION_DENIED for a person's, as for somebody else's;
 * BAD_INPUT for others
 */
function checkIds({ workspaceId }: ChangeContext, noun: Entity, records: readonly RecordArgs[]): void {
  const { id: rule, owner = '' } = noun;
  for (const { id, scopeId, refs } of records) {
    if (rule === 'scope' && id !== scopeId) throw fail('BAD_INPUT', { message: "id: not its scope's" });
    if (rule === 'workspace' && id !== workspaceId)
      throw fail('BAD_INPUT', { message: "id: not the workspace's" });
    if (typeof rule === 'object' && 'person' in rule && id !== rule.person(String(refs[owner]), scopeId))
      throw fail('PERMISSION_DENIED');
    if (typeof rule === 'object' && 'mark' in rule && !isMarkedBy(rule, { id, refs }))
      throw fail('BAD_INPUT', { message: 'id: not what it follows from' });
    if (rule === 'free' && isOthersId(id, scopeId)) throw fail('BAD_INPUT', { message: "id: another's" });
  }
}

/**
 * Checks that ids name heads of scopes of the batch's workspace, by its end at the latest, and none that was deleted.
 * @throws NOT_FOUND
 */
async function checkHeads(
  { tx, workspaceId }: ChangeContext,
  { name, scopes: [kind] }: Entity,
  ids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const found = await tx
    .selectFrom('scope')
    .select('id')
    .where('id', 'in', wanted)
    .where('workspace_id', '=', workspaceId!)
    .where('kind', '=', kind)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM ${sql.table(tableOf(name))} head
        WHERE head.scope_id = scope.id AND head.id = scope.id AND head.deleted)`,
    )
    .execute();
  if (found.length < wanted.length) throw fail('NOT_FOUND');
}
