import { leadFirst } from '@kontor/contract/nouns/lead';
import { type Task, taskStatus } from '@kontor/contract/nouns/task';
import { IconSubtask } from '@tabler/icons-react';
import { type KeyboardEvent, memo, use } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { RecordMarks } from '../../../ui/list/recordMarks.tsx';
import { RowList } from '../../../ui/list/rowList.tsx';
import { QueryLink } from '../../../ui/nav/queryLink.tsx';
import { type People, PeopleStack } from '../../../ui/person/people.tsx';
import { setStatus } from '../actions.ts';
import { DueDate } from '../dueDate.tsx';
import { QuickAdd } from '../list/quickAdd.tsx';
import { RowCount, Spoken } from '../list/taskList.tsx';
import { idOf } from '../list/taskRow.tsx';
import { taskMessages } from '../messages.ts';
import { useColumns, useSubtaskCount } from '../queries.ts';
import { StatusIcon } from '../statusIcon.tsx';
import { StatusMenu } from '../statusMenu.tsx';
import { TaskTimer } from '../taskTimer.ts';
import type { TaskSelection } from './columns.ts';
import css from './taskBoard.module.css';
import { type MoveActionOf, usePlacing } from './usePlacing.ts';

/** px, with the gap below; cards whose title is long are higher. */
const cardHeight = 74;

interface CardProps {
  task: Task;
  people: People;
  onOpen: (id: string) => void;
  onKeyDown: (task: Task, event: KeyboardEvent) => void;
  moveActionOf: MoveActionOf;
}

const Card = memo(function Card({ task, people, onOpen, onKeyDown, moveActionOf }: CardProps) {
  const t = useMessages(taskMessages);
  const Timer = use(TaskTimer);
  const subtasks = useSubtaskCount(task.id);
  const title = task.title || t('untitled');
  const assignees = leadFirst(task.assigneeIds, task.leadId).flatMap((id) => people.get(id) ?? []);
  return (
    <div className={css.card}>
      <div className={css.top}>
        <QueryLink
          className={css.title}
          query={{ panel: 'task', item: task.id }}
          onFollow={() => onOpen(task.id)}
          onKeyDown={(event) => onKeyDown(task, event)}
          isRow
        >
          {title}
        </QueryLink>
        {Timer && <Timer taskId={task.id} title={task.title} />}
        <StatusMenu
          title={title}
          status={task.status}
          onChange={(status) => setStatus(task.id, status)}
          moveActionOf={(key) => moveActionOf(task, key)}
        />
      </div>
      <div className={css.foot}>
        <DueDate task={task} />
        {subtasks.total > 0 && (
          <span title={t('subtasksDone', subtasks)}>
            <Icon of={IconSubtask} size={14} /> {subtasks.done}/{subtasks.total}
          </span>
        )}
        <RecordMarks entity="task" record={task} />
        <span className={css.people}>
          <PeopleStack people={assignees} />
        </span>
      </div>
    </div>
  );
});

interface TaskBoardProps {
  projectId: string;
  selection: TaskSelection;
  people: People;
  onOpen: (id: string) => void;
  /** Makes a task in a column. Returns false after saying that it failed. */
  onAdd: (title: string, status: Task['status']) => boolean;
}

/** Shows a column for each status; cards are dragged, or moved with Alt and the arrow keys. */
export function TaskBoard({ projectId, selection, people, onOpen, onAdd }: TaskBoardProps) {
  const t = useMessages(taskMessages);
  const columns = useColumns(selection);
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
            <RowCount of={columns[status]} />
          </h2>
          <RowList
            view={columns[status]}
            keyOf={idOf}
            rowHeight={cardHeight}
            isUneven
            pinned={placing.draggedId}
            className={css.cards}
            onKeyDown={moveInList}
            data-end={placing.isAtEnd(status) || undefined}
            rowProps={(task) => ({
              className: css.slot,
              'data-drag-id': task.id,
              'data-drop-before': placing.isBefore(status, task.id) || undefined,
            })}
          >
            {(task) => (
              <Card
                task={task}
                people={people}
                onOpen={onOpen}
                onKeyDown={placing.onKey}
                moveActionOf={placing.moveActionOf}
              />
            )}
          </RowList>
          <QuickAdd
            key={projectId}
            hint={t('newTask')}
            size="xs"
            label={t('quickAddTo', { status: t(status) })}
            draft={`task in ${projectId} ${status}`}
            onAdd={(title) => onAdd(title, status)}
          />
        </section>
      ))}
      <Spoken text={placing.spoken} />
    </div>
  );
}
