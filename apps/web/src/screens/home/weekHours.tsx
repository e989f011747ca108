import { workedOn } from '@kontor/client/nouns/timeSheet';
import { addDays, weekday } from '@kontor/contract/time/day';
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
  const now = useToday();
  const { hours, plans, parts } = useWeek(userId, addDays(now, -weekday(now)), none);
  const isHere = useIsLoaded(hours && [hours.id]);
  if (!hours || !isHere) return null;
  const days = plans
    .map((plan) => ({ ...plan, due: plan.due ?? 0, time: workedOn(parts, plan.day) }))
    .filter(({ day, time, due }) => weekday(day) < 5 || time > 0 || due > 0);
  const sum = (key: 'time' | 'due') => days.reduce((all, { [key]: value }) => all + value, 0);
  const [time, due] = [sum('time'), sum('due')];
  const most = Math.max(1, ...days.flatMap((each) => [each.time, each.due]));
  const share = (ms: number) => `${(100 * ms) / most}%`;
  return (
    <section aria-labelledby="week-hours">
      <Group justify="space-between" className={css.head!}>
        <h2 id="week-hours">{t('weekHours')}</h2>
        <Link className={css.more} to="/$workspace/time" params={{ workspace }}>
          {due > 0
            ? t('hoursOf', { time: shortDuration(time), target: shortDuration(due) })
            : shortDuration(time)}
        </Link>
      </Group>
      <ul className={css.week}>
        {days.map((day) => {
          const words = { day: formatDay(day.day), time: shortDuration(day.time) };
          const remark = remarkOf(day);
          const label =
            day.due > 0 ? t('dayOf', { ...words, target: shortDuration(day.due) }) : t('dayIs', words);
          return (
            <li
              key={day.day}
              title={remark ? `${label}, ${remark}` : label}
              data-today={day.day === now || undefined}
            >
              <span className={css.column} aria-hidden>
                {day.due > 0 && <span className={css.due} style={{ height: share(day.due) }} />}
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
