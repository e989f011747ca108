/** Plans a batch: finds what it will touch before the transaction, so that it locks everything at once. */

import { namedIn } from '@kontor/contract/entity/ref';
import { generationsIn } from '@kontor/contract/memberLog/entryParts';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import { type Batch, type Change, isRecordChange, type StructuralChange } from '@kontor/contract/wire/change';
import type { RecordArgs, RecordVerb } from '@kontor/contract/wire/record';

/** Neighbouring changes of one kind to different records, written by one statement. */
export interface RecordRun {
  entity: EntityName;
  verb: RecordVerb;
  records: RecordArgs[];
}

export type Step = { structural: StructuralChange } | { run: RecordRun };

export interface Plan {
  /** The workspace that the batch belongs to or creates. */
  workspaceId: string | undefined;
  createsWorkspace: boolean;
  /** It changes the workspace itself or its log: locks the workspace and moves the scopes of all readers on. */
  changesWorkspace: boolean;
  /** It has an entry of the log that cuts scopes: all that such an entry may cut are locked. */
  cuts: boolean;
  /** It accepts an invitation: its sender is no member yet. */
  joins: boolean;
  /** In the order of the batch. */
  steps: Step[];
  /** Scopes that must be there already. */
  scopeIds: string[];
  createdIds: string[];
  /** The scopes of which it makes the heads. */
  headIds: ReadonlySet<string>;
  /** The records that it deletes, as `recordKey` spells them, and in which scopes. */
  deleted: ReadonlyMap<string, ReadonlySet<string>>;
  /** Everybody whom the batch names. */
  userIds: string[];
}

/** Spells a record by its noun and id, whatever scope it is in. */
export const recordKey = (entity: string, id: string): string => `${entity} ${id}`;

/** Spells a record by its place, whatever noun it is of. */
export const placeKey = ({ scopeId, id }: Pick<RecordArgs, 'scopeId' | 'id'>): string => `${scopeId} ${id}`;

/** Finds the workspace that a batch creates, which need not be the one that it says it is of. */
export const createdIn = ({ changes }: Batch) =>
  changes.find((change) => change.name === 'workspace.create')?.args.id;

/** Returns the workspace that a batch belongs to or creates. */
export const workspaceOf = (batch: Batch): string | undefined => createdIn(batch) ?? batch.workspaceId;

const workspaceChanges = new Set<Change['name']>([
  'workspace.update',
  'workspace.delete',
  'workspace.leave',
  'log.append',
]);

export function planBatch(batch: Batch): Plan {
  const steps: Step[] = [];
  const touched = new Set<string>();
  const created = new Set<string>();
  const users = new Set<string>();
  const heads = new Set<string>();
  const deleted = new Map<string, Set<string>>();
  let runKeys = new Set<string>();
  for (const change of batch.changes) {
    if (!isRecordChange(change)) {
      steps.push({ structural: change });
      if (change.name === 'scope.create') created.add(change.args.scope.id);
      if (change.name === 'log.append')
        for (const { scopeId, generation } of generationsIn(change.args.entry))
          if (generation === 1) created.add(scopeId);
      if (change.name === 'scope.update') touched.add(change.args.id);
      if (change.name === 'key.add') {
        touched.add(change.args.key.scopeId);
        if (change.args.key.type === 'grant')
          for (const id of [change.args.key.recipientId, ...change.args.key.readers]) users.add(id);
      }
      continue;
    }
    const [entity, verb] = change.name.split('.') as [EntityName, RecordVerb];
    const { args } = change;
    touched.add(args.scopeId);
    if (verb === 'create' && entityOf(entity).head && args.id === args.scopeId) heads.add(args.id);
    if (verb === 'delete') {
      const key = recordKey(entity, args.id);
      deleted.set(key, (deleted.get(key) ?? new Set()).add(args.scopeId));
    }
    for (const id of peopleOf(entity, args)) users.add(id);
    const key = placeKey(args);
    const last = steps.at(-1);
    const run = last && 'run' in last ? last.run : undefined;
    if (run?.entity === entity && run.verb === verb && !runKeys.has(key)) run.records.push(args);
    else {
      runKeys = new Set();
      steps.push({ run: { entity, verb, records: [args] } });
    }
    runKeys.add(key);
  }
  users.delete('admins');
  const createsWorkspace = createdIn(batch) !== undefined;
  return {
    workspaceId: workspaceOf(batch),
    createsWorkspace,
    changesWorkspace: !createsWorkspace && batch.changes.some(({ name }) => workspaceChanges.has(name)),
    cuts: batch.changes.some(isCut),
    joins: batch.changes.some(isAcceptance),
    steps,
    scopeIds: [...touched.difference(created)],
    createdIds: [...created],
    headIds: heads,
    deleted,
    userIds: [...users],
  };
}

/** Returns the scopes out of which a batch takes a record, besides the one that it is written to. */
export const takenFrom = (
  deleted: Plan['deleted'],
  entity: EntityName,
  { id, scopeId }: Pick<RecordArgs, 'id' | 'scopeId'>,
): string[] => [...(deleted.get(recordKey(entity, id)) ?? [])].filter((from) => from !== scopeId);

/** Tests for a change by which somebody accepts an invitation with the link's secret. */
export const isAcceptance = ({ name, args }: Change): boolean =>
  name === 'log.append' &&
  'entry' in args &&
  args.entry.type === 'rekey' &&
  args.entry.payload.method === 'invitation';

/** Tests for an entry of the log that names revisions. */
const isCut = ({ name, args }: Change): boolean =>
  name === 'log.append' && 'entry' in args && 'revisions' in args.entry.payload;

/** Returns the people whom a record's refs name. */
export function peopleOf(entity: EntityName, { refs }: Pick<RecordArgs, 'refs'>): string[] {
  return Object.entries(entityOf(entity).refs).flatMap(([key, field]) =>
    field.target === 'user' ? namedIn(refs[key]) : [],
  );
}
