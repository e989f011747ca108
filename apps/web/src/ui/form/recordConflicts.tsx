import { chosenFields, conflictsOf } from '@kontor/client/replica/conflict';
import { sameValue } from '@kontor/client/replica/sameValue';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import { useMessages } from '../../platform/text/messages.ts';
import { tryAct } from '../../platform/tryAct.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import type { People } from '../person/people.tsx';
import { ConflictTexts } from './conflictTexts.tsx';
import { formMessages } from './messages.ts';

interface RecordConflictsProps {
  entity: EntityName;
  record: object;
  people: People;
  labelOf: (field: string) => string;
  /** Limits the notices to this field. */
  field?: string;
  /** Settles what was shown; the open workspace does it unless given. */
  settle?: (shown: readonly string[], choice: string) => void;
}

/** Shows what people wrote over each other in a record: one notice for each field, with everything that was kept. */
export function RecordConflicts({
  entity,
  record,
  people,
  labelOf,
  field: only,
  settle,
}: RecordConflictsProps) {
  const t = useMessages(formMessages);
  const conflicts = conflictsOf(record);
  const { sealed } = entityOf(entity);
  const here = (shown: readonly string[], choice: string) =>
    currentWorkspace().records.resolveConflicts(entity, (record as { id: string }).id, shown, choice);
  return [...new Set(conflicts.map(({ field }) => field))]
    .filter((field) => Object.hasOwn(sealed, field) && (only === undefined || field === only))
    .map((field) => {
      const kept = conflicts
        .filter((conflict) => conflict.field === field)
        .map((conflict) => ({
          id: conflict.id,
          value: chosenFields(record, conflict)[field],
          by: people.get(conflict.by)?.name,
          at: conflict.at,
        }));
      const shown = kept.map(({ id }) => id);
      const current = (record as Record<string, unknown>)[field];
      // What comes to the same is shown once, and is no question beside nothing else.
      const different = kept.filter(
        ({ value }, i) =>
          !sameValue(value, current) && !kept.slice(0, i).some((earlier) => sameValue(earlier.value, value)),
      );
      if (different.length === 0) return null;
      return (
        <ConflictTexts
          key={field}
          label={labelOf(field)}
          current={current}
          kept={different}
          onSettle={(choice) => tryAct(() => (settle ?? here)(shown, choice), t('decideFailed'))}
        />
      );
    });
}
