import { shortDuration } from '../../features/timeEntry/actions.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { shownTime, type WeekPart } from '../../features/timeEntry/week/useWeek.ts';
import { useMessages } from '../../platform/text/messages.ts';
import css from './time.module.css';

/** Shows the time of a week by project, the billable part apart. */
export function ProjectTotals({ parts }: { parts: readonly WeekPart[] }) {
  const t = useMessages(timeMessages);
  const groups = [...Map.groupBy(parts, ({ entry }) => entry.projectId)]
    .map(([id, own]) => ({
      id,
      name: own.at(-1)!.entry.projectName,
      time: shownTime(own),
      billable: shownTime(own.filter(({ entry }) => entry.isBillable)),
    }))
    .sort((a, b) => b.time - a.time);
  if (groups.length === 0) return null;
  const most = groups[0]!.time || 1;
  return (
    <section aria-labelledby="by-project">
      <h2 id="by-project" className={css.heading}>
        {t('byProject')}
      </h2>
      <ul className={css.totals}>
        {groups.map(({ id, name, time, billable }) => (
          <li key={id}>
            <span className={css.name}>{name}</span>
            <span className={css.figure}>{shortDuration(time)}</span>
            <span className={css.bar} aria-hidden>
              <span className={css.rest} style={{ width: `${(100 * time) / most}%` }} />
              <span className={css.billable} style={{ width: `${(100 * billable) / most}%` }} />
            </span>
            <span className={css.share}>{t('billableOf', { duration: shortDuration(billable) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
