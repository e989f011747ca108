import { conflictsOf } from '@kontor/client/replica/conflict';
import { chosenFields, isOverwritten } from '@kontor/client/replica/merge';
import { sameValue } from '@kontor/client/replica/sameValue';
import { readValues } from '@kontor/contract/entity/entity';
import { type EntityName, entityOf, type OpenOf } from '@kontor/contract/nouns/entities';
import { reportFailure } from '../../platform/failures/failures.ts';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import type { People } from '../person/people.tsx';
import { ConflictTexts } from './conflictTexts.tsx';
import { ConflictValues } from './conflictValues.tsx';
import { formMessages } from './messages.ts';

interface RecordConflictsProps<N extends EntityName> {
  entity: N;
  record: object;
  people: People;
  labelOf: (field: string) => string;
  /**
   * Returns the text for a group of fields, a number or a choice, by its name, from the record as it would be; groups
   * without one do not show.
   */
  show?: { readonly [group: string]: (record: OpenOf<N>) => string };
  /** Returns why the record as it would be cannot be; what was kept is not taken then, unless it cannot be as it stands. */
  refusal?: (record: OpenOf<N>) => string | undefined;
  /** Limits the notices to this field. */
  field?: string;
  /** Settles what was shown; the open workspace does it unless given. A toast tells when it throws or rejects. */
  settle?: (shown: readonly string[], choice: string) => void | Promise<void>;
}

/** Makes texts for the values of fields those for the record that holds them. */
export const fromValues = <V extends object>(
  show: {
    readonly [K in keyof V]: (value: V[K]) => string;
  },
): { readonly [K in keyof V]: (record: { [F in K]?: V[K] | undefined }) => string } =>
  Object.fromEntries(
    Object.entries(show).map(([name, text]) => [
      name,
      (record: Record<string, unknown>) => (text as (value: unknown) => string)(record[name] ?? ''),
    ]),
  ) as never;

/** Shows what people wrote over each other in a record: one notice for each field, with everything that was kept. */
export function RecordConflicts<N extends EntityName>({
  entity,
  record,
  people,
  labelOf,
  show = {},
  refusal,
  field: only,
  settle,
}: RecordConflictsProps<N>) {
  const t = useMessages(formMessages);
  const conflicts = conflictsOf(record);
  const described = entityOf(entity);
  const { sealed } = described;
  const withFields = (fields: object) => readValues(described, { ...record, ...fields }) as OpenOf<N>;
  /** Returns the value of a field, or the text for it, in the record with these fields in it. */
  const shownIn = (field: string, fields: object): unknown => {
    if (Object.hasOwn(show, field)) return show[field]!(withFields(fields));
    const value = (fields as Record<string, unknown>)[field];
    return sealed[field]?.kind === 'day' && sealed[field].accepts(value)
      ? formatDate(value as string)
      : value;
  };
  const here = (shown: readonly string[], choice: string) =>
    currentWorkspace().records.resolveConflicts(entity, (record as { id: string }).id, shown, choice);
  const decide = async (shown: readonly string[], choice: string) => {
    const chosen = conflicts.find(({ id }) => id === choice);
    // What the record is already refused for is none of this choice.
    const reason =
      chosen && !refusal?.(withFields({})) && refusal?.(withFields(chosenFields(entity, record, chosen)));
    if (reason) return toast.error(reason);
    try {
      await (settle ?? here)(shown, choice);
    } catch (error) {
      reportFailure(error, t('decideFailed'));
    }
  };
  return [...new Set(conflicts.map(({ field }) => field))]
    .filter((field) => Object.hasOwn({ ...sealed, ...show }, field) && (only === undefined || field === only))
    .map((field) => {
      const kept = conflicts
        .filter((conflict) => conflict.field === field)
        .map((conflict) => ({
          id: conflict.id,
          value: shownIn(field, chosenFields(entity, record, conflict)),
          by: conflict.by === undefined ? undefined : people.get(conflict.by)?.name,
          at: conflict.at,
        }));
      const shown = kept.map(({ id }) => id);
      const current = shownIn(field, record);
      // What comes to the same is shown once, and is no question beside nothing else.
      const different = kept.filter(
        ({ value }, i) =>
          !sameValue(value, current) && !kept.slice(0, i).some((earlier) => sameValue(earlier.value, value)),
      );
      if (different.length === 0) return null;
      const areValues = conflicts.some(
        (conflict) => conflict.field === field && isOverwritten(entity, conflict),
      );
      const Notice = areValues ? ConflictValues : ConflictTexts;
      return (
        <Notice
          key={field}
          label={labelOf(field)}
          current={current}
          kept={different}
          onSettle={(choice) => void decide(shown, choice)}
        />
      );
    });
}
