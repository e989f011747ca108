/**
 * Picks the batches for the fast path (`fastPath.ts`): records of one kind, or changes with what is written down of them in the
 * same things (a task and its history), about which a statement can check everything.
 */
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import type { Batch } from '@kontor/contract/wire/change';
import type { RecordVerb } from '@kontor/contract/wire/record';
import type { RecordToWrite } from '../../db/recordSql.ts';
import type { ChangeHandlers } from './context.ts';
import { fitsFastPath } from './describedRule.ts';
import { readEnvelope } from './envelope.ts';
import { type Plan, peopleOf } from './plan.ts';

/** The facts of a run that its statement follows from. */
export interface RunKind {
  entity: EntityName;
  verb: RecordVerb;
  /** The effect of the noun. */
  effect: string | undefined;
}

interface FastRun extends RunKind {
  records: RecordToWrite[];
}

/** A batch that may take the fast path. */
export interface FastBatch {
  id: string;
  userId: string;
  workspaceId: string;
  /** One, or changes and what is written down of them (`isBeside`). */
  runs: readonly [FastRun, ...FastRun[]];
  scopeIds: readonly string[];
  /** The people whom the records name, each once. */
  people: readonly string[];
  /** See `Batch`. */
  staffKid: string | undefined;
}

/**
 * Tests for records without an effect that lie in those which the run before changes. There are few such pairs of nouns: each
 * has a statement of its own in every connection's memory.
 */
function isBeside({ entity, effect }: RunKind, main: RunKind): boolean {
  const { within, refs } = entityOf(entity);
  return (
    main.verb === 'update' && effect === undefined && within.some((key) => refs[key]!.target === main.entity)
  );
}

/** Turns a batch into its fast form; undefined where it needs the slow path (`fitsFastPath`). */
export function fastBatch(
  { id, staffKid }: Pick<Batch, 'id' | 'staffKid'>,
  userId: string,
  { steps, workspaceId, scopeIds }: Plan,
  { records: rules, effects }: Pick<ChangeHandlers, 'records' | 'effects'>,
): FastBatch | undefined {
  if (steps.length > 2 || workspaceId === undefined) return undefined;
  const planned = steps.flatMap((step) => ('run' in step ? step.run : []));
  if (planned.length < steps.length) return undefined;
  if (!planned.every((run) => fitsFastPath({ records: rules }, run, userId))) return undefined;
  const [main, beside] = planned.map(
    ({ entity, verb, records }): FastRun => ({
      entity,
      verb,
      effect: effects[entity],
      records: records.map(readEnvelope),
    }),
  );
  if (!main || (beside && !isBeside(beside, main))) return undefined;
  const named = planned.flatMap(({ entity, verb, records }) =>
    verb === 'delete' ? [] : records.flatMap((record) => peopleOf(entity, record)),
  );
  return {
    id,
    userId,
    workspaceId,
    scopeIds,
    staffKid,
    runs: beside ? [main, beside] : [main],
    people: [...new Set(named)],
  };
}

/** Names batches that one statement can write together: the nouns and verbs of their runs. */
export const kindOf = ({ runs }: Pick<FastBatch, 'runs'>): string =>
  runs.map(({ entity, verb, effect }) => `${entity}.${verb}${effect ? ` ${effect}` : ''}`).join('\n');

/** One or more. */
export type Batches = readonly [FastBatch, ...FastBatch[]];
