import type { Task } from '@kontor/contract/nouns/task';
import { UnstyledButton } from '@mantine/core';
import { IconGripVertical, IconSubtask } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { usePending } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PendingMark } from '../../../ui/list/pendingMark.tsx';
import { type People, PeopleStack } from '../../../ui/person/people.tsx';
import { setStatus } from '../actions.ts';
import { DueDate } from '../dueDate.tsx';
import { taskMessages } from '../messages.ts';
import { useSubtaskCount } from '../queries.ts';
import { StatusMenu } from '../statusMenu.tsx';
import css from './taskRow.module.css';

interface TaskRowProps {
  task: Task;
  /** Who can be assigned; left out where all of them are one person's. */
  people?: People;
  onOpen: (id: string) => void;
  /** Where the task belongs, in lists over several projects. */
  place?: string | undefined;
  /** Rows that can be dragged: what Alt and an arrow key do. */
  onMove?: ((event: KeyboardEvent) => void) | undefined;
  isDropTarget?: boolean;
}

/** A task in a list: status and title, then what helps to choose. */
export function TaskRow({ task, people, onOpen, place, onMove, isDropTarget }: TaskRowProps) {
  const t = useMessages(taskMessages);
  const pending = usePending(task.id);
  const subtasks = useSubtaskCount(task.id);
  const title = task.title || t('untitled');
  return (
    <li
      className={css.row}
      data-done={task.status === 'DONE' || undefined}
      data-drop-before={isDropTarget || undefined}
      {...(onMove && { 'data-drag-id': task.id })}
    >
      {onMove && (
        <span className={css.handle} aria-hidden>
          <Icon of={IconGripVertical} size={16} />
        </span>
      )}
      <StatusMenu title={title} status={task.status} onChange={(status) => setStatus(task.id, status)} />
      <UnstyledButton
        className={css.title!}
        onClick={() => onOpen(task.id)}
        onKeyDown={onMove}
        data-list-item
        title={title}
      >
        {title}
      </UnstyledButton>
      {pending && <PendingMark />}
      {subtasks.total > 0 && (
        <span className={css.aside} title={t('subtasksDone', subtasks)}>
          <Icon of={IconSubtask} size={14} /> {subtasks.done}/{subtasks.total}
        </span>
      )}
      {place && <span className={css.place}>{place}</span>}
      <span className={css.when}>
        <DueDate task={task} />
      </span>
      {people && (
        <span className={css.people}>
          <PeopleStack people={task.assigneeIds.flatMap((id) => people.get(id) ?? [])} />
        </span>
      )}
    </li>
  );
}
