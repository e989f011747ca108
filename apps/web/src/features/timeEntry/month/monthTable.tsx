import type { SheetDay, Timesheet } from '@kontor/client/nouns/monthSheet';
import { weekday } from '@kontor/contract/time/day';
import { formatDay, formatDayShort } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { QueryLink } from '../../../ui/nav/queryLink.tsx';
import { shortDuration } from '../actions.ts';
import { BalanceCell } from '../balanceCell.tsx';
import { timeMessages } from '../messages.ts';
import type { DayHint } from './dayHints.ts';
import { monthMessages } from './messages.ts';
import css from './monthTable.module.css';
import { clockOf, hintsText, remarkOf } from './words.ts';

interface MonthTableProps {
  sheet: Timesheet;
  /** Hints on entries, breaks and rests, by day. */
  hints: ReadonlyMap<string, readonly DayHint[]>;
  today: string;
  /** The query that shows the week of a day. */
  queryOf: (day: string) => Record<string, string>;
  onDay: (day: string) => void;
}

const duration = (ms: number | undefined): string => (ms ? shortDuration(ms) : '');

/** Shows a month as a timesheet: a line for each day, and the sums. */
export function MonthTable({ sheet, hints, today, queryOf, onDay }: MonthTableProps) {
  const t = useMessages(timeMessages);
  const m = useMessages(monthMessages);
  const { days, net, target, balance } = sheet;
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col" className={css.day}>
              {t('day')}
            </th>
            {([m('begin'), m('end'), m('pause'), m('net')] as const).map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">{t('target')}</th>
            <th scope="col">{t('balance')}</th>
            <th scope="col" className={css.remark}>
              {m('remark')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((line) => (
            <Line
              key={line.day}
              line={line}
              hints={hints.get(line.day)}
              isToday={line.day === today}
              query={queryOf(line.day)}
              onDay={onDay}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={css.day}>
              {t('total')}
            </th>
            <td colSpan={3} />
            <td>{shortDuration(net)}</td>
            <td>{target === undefined ? '' : shortDuration(target)}</td>
            <BalanceCell balance={balance} isTotal />
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface LineProps {
  line: SheetDay;
  hints: readonly DayHint[] | undefined;
  isToday: boolean;
  query: Record<string, string>;
  onDay: (day: string) => void;
}

function Line({ line, hints, isToday, query, onDay }: LineProps) {
  const m = useMessages(monthMessages);
  const { day, begin, end, pause, net, target, balance } = line;
  return (
    <tr data-today={isToday || undefined} data-free={weekday(day) > 4 || undefined}>
      <th scope="row" className={css.day}>
        <QueryLink
          className={css.link}
          query={query}
          onFollow={() => onDay(day)}
          aria-label={m('openDay', { day: formatDay(day) })}
        >
          {formatDayShort(day)}
        </QueryLink>
      </th>
      <td>{clockOf(begin)}</td>
      <td>{clockOf(end)}</td>
      <td>{duration(pause)}</td>
      <td>{duration(net)}</td>
      <td>{duration(target)}</td>
      <BalanceCell balance={balance} />
      <td className={css.remark}>
        {remarkOf(line)}
        {hints && (
          <span className={css.hints} title={m('hintsWhy')}>
            {m('hintsOf', { hints: hintsText(hints) })}
          </span>
        )}
      </td>
    </tr>
  );
}
