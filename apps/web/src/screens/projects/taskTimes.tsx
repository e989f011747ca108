import { totalOf } from '@kontor/client/nouns/effort';
import { beginOf, byBeginDesc, zoneOf } from '@kontor/client/nouns/timeEntry';
import { hoursOf, personOf } from '@kontor/client/nouns/workingTime';
import type { Task } from '@kontor/contract/nouns/task';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { dayAt } from '@kontor/contract/time/zone';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useBelievedEfforts } from '../../features/effort/queries.ts';
import { usePeople } from '../../features/member/queries.ts';
import { shortDuration } from '../../features/timeEntry/actions.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { useDuration } from '../../features/timeEntry/queries.ts';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useCollection, useCount, useView, useWindow } from '../../platform/workspace/views.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { MoreComes } from '../../ui/loading.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import css from './taskPanel.module.css';

/** Number of entries that are shown at once. */
const shownCount = 5;

/** Shows the time entries of a task that the person may read, the newest first, and the sums of the others. */
export function TaskTimes({ task, onOpen }: { task: Task; onOpen: (entryId: string) => void }) {
  const t = useMessages(timeMessages);
  const { records } = useWorkspace();
  const [isWhole, setWhole] = useState(false);
  const hasAll = useIsLoaded();
  const people = usePeople();
  const spec = useMemo(() => ({ index: 'taskId', key: task.id, compare: byBeginDesc }) as const, [task.id]);
  const view = useView(useCollection('timeEntry'), spec);
  const count = useCount(view);
  const entries = useWindow(view, 0, isWhole ? count : shownCount);
  const personIn = (entry: TimeEntry) => personOf(records.collections, entry) ?? '';
  // Of those whose hours this person may not read there is the sum.
  const sums = useBelievedEfforts(task.id).filter(({ userId }) => !hoursOf(records.collections, userId));
  if (count === 0 && sums.every((sum) => totalOf(sum).time === 0)) return null;
  return (
    <section aria-labelledby="task-times" className={css.times}>
      <h3 id="task-times" className={css.timesHeading}>
        {t('entries')}
      </h3>
      <ul className={css.timesList}>
        {entries.map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            person={people.get(personIn(entry))?.name ?? ''}
            onOpen={onOpen}
          />
        ))}
        {sums.map((sum) => (
          <li key={sum.id}>
            <span className={css.timesWhat}>{people.get(sum.userId)?.name ?? '?'}</span>
            <span className={css.time}>{shortDuration(totalOf(sum).time)}</span>
          </li>
        ))}
      </ul>
      {!hasAll && <MoreComes />}
      {hasAll && count > shownCount && !isWhole && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('allEntries', { count })}
        </Button>
      )}
    </section>
  );
}

function Row({ entry, person, onOpen }: { entry: TimeEntry; person: string; onOpen: (id: string) => void }) {
  const duration = useDuration(entry);
  return (
    <li>
      <QueryLink
        className={css.timesWhat}
        query={{ panel: 'timeEntry', item: entry.id }}
        onFollow={() => onOpen(entry.id)}
      >
        {formatDate(dayAt(beginOf(entry), zoneOf(entry)))} · {person}
        {entry.description && <span className={css.timesNote}>{entry.description}</span>}
      </QueryLink>
      <span className={css.time}>{shortDuration(duration)}</span>
    </li>
  );
}
