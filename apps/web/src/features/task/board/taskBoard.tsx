import { type Task, taskStatus } from '@kontor/contract/nouns/task';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSubtask } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { usePending } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { PendingMark } from '../../../ui/list/pendingMark.tsx';
import { type People, PeopleStack } from '../../../ui/person/people.tsx';
import { createTask, setStatus } from '../actions.ts';
import { DueDate } from '../dueDate.tsx';
import { QuickAdd } from '../list/quickAdd.tsx';
import { taskMessages } from '../messages.ts';
import { useSubtaskCount } from '../queries.ts';
import { StatusIcon } from '../statusIcon.tsx';
import { StatusMenu } from '../statusMenu.tsx';
import { columnsOf } from './columns.ts';
import css from './taskBoard.module.css';
import { usePlacing } from './usePlacing.ts';

interface CardProps {
  task: Task;
  people: People;
  onOpen: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  isDropTarget: boolean;
}

function Card({ task, people, onOpen, onKeyDown, isDropTarget }: CardProps) {
  const t = useMessages(taskMessages);
  const pending = usePending(task.id);
  const subtasks = useSubtaskCount(task.id);
  const title = task.title || t('untitled');
  const assignees = task.assigneeIds.flatMap((id) => people.get(id) ?? []);
  return (
    <li className={css.card} data-drag-id={task.id} data-drop-before={isDropTarget || undefined}>
      <div className={css.top}>
        <UnstyledButton
          className={css.title!}
          onClick={() => onOpen(task.id)}
          onKeyDown={onKeyDown}
          data-list-item
        >
          {title}
        </UnstyledButton>
        <StatusMenu title={title} status={task.status} onChange={(status) => setStatus(task.id, status)} />
      </div>
      <div className={css.foot}>
        <DueDate task={task} />
        {subtasks.total > 0 && (
          <span title={t('subtasksDone', subtasks)}>
            <Icon of={IconSubtask} size={14} /> {subtasks.done}/{subtasks.total}
          </span>
        )}
        {pending && <PendingMark />}
        <span className={css.people}>
          <PeopleStack people={assignees} />
        </span>
      </div>
    </li>
  );
}

interface TaskBoardProps {
  projectId: string;
  tasks: readonly Task[];
  people: People;
  onOpen: (id: string) => void;
}

/** A column for each status; cards are dragged, or moved with Alt and the arrow keys. */
export function TaskBoard({ projectId, tasks, people, onOpen }: TaskBoardProps) {
  const t = useMessages(taskMessages);
  const columns = useMemo(() => columnsOf(tasks), [tasks]);
  const placing = usePlacing(columns);
  return (
    <div className={css.board} onPointerDown={placing.onPointerDown} data-drag-scroll>
      {taskStatus.map((status) => (
        <section
          key={status}
          className={css.column}
          aria-label={t(status)}
          data-drop-list={status}
          data-over={placing.isOver(status) || undefined}
        >
          <h2 className={css.heading}>
            <StatusIcon status={status} />
            {t(status)}
            <span className={css.count}>{columns[status].length}</span>
          </h2>
          <ul className={css.cards} onKeyDown={moveInList} data-end={placing.isAtEnd(status) || undefined}>
            {columns[status].map((task) => (
              <Card
                key={task.id}
                task={task}
                people={people}
                onOpen={onOpen}
                onKeyDown={placing.onKey(task)}
                isDropTarget={placing.isBefore(status, task.id)}
              />
            ))}
          </ul>
          <QuickAdd
            hint={t('newTask')}
            size="xs"
            label={t('quickAddTo', { status: t(status) })}
            onAdd={(title) => createTask(projectId, { title, status })}
          />
        </section>
      ))}
      <VisuallyHidden role="status">{placing.spoken}</VisuallyHidden>
    </div>
  );
}
