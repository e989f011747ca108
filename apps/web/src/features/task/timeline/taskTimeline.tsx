import { observable } from '@kontor/client/observable';
import type { Task } from '@kontor/contract/nouns/task';
import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatDate } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useToday } from '../../../platform/today.ts';
import { useCollection, useWindow } from '../../../platform/workspace/views.ts';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { fixedView } from '../../../ui/list/fixedView.ts';
import { RowList } from '../../../ui/list/rowList.tsx';
import { QueryLink } from '../../../ui/nav/queryLink.tsx';
import { updateTask } from '../actions.ts';
import type { TaskSelection } from '../board/columns.ts';
import { Spoken } from '../list/taskList.tsx';
import { idOf } from '../list/taskRow.tsx';
import { taskMessages } from '../messages.ts';
import { isOverdue } from '../overdue.ts';
import { useTasks } from '../queries.ts';
import css from './taskTimeline.module.css';
import { TimelineHead } from './timelineHead.tsx';
import { type Bar, barOf, layOutTimeline, shifted } from './timelineLayout.ts';
import { type BarDrag, useBarDrag } from './useBarDrag.ts';
import { watchSides } from './watchSides.ts';

/** Width of a day in px. */
const dayWidth = 14;

/** Height of a bar's line in px. */
const lineHeight = 36;

const keyOfBar = ({ task }: Bar<Task>) => task.id;

/** Returns the dates of a task in words. */
const daysOf = (task: Pick<Task, 'startDate' | 'dueDate'>) =>
  [task.startDate, task.dueDate].flatMap((day) => (day ? formatDate(day) : [])).join(' – ');

/** Stores what was dragged, or moved by keys, and says where it went. */
function useMoving() {
  const t = useMessages(taskMessages);
  const tasks = useCollection('task');
  const [spoken] = useState(() => observable(''));
  const move = ({ id, part, by }: BarDrag) => {
    const task = tasks.get(id);
    if (!task) return;
    const dates = shifted(task, part, by);
    if (updateTask(id, dates))
      spoken.set(t('datesMoved', { title: task.title, days: daysOf({ ...task, ...dates }) }));
  };
  const onKey = (id: string, event: KeyboardEvent) => {
    if (!event.altKey || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    move({ id, part: event.shiftKey ? 'end' : 'bar', by: event.key === 'ArrowLeft' ? -1 : 1 });
  };
  return { move, onKey, spoken };
}

/** Begins at today, and stays where one is when earlier days are added before it. */
function useTodayInView(todayLeft: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef<number>(undefined);
  /** Scrolls to what begins at so many px, with some days before it. */
  const show = (left: number) => {
    const element = scroller.current;
    if (element) element.scrollLeft = Math.max(0, left - element.clientWidth / 4);
  };
  const showToday = () => show(todayLeft);
  useLayoutEffect(() => {
    if (before.current === undefined) showToday();
    else if (scroller.current) scroller.current.scrollLeft += todayLeft - before.current;
    before.current = todayLeft;
  });
  return { scroller, show, showToday };
}

interface TaskTimelineProps {
  selection: TaskSelection;
  onOpen: (id: string) => void;
}

interface BelowProps extends Pick<TaskTimelineProps, 'onOpen'> {
  label: string;
  tasks: readonly Task[];
}

/** Shows tasks that have no bar, with their dates. */
function Below({ label, tasks, onOpen }: BelowProps) {
  const t = useMessages(taskMessages);
  const rows = useMemo(() => fixedView(tasks, idOf), [tasks]);
  if (tasks.length === 0) return null;
  return (
    <section aria-label={label} className={css.undated}>
      <h2>{label}</h2>
      <RowList view={rows} keyOf={idOf} rowHeight={lineHeight}>
        {(task) => (
          <QueryLink
            className={css.chip}
            query={{ panel: 'task', item: task.id }}
            onFollow={() => onOpen(task.id)}
            isRow
          >
            {[task.title || t('untitled'), daysOf(task)].filter(Boolean).join(' · ')}
          </QueryLink>
        )}
      </RowList>
    </section>
  );
}

/**
 * Shows tasks as bars over days, their names fixed beside them; today is marked. What has no dates, or far
 * ones, is listed below.
 */
export function TaskTimeline({ selection, onOpen }: TaskTimelineProps) {
  const t = useMessages(taskMessages);
  const today = useToday();
  const tasks = useWindow(useTasks(selection));
  const layout = useMemo(() => layOutTimeline(tasks, today), [tasks, today]);
  const bars = useMemo(() => fixedView(layout.bars, keyOfBar), [layout]);
  const { move, onKey, spoken } = useMoving();
  const { drag, onPointerDown } = useBarDrag(dayWidth, move);
  const { scroller, show, showToday } = useTodayInView(layout.today * dayWidth);
  const [watch] = useState(() => watchSides(`.${css.corner}`));
  const hint = 'timeline-hint';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the rows
    <div onKeyDown={moveInList}>
      <div className={css.bar}>
        <p id={hint}>{t('timelineHint')}</p>
        <Button variant="default" size="compact-sm" onClick={showToday}>
          {t('toToday')}
        </Button>
      </div>
      <section
        className={css.scroller}
        ref={scroller}
        aria-label={t('timeline')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-timeline
        data-dragging={drag !== undefined || undefined}
      >
        <div className={css.canvas} style={{ '--days': layout.days, '--day': `${dayWidth}px` } as object}>
          <TimelineHead layout={layout} dayWidth={dayWidth} today={today} />
          <span className={css.today} data-today style={{ '--at': layout.today + 0.5 } as object} />
          <RowList
            view={bars}
            keyOf={keyOfBar}
            rowHeight={lineHeight}
            pinned={drag?.id}
            className={css.bars}
            aria-describedby={hint}
            rowProps={() => ({ className: css.line })}
          >
            {(bar) => {
              const { task } = bar;
              const dates = drag?.id === task.id ? { ...task, ...shifted(task, drag.part, drag.by) } : task;
              const { start, length, isStartCut, isEndCut } = barOf(dates, layout) ?? bar;
              const title = task.title || t('untitled');
              return (
                <>
                  <span className={css.name}>
                    <QueryLink
                      query={{ panel: 'task', item: task.id }}
                      onFollow={() => onOpen(task.id)}
                      onKeyDown={(event) => onKey(task.id, event)}
                      isRow
                      title={title}
                    >
                      {title}
                      <VisuallyHidden>
                        , {daysOf(task)}, {t(task.status)}
                      </VisuallyHidden>
                    </QueryLink>
                    <UnstyledButton
                      className={css.there!}
                      onClick={() => show(start * dayWidth)}
                      title={daysOf(task)}
                      tabIndex={-1}
                      aria-hidden
                    />
                  </span>
                  <UnstyledButton
                    ref={watch}
                    className={css.task!}
                    data-status={task.status}
                    data-late={isOverdue(task, today) || undefined}
                    style={{ marginInlineStart: start * dayWidth, width: length * dayWidth }}
                    onPointerDown={(event) => onPointerDown(task.id, event)}
                    onClick={() => onOpen(task.id)}
                    title={`${title}, ${daysOf(dates)}`}
                    tabIndex={-1}
                    aria-hidden
                  >
                    {!isStartCut && <span data-part="start" />}
                    {!isEndCut && <span data-part="end" />}
                  </UnstyledButton>
                  {drag?.id === task.id && <span className={css.dates}>{daysOf(dates)}</span>}
                </>
              );
            }}
          </RowList>
        </div>
      </section>
      <Spoken text={spoken} />
      <Below label={t('undated')} tasks={layout.undated} onOpen={onOpen} />
      <Below label={t('beyond')} tasks={layout.beyond} onOpen={onOpen} />
    </div>
  );
}
