/** Writes the records of a batch: permission, key, version, name and refs. */
import { type Actor, can } from '@kontor/contract/capability';
import type { Entity } from '@kontor/contract/entity/entity';
import { isPersonal, livesIn } from '@kontor/contract/entity/placement';
import { satisfies } from '@kontor/contract/entity/role';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import type { RecordChangeName } from '@kontor/contract/wire/change';
import type { ErrorData } from '@kontor/contract/wire/errors';
import type { RecordArgs } from '@kontor/contract/wire/record';
import type pg from 'pg';
import { uniqueIndexOf } from '../../db/columns.ts';
import { violates } from '../../db/database.ts';
import type { RecordToWrite } from '../../db/recordSql.ts';
import {
  type Content,
  type FoundRecord,
  findRecords,
  findTaken,
  insertRecords,
  isLeftBehind,
  returnRecords,
  updateRecords,
} from '../../db/rows.ts';
import { fail } from '../../http/errors.ts';
import { type ChangeContext, type RecordRule, scopeFor } from './context.ts';
import { checkRun } from './describedRule.ts';
import { readEnvelope } from './envelope.ts';
import { isMovedAlong, movedFrom } from './moved.ts';
import { peopleOf, placeKey, type RecordRun, recordKey } from './plan.ts';

/** The rule and the effects of the noun of a run. */
interface RunHandlers {
  rule: RecordRule | undefined;
  effect: string | undefined;
  /** Instead of `effect` for what the batch moves here, which is no news. */
  movedEffect: string | undefined;
}

/**
 * Writes one run.
 * @throws NOT_FOUND, PERMISSION_DENIED, BAD_INPUT, OUTDATED_KEY, STALE_VERSION (naming all that are), and the noun's own
 * errors for what is unique
 */
export async function writeRun(
  context: ChangeContext,
  run: RecordRun,
  { rule, effect, movedEffect }: RunHandlers,
): Promise<void> {
  const { entity, verb } = run;
  const noun = entityOf(entity);
  const { tx, now } = context;
  const isJudged = noun.owner !== undefined || (verb === 'create' && !run.records.every(isFirst));
  const here = isJudged ? await findByKey(tx, entity, run.records) : new Map<string, FoundRecord>();
  const records = run.records.map((record) => permitted(context, run, record, here.get(placeKey(record))));
  await checkRun(context, run, rule);
  if (verb !== 'delete') await checkPeople(context, run);
  else if (noun.owner !== undefined) keepTogether(context, run, here);

  const write = { now, writerId: context.userId, told: context.told };
  const refused = (error: unknown): never => {
    if (violates(error, 'record_noun_pkey')) throw fail('BAD_INPUT', { message: "id: another's" });
    throw takenIn(noun, records, error) ?? error;
  };
  if (verb === 'create') {
    const workspaceId = isPersonal(noun) ? null : context.workspaceId!;
    let count = 0;
    for (const isMoved of [false, true]) {
      const part = records.filter((record) => record.isMoved === isMoved);
      if (part.length === 0) continue;
      const made = { ...write, effect: isMoved ? movedEffect : effect };
      const inserted = await insertRecords(tx, entity, part, { workspaceId, ...made }).catch(refused);
      count += inserted;
      if (inserted < part.length) count += await returnRecords(tx, entity, part, made).catch(refused);
    }
    if (count < records.length) await explainCreates(context, entity, records);
    return;
  }
  const deleted = verb === 'delete';
  const count = await updateRecords(tx, entity, records, { deleted, effect, ...write }).catch(refused);
  if (count < records.length) await explainUpdates(context, entity, records);
}

/** Turns the violation of a noun's unique index into the error that its description names. */
function takenIn(noun: Entity, records: readonly RecordToWrite[], error: unknown): Error | undefined {
  const unique = noun.unique.find((each) => violates(error, uniqueIndexOf(noun, each)));
  if (!unique) return undefined;
  const { detail = '' } = error as pg.DatabaseError;
  const valuesOf = ({ scopeId, refs }: RecordToWrite) =>
    [scopeId, ...unique.fields.map((key) => refs[key] ?? 'null')].join(', ');
  const { scopeId, id } = records.find((record) => detail.includes(`=(${valuesOf(record)})`)) ?? records[0]!;
  return fail(unique.error, { data: { scopeId, id } });
}

function permitted(
  context: ChangeContext,
  run: RecordRun,
  record: RecordRun['records'][number],
  standing: FoundRecord | undefined,
): RecordToWrite {
  const { entity, verb } = run;
  const before = movedFrom(context, entity, record);
  const { scope, actor } = scopeFor(context, record.scopeId);
  const capability: RecordChangeName = `${entity}.${verb}`;
  const isPermitted =
    entityOf(entity).owner === undefined
      ? can(actor, capability)
      : mayWriteOwned(context, actor, run, record, standing, before);
  if (!isPermitted) throw fail('PERMISSION_DENIED');
  if (!livesIn(entityOf(entity), scope.kind))
    throw fail('BAD_INPUT', { message: `scopeId: no scope of a ${entity}` });
  if (verb === 'create' && !isFirst(record))
    checkSuccession(record, standing ? [...before, standing] : before);
  const opened = readEnvelope(record);
  const isDerived = scope.kid === null && scope.kind !== 'personal';
  const isOutdated = isDerived
    ? context.isBehind
    : scope.kid !== null && (opened.kid !== scope.kid || scope.isStale);
  if (isOutdated) throw fail('OUTDATED_KEY', { data: { scopeId: scope.id } });
  return { ...opened, revision: scope.revision, isMoved: verb === 'create' && before.length > 0 };
}

const isFirst = ({ version }: Pick<RecordArgs, 'version'>): boolean => version === 1;

/**
 * Checks that a create counts on from what it follows, which the batch moves here or which left its tombstone here: one
 * of any version could never be changed again, by anybody. @throws STALE_VERSION, BAD_INPUT where it follows nothing
 */
function checkSuccession({ scopeId, id, version }: RecordArgs, followed: readonly FoundRecord[]): void {
  const newest = Math.max(0, ...followed.map((row) => row.version));
  if (version <= newest + 1) return;
  if (newest === 0) throw fail('BAD_INPUT', { message: 'version: of something new' });
  throw fail('STALE_VERSION', { data: { stale: [{ scopeId, id, version: newest }] } });
}

/**
 * Tests the right to write a record that belongs to a person. The stored row, or its tombstone, says to whom; the
 * incoming one only where there is none. Nobody gives a record to somebody else. Nobody but an admin creates one in a
 * higher version than the first, unless the same batch takes it out of another scope: it would outrank somebody's
 * there. What somebody else deletes or moves along with what it lies in stays its owner's.
 */
function mayWriteOwned(
  context: ChangeContext,
  actor: Actor,
  { entity, verb }: RecordRun,
  record: RecordArgs,
  standing: FoundRecord | undefined,
  before: readonly FoundRecord[],
): boolean {
  const { version, refs } = record;
  const noun = entityOf(entity);
  const named = String(refs[noun.owner!]);
  const ownerId = standing?.owner ?? named;
  if (ownerId !== named) return false;
  const isTheirs = before.length > 0 && before.every(({ owner }) => owner === named);
  // Whether it may be taken from where it was is judged there, in the same batch.
  const goesAlong = () =>
    verb === 'delete'
      ? standing !== undefined && goesWithContainer(context, noun, standing, record)
      : verb === 'create' &&
        isTheirs &&
        (!standing || standing.isDeleted) &&
        isMovedAlong(context, noun, record, before);
  if (!can(actor, `${entity}.${verb}`, { ownerId }) && !goesAlong()) return false;
  const isMade = verb === 'create' && !standing && version > 1;
  return !isMade || isTheirs || satisfies(actor.role, 'ADMIN');
}

/** Tests if the batch deletes what a standing record lies in, in the same scope. Over a tombstone nobody else writes another. */
function goesWithContainer(
  { deleted }: ChangeContext,
  { within, refs }: Entity,
  standing: FoundRecord,
  { scopeId, version }: RecordArgs,
): boolean {
  if (standing.isDeleted && version > standing.version) return false;
  const at = standing.within.findIndex((id) => id !== null);
  const key = within[at];
  return (
    key !== undefined &&
    deleted.get(recordKey(refs[key]!.target, standing.within[at]!))?.has(scopeId) === true
  );
}

/**
 * Sees to it that others' records which are deleted with what they lie in are, at the end of the batch, wherever that is by
 * then: whoever deletes a task and makes it anew, or moves it, takes no words of others off it. @throws PERMISSION_DENIED
 */
function keepTogether(
  context: ChangeContext,
  { entity, records }: RecordRun,
  owned: ReadonlyMap<string, FoundRecord>,
): void {
  const noun = entityOf(entity);
  const pairs = new Map<string, Content[]>();
  for (const record of records) {
    const standing = owned.get(placeKey(record));
    const { actor } = scopeFor(context, record.scopeId);
    if (!standing || can(actor, `${entity}.delete`, { ownerId: standing.owner! })) continue;
    const { within } = standing;
    const at = within.findIndex((id) => id !== null);
    const { target } = noun.refs[noun.within[at]!]!;
    const pair = { id: record.id, containerId: within[at]! };
    const others = pairs.get(target);
    if (others) others.push(pair);
    else pairs.set(target, [pair]);
  }
  if (pairs.size === 0) return;
  context.atEnd.push(async () => {
    const scopes = [...context.scopes.values()].filter(({ kind }) => livesIn(noun, kind)).map(({ id }) => id);
    for (const [container, contents] of pairs)
      if (await isLeftBehind(context.tx, { container, content: entity }, contents, scopes))
        throw fail('PERMISSION_DENIED');
  });
}

/** Checks that people whom refs name are members; somebody who has left may stay where they were, and is moved along. */
async function checkPeople(context: ChangeContext, { entity, verb, records }: RecordRun): Promise<void> {
  const { tx, members } = context;
  const isMember = (id: string) => members.has(id);
  const withStrangers = records.filter((record) => !peopleOf(entity, record).every(isMember));
  if (withStrangers.length === 0) return;
  const found = verb === 'create' ? undefined : await findByKey(tx, entity, withStrangers);
  for (const record of withStrangers) {
    const before = found ? [found.get(placeKey(record))] : movedFrom(context, entity, record);
    const people = new Set(before.flatMap((row) => row?.people ?? []));
    if (!peopleOf(entity, record).every((id) => isMember(id) || people.has(id))) throw fail('NOT_FOUND');
  }
}

type Key = { scopeId: string; id: string };
type Stale = ErrorData<'STALE_VERSION'>['stale'];

async function findByKey(
  tx: ChangeContext['tx'],
  entity: EntityName,
  keys: readonly Key[],
): Promise<Map<string, FoundRecord>> {
  return new Map((await findRecords(tx, entity, keys)).map((row) => [placeKey(row), row]));
}

const isSame = (row: FoundRecord, record: RecordToWrite) =>
  row.version === record.version && row.sealed.equals(record.sealed);

const staleOf = ({ scopeId, id, version }: FoundRecord): Stale[number] => ({ scopeId, id, version });

/** Throws the reason why some records were not inserted, unless they are stored already exactly as sent. */
async function explainCreates(
  { tx, workspaceId }: ChangeContext,
  entity: EntityName,
  records: RecordToWrite[],
): Promise<void> {
  const found = await findByKey(tx, entity, records);
  const stale = records.flatMap((record) => {
    const row = found.get(placeKey(record));
    return row && !isSame(row, record) ? [staleOf(row)] : [];
  });
  if (stale.length > 0) throw fail('STALE_VERSION', { data: { stale } });
  const missing = records.filter((record) => !found.has(placeKey(record)));
  if (missing.length === 0) return;
  const ids = missing.filter(({ id, scopeId }) => id !== scopeId).map(({ id }) => id);
  const scopes = tx
    .selectFrom('scope')
    .select('id')
    .where('workspace_id', '=', workspaceId ?? null);
  if (ids.length > 0 && (await scopes.where('id', 'in', ids).executeTakeFirst()))
    throw fail('BAD_INPUT', { message: "id: a scope's" });
  const taken = await findTaken(tx, entity, missing);
  if (!taken) throw fail('NOT_FOUND');
  const { error, ...data } = taken;
  throw fail(error, { data });
}

/** Throws the reason why some records were not updated, unless they are stored already exactly as sent. */
async function explainUpdates(
  { tx }: ChangeContext,
  entity: EntityName,
  records: RecordToWrite[],
): Promise<void> {
  const found = await findByKey(tx, entity, records);
  const rows = records.map((record) => ({ record, row: found.get(placeKey(record)) }));
  if (rows.some(({ row }) => !row)) throw fail('NOT_FOUND');
  const refused = rows.filter(({ row, record }) => !isSame(row!, record));
  const stale = refused.filter(({ row, record }) => row!.version !== record.version - 1);
  if (stale.length > 0)
    throw fail('STALE_VERSION', { data: { stale: stale.map(({ row }) => staleOf(row!)) } });
  // A record that stands at the right version and was not written names something that does not exist.
  if (refused.length > 0) throw fail('NOT_FOUND');
}
