import { mondayOf, weekday } from '@kontor/contract/time/day';
import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { shortDuration } from '../../features/timeEntry/actions.ts';
import { remarkOf } from '../../features/timeEntry/month/words.ts';
import { useWeek } from '../../features/timeEntry/week/useWeek.ts';
import { formatDay, formatDayShort } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useToday } from '../../platform/today.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import css from './home.module.css';
import { homeMessages } from './messages.ts';

const none: ReadonlySet<string> = new Set();

/** Shows one's hours of this week, once they are here, as bars, each day's against what is to be worked then. */
export function WeekHours({ workspace }: { workspace: string }) {
  const t = useMessages(homeMessages);
  const { userId } = useWorkspace();
  const today = useToday();
  const { hours, plans, worked } = useWeek(userId, mondayOf(today), none);
  const isHere = useIsLoaded(hours && [hours.id]);
  if (!hours || !isHere) return null;
  const days = plans
    .map((plan, i) => ({ ...plan, target: plan.target ?? 0, time: worked[i] ?? 0 }))
    .filter(({ day, time, target }) => weekday(day) < 5 || time > 0 || target > 0);
  const sum = (key: 'time' | 'target') => days.reduce((all, { [key]: value }) => all + value, 0);
  const [time, target] = [sum('time'), sum('target')];
  const most = Math.max(1, ...days.flatMap((each) => [each.time, each.target]));
  const share = (ms: number) => `${(100 * ms) / most}%`;
  return (
    <section aria-labelledby="week-hours">
      <Group justify="space-between" className={css.head!}>
        <h2 id="week-hours">{t('weekHours')}</h2>
        <Link className={css.more} to="/$workspace/time" params={{ workspace }}>
          {target > 0
            ? t('hoursOf', { time: shortDuration(time), target: shortDuration(target) })
            : shortDuration(time)}
        </Link>
      </Group>
      <ul className={css.week}>
        {days.map((day) => {
          const words = { day: formatDay(day.day), time: shortDuration(day.time) };
          const remark = remarkOf(day);
          const label =
            day.target > 0 ? t('dayOf', { ...words, target: shortDuration(day.target) }) : t('dayIs', words);
          return (
            <li
              key={day.day}
              title={remark ? `${label}, ${remark}` : label}
              data-today={day.day === today || undefined}
            >
              <span className={css.column} aria-hidden>
                {day.target > 0 && <span className={css.due} style={{ height: share(day.target) }} />}
                <span className={css.done} style={{ height: share(day.time) }} />
              </span>
              <span className={css.hidden}>{label}</span>
              <span aria-hidden>{day.time > 0 ? shortDuration(day.time) : remark || '–'}</span>
              <span className={css.quietly} aria-hidden>
                {formatDayShort(day.day)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
