import { leadFirst } from '@kontor/contract/nouns/lead';
import type { Task } from '@kontor/contract/nouns/task';
import { IconGripVertical, IconSubtask } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type ReactNode, use } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { RecordMarks } from '../../../ui/list/recordMarks.tsx';
import { QueryLink } from '../../../ui/nav/queryLink.tsx';
import { type People, PeopleStack } from '../../../ui/person/people.tsx';
import { setStatus, setStatusOfOpen } from '../actions.ts';
import type { MoveActionOf } from '../board/usePlacing.ts';
import { DueDate } from '../dueDate.tsx';
import { taskMessages } from '../messages.ts';
import { useSubtaskCount } from '../queries.ts';
import { StatusMenu } from '../statusMenu.tsx';
import { TaskTimer } from '../taskTimer.ts';
import css from './taskRow.module.css';

/** The height of a row, in px. */
export const rowHeight = 36;

export const idOf = ({ id }: { id: string }): string => id;

/** Returns the attributes of a row's `<li>`. */
export const taskRowProps = ({ status }: Task) => ({
  className: css.row,
  'data-done': status === 'DONE' || undefined,
});

interface TaskRowProps {
  task: Task;
  /** The people whose names and pictures are known, for those who are assigned; absent in lists where every task is the same person's. */
  people?: People;
  /** The list holds open tasks alone. */
  isOpenOnly?: boolean;
  onOpen: (id: string) => void;
  /** Shows which project a task belongs to, in lists over several projects. */
  projectOf?: (task: Task) => ReactNode;
  /** Handles Alt with an arrow key, in lists whose rows can be dragged. */
  onMove?: (task: Task, event: KeyboardEvent) => void;
  /** Offers to move it one up or down, in those lists. */
  moveActionOf?: MoveActionOf;
}

/** Shows a task in a list: status and title, then what helps to choose. */
export const TaskRow = memo(function TaskRow({
  task,
  people,
  isOpenOnly = false,
  onOpen,
  projectOf,
  onMove,
  moveActionOf,
}: TaskRowProps) {
  const t = useMessages(taskMessages);
  const Timer = use(TaskTimer);
  const subtasks = useSubtaskCount(task.id);
  const title = task.title || t('untitled');
  return (
    <>
      {onMove && (
        <span className={css.handle} aria-hidden>
          <Icon of={IconGripVertical} size={16} />
        </span>
      )}
      <StatusMenu
        title={title}
        status={task.status}
        onChange={(status) => (isOpenOnly ? setStatusOfOpen(task, status) : setStatus(task.id, status))}
        moveActionOf={moveActionOf && ((key) => moveActionOf(task, key))}
      />
      <QueryLink
        className={css.title}
        query={{ panel: 'task', item: task.id }}
        onFollow={() => onOpen(task.id)}
        {...(onMove && { onKeyDown: (event: KeyboardEvent) => onMove(task, event) })}
        isRow
        title={title}
      >
        {title}
      </QueryLink>
      <RecordMarks entity="task" record={task} />
      {subtasks.total > 0 && (
        <span className={css.aside} title={t('subtasksDone', subtasks)}>
          <Icon of={IconSubtask} size={14} /> {subtasks.done}/{subtasks.total}
        </span>
      )}
      {projectOf && <span className={css.project}>{projectOf(task)}</span>}
      <span className={css.when}>
        <DueDate task={task} />
      </span>
      {Timer && <Timer taskId={task.id} title={task.title} />}
      {people && (
        <span className={css.people}>
          <PeopleStack
            people={leadFirst(task.assigneeIds, task.leadId).flatMap((id) => people.get(id) ?? [])}
          />
        </span>
      )}
    </>
  );
});
