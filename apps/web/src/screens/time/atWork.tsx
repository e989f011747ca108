import { personOf } from '@kontor/client/nouns/workingTime';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import { shortDuration } from '../../features/timeEntry/actions.ts';
import { titleOf } from '../../features/timeEntry/entryTitle.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { useDuration } from '../../features/timeEntry/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useWhere, useWorkspace } from '../../platform/workspace/workspace.ts';
import { MoreComes } from '../../ui/loading.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { Avatar } from '../../ui/person/avatar.tsx';
import css from './time.module.css';

interface AtWorkProps {
  /** Returns the query that shows somebody's week. */
  queryOf: (userId: string) => Record<string, string>;
  onChoose: (userId: string) => void;
}

/** Shows who is working now, and on what. */
export function AtWork({ queryOf, onChoose }: AtWorkProps) {
  const t = useMessages(timeMessages);
  const running = useWhere('timeEntry', 'status', 'IN_PROGRESS');
  const paused = useWhere('timeEntry', 'status', 'PAUSE');
  const colleagues = useColleagues();
  const { collections } = useWorkspace().records;
  const hasAll = useIsLoaded();
  // The timer of somebody who left runs until an admin's device ends it.
  const open = [...running, ...paused].filter((entry) => colleagues.has(personOf(collections, entry) ?? ''));
  return (
    <section aria-labelledby="at-work">
      <h2 id="at-work" className={css.heading}>
        {t('atWork')}
      </h2>
      {!hasAll && <MoreComes />}
      {hasAll && open.length === 0 && <p className={css.quiet}>{t('nobodyAtWork')}</p>}
      <ul className={css.people}>
        {open.map((entry) => (
          <li key={entry.id}>
            <Person entry={entry} queryOf={queryOf} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Person({ entry, queryOf, onChoose }: AtWorkProps & { entry: TimeEntry }) {
  const t = useMessages(timeMessages);
  const people = usePeople();
  const { records } = useWorkspace();
  const userId = personOf(records.collections, entry) ?? '';
  const person = people.get(userId);
  const duration = shortDuration(useDuration(entry));
  return (
    <QueryLink className={css.person} query={queryOf(userId)} onFollow={() => onChoose(userId)}>
      <Avatar name={person?.name ?? ''} image={person?.image} size={24} />
      <span className={css.name}>
        {person?.name}
        <span className={css.quiet}>
          {titleOf(entry)}
          {entry.status === 'PAUSE' && ` · ${t('paused')}`}
        </span>
      </span>
      <span className={css.figure}>{duration}</span>
    </QueryLink>
  );
}
