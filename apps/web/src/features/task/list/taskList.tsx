import type { Observable } from '@kontor/client/observable';
import { type Task, taskStatus } from '@kontor/contract/nouns/task';
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { useCount } from '../../../platform/workspace/views.ts';
import { useObservable } from '../../../platform/workspace/workspace.ts';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { RowList } from '../../../ui/list/rowList.tsx';
import type { People } from '../../../ui/person/people.tsx';
import type { TaskSelection } from '../board/columns.ts';
import { usePlacing } from '../board/usePlacing.ts';
import { taskMessages } from '../messages.ts';
import { useColumns } from '../queries.ts';
import { StatusIcon } from '../statusIcon.tsx';
import css from './taskList.module.css';
import { idOf, rowHeight, TaskRow, taskRowProps } from './taskRow.tsx';

/** Shows in a heading how many rows its group has. */
export const RowCount = ({ of }: { of: Parameters<typeof useCount>[0] }) => (
  <span className={css.count}>{useCount(of)}</span>
);

/** Says to those who cannot see it where a task went. */
export const Spoken = ({ text }: { text: Observable<string> }) => (
  <VisuallyHidden role="status">{useObservable(text)}</VisuallyHidden>
);

interface TaskListProps {
  selection: TaskSelection;
  people: People;
  onOpen: (id: string) => void;
  /** Of several projects, where each belongs: they have no order among each other, and so stay where they are. */
  projectOf?: (task: Task) => ReactNode;
}

/** Shows the tasks of a project, or of several, grouped by status. */
export function TaskList({ selection, people, onOpen, projectOf }: TaskListProps) {
  const t = useMessages(taskMessages);
  const columns = useColumns(selection);
  const placing = usePlacing(columns);
  const hint = 'task-keys';
  return (
    <div {...(!projectOf && { onPointerDown: placing.onPointerDown })}>
      {!projectOf && <VisuallyHidden id={hint}>{t('keyboardHint')}</VisuallyHidden>}
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
              <RowCount of={columns[status]} />
            </h2>
            <RowList
              view={columns[status]}
              keyOf={idOf}
              rowHeight={rowHeight}
              pinned={placing.draggedId}
              className={css.rows}
              data-drop-list={status}
              data-end={placing.isAtEnd(status) || undefined}
              aria-describedby={projectOf ? undefined : hint}
              rowProps={(task) => ({
                ...taskRowProps(task),
                'data-drag-id': projectOf ? undefined : task.id,
                'data-drop-before': placing.isBefore(status, task.id) || undefined,
              })}
            >
              {(task) => (
                <TaskRow
                  task={task}
                  people={people}
                  onOpen={onOpen}
                  {...(projectOf
                    ? { projectOf }
                    : { onMove: placing.onKey, moveActionOf: placing.moveActionOf })}
                />
              )}
            </RowList>
          </section>
        ))}
      </div>
      <Spoken text={placing.spoken} />
    </div>
  );
}
