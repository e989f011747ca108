import { observable } from '@kontor/client/observable';
import { type Task, type TaskStatus, taskStatus } from '@kontor/contract/nouns/task';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { useCollection } from '../../../platform/workspace/views.ts';
import type { DropTarget } from '../../../ui/drag/target.ts';
import { useDrag } from '../../../ui/drag/useDrag.ts';
import { focusRow } from '../../../ui/list/arrowList.ts';
import { placeTask } from '../actions.ts';
import { taskMessages } from '../messages.ts';
import { type ColumnPlace, type Columns, placeBefore, placeByKey, type RankedTasks } from './columns.ts';

const isStatus = (list: string): list is TaskStatus => taskStatus.includes(list as TaskStatus);

/** The keys that move a task within its column. */
export type MoveKey = 'ArrowUp' | 'ArrowDown';

/** Returns what moves a task one up or down within its column; undefined at the column's edge. */
export type MoveActionOf = (task: Task, key: MoveKey) => (() => void) | undefined;

/**
 * Moves tasks between and within columns, by drag, by Alt with the arrow keys and by the menu; `spoken` says
 * where one went.
 */
export function usePlacing(columns: Columns<RankedTasks>) {
  const t = useMessages(taskMessages);
  const tasks = useCollection('task');
  // Not a state, for which the whole list would render again.
  const [spoken] = useState(() => observable(''));

  const place = (task: Task, to: ColumnPlace): boolean => {
    if (!placeTask(task, to)) return false;
    const { position, others } = to;
    spoken.set(
      t('moved', { title: task.title, status: t(to.status), place: position + 1, count: others + 1 }),
    );
    return true;
  };

  const { dragging, onPointerDown } = useDrag((id: string, target: DropTarget) => {
    const task = tasks.get(id);
    if (!task || target.kind !== 'place' || !isStatus(target.list)) return;
    place(task, placeBefore(columns, target.list, id, target.before));
  });

  const moveByKey = useRef<(task: Task, event: KeyboardEvent) => void>(undefined);
  moveByKey.current = (task, event) => {
    if (!event.altKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    event.stopPropagation();
    const to = placeByKey(columns, task, event.key);
    if (!to) return spoken.set(t('movedToEdge', { title: task.title }));
    if (!place(task, to)) return;
    // The element moves to another list and loses the focus there: give it back.
    requestAnimationFrame(() => {
      const list = document.querySelector(`[data-drop-list="${to.status}"]`);
      if (list) focusRow(list, to.position);
    });
  };
  const moveByMenu = useRef<MoveActionOf>(undefined);
  moveByMenu.current = (task, key) => {
    const to = placeByKey(columns, task, key);
    return to && (() => place(task, to));
  };
  /** The same functions always, so that rows need not render again for them. */
  const moveActionOf: MoveActionOf = useCallback((task, key) => moveByMenu.current?.(task, key), []);
  const onKey = useCallback((task: Task, event: KeyboardEvent) => moveByKey.current?.(task, event), []);

  const over = dragging?.over?.kind === 'place' ? dragging.over : undefined;
  return {
    onPointerDown,
    draggedId: dragging?.id,
    onKey,
    moveActionOf,
    spoken,
    isOver: (status: TaskStatus) => over?.list === status,
    isBefore: (status: TaskStatus, id: string) => over?.list === status && over.before === id,
    isAtEnd: (status: TaskStatus) => over?.list === status && over.before === undefined,
  };
}
