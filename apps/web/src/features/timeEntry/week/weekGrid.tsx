import { takesWork } from '@kontor/client/nouns/timer';
import { CloseButton, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { formatDay, formatDayShort } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useAll, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { uiMessages } from '../../../ui/messages.ts';
import { QueryLink } from '../../../ui/nav/queryLink.tsx';
import { setCell, shortDuration } from '../actions.ts';
import { BalanceCell } from '../balanceCell.tsx';
import { useTasksAreHere } from '../hoursHere.ts';
import { timeMessages } from '../messages.ts';
import { monthMessages } from '../month/messages.ts';
import { remarkOf } from '../month/words.ts';
import { zoneFor } from '../zone.ts';
import type { Week, WeekRow } from './useWeek.ts';
import { WeekCell } from './weekCell.tsx';
import css from './weekGrid.module.css';

interface WeekGridProps {
  week: Week;
  today: string;
  /** The day whose entries are shown beside it. */
  day: string;
  onDay: (day: string) => void;
  onOpenTask: (id: string) => void;
  /** The task whose row somebody just added: its cell of the shown day takes the focus. */
  added: string | undefined;
  /** Takes a row off the week on which nothing was done. */
  onRemove: (row: WeekRow) => void;
}

/** Moves with the arrow keys between cells: up and down always, sideways from the ends of what is typed. */
function onArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const field = event.target as HTMLInputElement;
  const cell = field.closest('td');
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = cell.parentElement as HTMLTableRowElement;
  const isAt = (end: number) => field.selectionStart === end && field.selectionEnd === end;
  const [down, across] =
    event.key === 'ArrowDown' || event.key === 'Enter'
      ? [1, 0]
      : event.key === 'ArrowUp'
        ? [-1, 0]
        : event.key === 'ArrowLeft' &&
            (isAt(0) || field.selectionEnd! - field.selectionStart! === field.value.length)
          ? [0, -1]
          : event.key === 'ArrowRight' &&
              (isAt(field.value.length) || field.selectionEnd! - field.selectionStart! === field.value.length)
            ? [0, 1]
            : [0, 0];
  if (!down && !across) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')] as HTMLTableRowElement[];
  const target = rows[rows.indexOf(row) + down]?.cells[cell.cellIndex + across]?.querySelector('input');
  if (target) target.focus();
  else if (event.key === 'Enter') {
    // Stores what was typed, as leaving it does.
    field.blur();
    field.focus();
  }
}

/** Shows a week: tasks by days. A cell takes a duration, and is the sum of what was done there. */
export function WeekGrid({ week, today, day: shown, onDay, onOpenTask, added, onRemove }: WeekGridProps) {
  const t = useMessages(timeMessages);
  const m = useMessages(monthMessages);
  const ui = useMessages(uiMessages);
  const isHere = useTasksAreHere(week.rows);
  const { records } = useWorkspace();
  // Renders again when one is archived.
  useAll('project');
  const { hours, days, rows, worked, plans } = week;
  if (!hours) return <Text c="dimmed">{t('noHours')}</Text>;
  const sums = days.map((day) => rows.reduce((sum, row) => sum + (row.days.get(day) ?? 0), 0));
  const total = sums.reduce((sum, each) => sum + each, 0);
  const allWorked = worked.reduce((sum, each) => sum + each, 0);
  const targets = plans.map(({ target }) => target);
  const hasTarget = targets.some((each) => each !== undefined);
  const due = targets.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  // As in the month, days to come have none.
  const balances = days.map((day, i) =>
    day <= today && targets[i] !== undefined ? worked[i]! - targets[i] : undefined,
  );
  const balance = balances.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const day = (each: string) => (
    <button
      type="button"
      className={css.day}
      onClick={() => onDay(each)}
      aria-pressed={each === shown}
      aria-label={formatDay(each)}
    >
      {formatDayShort(each)}
    </button>
  );
  return (
    <div className={css.scroll}>
      <table className={css.table} onKeyDown={onArrow}>
        <thead>
          <tr>
            <th scope="col" className={css.task}>
              {t('task')}
            </th>
            {days.map((each) => (
              <th key={each} scope="col" data-today={each === today || undefined}>
                {day(each)}
              </th>
            ))}
            <th scope="col" className={css.total}>
              {t('total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={days.length + 2} className={css.empty}>
                <span>{t('noEntries')}</span>
              </td>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.taskId}>
              <th scope="row" className={css.task} aria-label={row.title || t('untitled')}>
                <QueryLink
                  className={css.title}
                  query={{ panel: 'task', item: row.taskId }}
                  onFollow={() => onOpenTask(row.taskId)}
                  title={row.title}
                >
                  {row.title || t('untitled')}
                </QueryLink>
                <span className={css.project}>{row.project}</span>
                {row.days.size === 0 && (
                  <CloseButton
                    className={css.remove!}
                    size="sm"
                    aria-label={t('removeRow', { title: row.title || t('untitled') })}
                    title={t('removeRow', { title: row.title || t('untitled') })}
                    onClick={() => {
                      keepFocus();
                      onRemove(row);
                    }}
                  />
                )}
              </th>
              {days.map((each) => (
                <td key={each} data-today={each === today || undefined}>
                  <WeekCell
                    label={t('cellOf', { title: row.title, day: formatDay(each) })}
                    draft={`week cell ${hours.id} ${row.taskId} ${each}`}
                    time={row.days.get(each)}
                    stored={row.stored.get(each) ?? 0}
                    // The project in which the task is by now takes what is added.
                    refusal={
                      !takesWork(records, row)
                        ? t('archived')
                        : isHere(row.taskId)
                          ? undefined
                          : ui('moreComes')
                    }
                    autoFocus={row.taskId === added && each === shown}
                    onSet={(time) =>
                      setCell(
                        { scopeId: hours.id, taskId: row.taskId, day: each, zone: zoneFor(hours, each) },
                        time,
                      )
                    }
                  />
                </td>
              ))}
              <td className={css.total}>{shortDuration(row.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={css.task}>
              {t('total')}
            </th>
            {days.map((each, i) => (
              <td key={each} data-today={each === today || undefined}>
                {sums[i] ? shortDuration(sums[i]) : ''}
              </td>
            ))}
            <td className={css.total}>{shortDuration(total)}</td>
          </tr>
          {allWorked !== total && (
            <tr>
              <th scope="row" className={css.task} title={t('workedHint')}>
                {t('worked')}
              </th>
              {days.map((each, i) => (
                <td key={each}>{worked[i] ? shortDuration(worked[i]) : ''}</td>
              ))}
              <td className={css.total}>{shortDuration(allWorked)}</td>
            </tr>
          )}
          {plans.some(({ holiday, absences }) => holiday || absences.length > 0) && (
            <tr>
              <th scope="row" className={css.task}>
                {m('free')}
              </th>
              {plans.map((plan) => (
                <td key={plan.day} className={css.free} title={remarkOf(plan)}>
                  {remarkOf(plan)}
                </td>
              ))}
              <td />
            </tr>
          )}
          {hasTarget && (
            <>
              <tr>
                <th scope="row" className={css.task}>
                  {t('target')}
                </th>
                {days.map((each, i) => (
                  <td key={each}>{targets[i] ? shortDuration(targets[i]) : ''}</td>
                ))}
                <td className={css.total}>{shortDuration(due)}</td>
              </tr>
              <tr>
                <th scope="row" className={css.task}>
                  {t('balance')}
                </th>
                {days.map((each, i) => (
                  <BalanceCell key={each} balance={balances[i]} />
                ))}
                <BalanceCell className={css.total} balance={balance} isTotal />
              </tr>
            </>
          )}
        </tfoot>
      </table>
    </div>
  );
}
