import { type Task, type TaskStatus, taskStatus } from '@kontor/contract/nouns/task';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import type { DropTarget } from '../../../ui/drag/target.ts';
import { useDrag } from '../../../ui/drag/useDrag.ts';
import { placeTask } from '../actions.ts';
import { taskMessages } from '../messages.ts';
import { type Columns, type Place, placeBefore, placeByKey } from './columns.ts';

const isStatus = (list: string): list is TaskStatus => taskStatus.includes(list as TaskStatus);

/** Moving tasks between and within columns, by drag and by Alt with the arrow keys; `spoken` says where one went. */
export function usePlacing(columns: Columns<Task>) {
  const t = useMessages(taskMessages);
  const [spoken, setSpoken] = useState('');
  const latest = useRef(columns);
  latest.current = columns;

  const place = (task: Task, to: Place) => {
    placeTask(task, to);
    const others = latest.current[to.status].filter(({ id }) => id !== task.id);
    const at = to.before === undefined ? others.length : others.findIndex(({ id }) => id === to.before);
    setSpoken(
      t('moved', { title: task.title, status: t(to.status), place: at + 1, count: others.length + 1 }),
    );
  };
  const find = (id: string) =>
    taskStatus.flatMap((status) => latest.current[status]).find((task) => task.id === id);

  const { dragging, onPointerDown } = useDrag((id: string, target: DropTarget) => {
    const task = find(id);
    if (!task || target.kind !== 'place' || !isStatus(target.list)) return;
    place(task, placeBefore(latest.current, target.list, id, target.before));
  });

  const onKey = (task: Task) => (event: KeyboardEvent) => {
    if (!event.altKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    event.stopPropagation();
    const to = placeByKey(latest.current, task, event.key);
    if (!to) return;
    place(task, to);
    // The element moves to another list and loses the focus there: give it back.
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(`[data-drag-id="${CSS.escape(task.id)}"] [data-list-item]`)
        ?.focus(),
    );
  };

  const over = dragging?.over?.kind === 'place' ? dragging.over : undefined;
  return {
    onPointerDown,
    onKey,
    spoken,
    isOver: (status: TaskStatus) => over?.list === status,
    isBefore: (status: TaskStatus, id: string) => over?.list === status && over.before === id,
    isAtEnd: (status: TaskStatus) => over?.list === status && over.before === undefined,
  };
}
