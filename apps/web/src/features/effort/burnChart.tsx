import { weekNumber } from '@kontor/contract/time/day';
import { formatPercent } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { budgetLevel } from '../../ui/list/budgetBar.tsx';
import type { BurnWeek } from './burn.ts';
import css from './burnChart.module.css';
import { effortMessages } from './messages.ts';

interface BurnChartProps {
  title: string;
  weeks: readonly BurnWeek[];
  /** Of the same unit as the totals of the weeks. */
  budget: number | undefined;
  /** Writes a figure. */
  write: (figure: number) => string;
}

/** Shows the hours of a project, or what they are worth, as they grew by weeks, with lines at 80 and 100 % of its budget. */
export function BurnChart({ title, weeks, budget, write }: BurnChartProps) {
  const t = useMessages(effortMessages);
  const last = weeks.at(-1)?.total ?? 0;
  const top = Math.max(budget ?? 0, last) * 1.2;
  const at = (figure: number) => `${(figure / top) * 100}%`;
  return (
    <section aria-label={title}>
      <h2 className={css.heading}>{title}</h2>
      <div className={css.chart} data-lined={budget !== undefined}>
        {budget !== undefined &&
          [0.8, 1].map((share) => (
            <span
              key={share}
              className={css.line}
              style={{ bottom: at(share * budget) }}
              data-full={share === 1}
            >
              {/* Beyond the budget its lines stand too close for the words of both. */}
              {(share === 1 || last <= budget) && `${formatPercent(share)} · ${write(share * budget)}`}
            </span>
          ))}
        <ol className={css.weeks}>
          {weeks.map(({ week, total }) => {
            const words = t('untilWeek', { number: weekNumber(week), figure: write(total) });
            return (
              <li key={week} title={words} data-level={budget ? budgetLevel(total, budget) : 'within'}>
                <span className={css.bar} style={{ height: at(total) }} />
                <span className={css.hidden}>{words}</span>
              </li>
            );
          })}
        </ol>
      </div>
      <div className={css.labels} data-lined={budget !== undefined} aria-hidden>
        {weeks.map(({ week }) => (
          <span key={week}>{weekNumber(week)}</span>
        ))}
      </div>
    </section>
  );
}
