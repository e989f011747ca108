import type { Task } from '@kontor/contract/nouns/task';
import { UnstyledButton } from '@mantine/core';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { today } from '../../../platform/text/day.ts';
import { formatDate, formatMonth } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useWindow } from '../../../platform/workspace/views.ts';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { fixedView } from '../../../ui/list/fixedView.ts';
import { RowList } from '../../../ui/list/rowList.tsx';
import type { TaskSelection } from '../board/columns.ts';
import { isOverdue } from '../list/myTasks.ts';
import { idOf } from '../list/taskRow.tsx';
import { taskMessages } from '../messages.ts';
import { useTasks } from '../queries.ts';
import css from './taskTimeline.module.css';
import { type Bar, layOutTimeline } from './timelineLayout.ts';

/** Width of a day in px. */
const dayWidth = 14;

/** Height of a bar's line in px. */
const lineHeight = 32;

/** Height in px of an undated task's line where there are too many for the page. */
const chipHeight = 36;

const keyOfBar = ({ task }: Bar<Task>) => task.id;

interface TaskTimelineProps {
  selection: TaskSelection;
  onOpen: (id: string) => void;
}

/** Tasks as bars over days; today is a line. What has no dates is listed below. */
export function TaskTimeline({ selection, onOpen }: TaskTimelineProps) {
  const t = useMessages(taskMessages);
  const now = today();
  const tasks = useWindow(useTasks(selection));
  const layout = useMemo(() => layOutTimeline(tasks, now), [tasks, now]);
  const bars = useMemo(() => fixedView(layout.bars, keyOfBar), [layout]);
  const undated = useMemo(() => fixedView(layout.undated, idOf), [layout]);
  const scroller = useRef<HTMLDivElement>(null);
  const todayLeft = layout.today * dayWidth;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element) element.scrollLeft = Math.max(0, todayLeft - element.clientWidth / 3);
  }, [todayLeft]);
  const days = (task: Task) =>
    [task.startDate, task.dueDate].flatMap((day) => (day ? formatDate(day) : [])).join(' – ');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the bars
    <div onKeyDown={moveInList}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={css.scroller} ref={scroller} aria-label={t('timeline')} tabIndex={0}>
        <div className={css.canvas} style={{ width: layout.days * dayWidth }}>
          <div className={css.head} aria-hidden>
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
              >
                {t('week', { number: week.number })}
              </span>
            ))}
          </div>
          <span className={css.today} style={{ left: (layout.today + 0.5) * dayWidth }} title={t('today')} />
          <RowList
            view={bars}
            keyOf={keyOfBar}
            rowHeight={lineHeight}
            className={css.bars}
            rowProps={({ start }) => ({
              className: css.line,
              style: { paddingInlineStart: start * dayWidth },
            })}
          >
            {({ task, length }) => (
              <>
                <UnstyledButton
                  className={css.bar!}
                  data-status={task.status}
                  data-late={isOverdue(task, now) || undefined}
                  style={{ width: length * dayWidth }}
                  onClick={() => onOpen(task.id)}
                  title={`${task.title}, ${days(task)}`}
                  aria-label={`${task.title}, ${days(task)}, ${t(task.status)}`}
                  data-list-item
                />
                <span className={css.label} aria-hidden>
                  {task.title || t('untitled')}
                </span>
              </>
            )}
          </RowList>
        </div>
      </section>
      {layout.undated.length > 0 && (
        <section aria-label={t('undated')} className={css.undated}>
          <h2>{t('undated')}</h2>
          <RowList view={undated} keyOf={idOf} rowHeight={chipHeight}>
            {(task) => (
              <UnstyledButton className={css.chip!} onClick={() => onOpen(task.id)} data-list-item>
                {task.title || t('untitled')}
              </UnstyledButton>
            )}
          </RowList>
        </section>
      )}
    </div>
  );
}
