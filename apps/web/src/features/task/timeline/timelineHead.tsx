import { formatDay, formatMonth } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { taskMessages } from '../messages.ts';
import css from './taskTimeline.module.css';
import type { TimelineLayout } from './timelineLayout.ts';

interface TimelineHeadProps {
  layout: Pick<TimelineLayout<unknown>, 'months' | 'weeks' | 'today'>;
  /** Width of a day in px. */
  dayWidth: number;
  /** Today, `YYYY-MM-DD`. */
  today: string;
}

/** Shows months, weeks with their numbers, and where today is. */
export function TimelineHead({ layout, dayWidth, today }: TimelineHeadProps) {
  const t = useMessages(taskMessages);
  return (
    <div className={css.head} aria-hidden>
      <span className={css.corner} />
      <div className={css.scale}>
        {layout.months.map((month) => (
          <span
            key={month.day}
            className={css.month}
            style={{ left: month.start * dayWidth, width: month.length * dayWidth }}
          >
            {month.length > 4 && <span className={css.sticky}>{formatMonth(month.day)}</span>}
          </span>
        ))}
        {layout.weeks.map((week) => (
          <span
            key={week.day}
            className={css.week}
            style={{ left: week.start * dayWidth, width: 7 * dayWidth }}
            title={formatDay(week.day)}
          >
            {t('week', { number: week.number })}
          </span>
        ))}
        <span className={css.now} style={{ left: (layout.today + 0.5) * dayWidth }} title={formatDay(today)}>
          {t('today')}
        </span>
      </div>
    </div>
  );
}
