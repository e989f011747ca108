import { type Task, taskStatus } from '@kontor/contract/nouns/task';
import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { moveInList } from '../../../ui/list/arrowList.ts';
import type { People } from '../../../ui/person/people.tsx';
import { columnsOf } from '../board/columns.ts';
import { usePlacing } from '../board/usePlacing.ts';
import { taskMessages } from '../messages.ts';
import { StatusIcon } from '../statusIcon.tsx';
import css from './taskList.module.css';
import { TaskRow } from './taskRow.tsx';

interface TaskListProps {
  tasks: readonly Task[];
  people: People;
  onOpen: (id: string) => void;
  /** Of several projects, where each belongs: they have no order among each other, and so stay where they are. */
  placeOf?: (task: Task) => string | undefined;
}

/** The tasks of a project, or of several, grouped by status. */
export function TaskList({ tasks, people, onOpen, placeOf }: TaskListProps) {
  const t = useMessages(taskMessages);
  const columns = useMemo(() => columnsOf(tasks), [tasks]);
  const placing = usePlacing(columns);
  const hint = 'task-keys';
  return (
    <div {...(!placeOf && { onPointerDown: placing.onPointerDown })}>
      {!placeOf && <VisuallyHidden id={hint}>{t('keyboardHint')}</VisuallyHidden>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons of its rows */}
      <div onKeyDown={moveInList}>
        {taskStatus.map((status) => (
          <section
            key={status}
            aria-label={t(status)}
            className={css.group}
            data-over={placing.isOver(status) || undefined}
          >
            <h2 className={css.heading}>
              <StatusIcon status={status} />
              {t(status)}
              <span className={css.count}>{columns[status].length}</span>
            </h2>
            <ul
              className={css.rows}
              data-drop-list={status}
              data-end={placing.isAtEnd(status) || undefined}
              aria-describedby={placeOf ? undefined : hint}
            >
              {columns[status].map((task) => (
                <TaskRow
                  key={task.id}
                  task={task}
                  people={people}
                  onOpen={onOpen}
                  place={placeOf?.(task)}
                  onMove={placeOf ? undefined : placing.onKey(task)}
                  isDropTarget={placing.isBefore(status, task.id)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <VisuallyHidden role="status">{placing.spoken}</VisuallyHidden>
    </div>
  );
}
