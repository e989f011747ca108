import type { Task } from '@kontor/contract/nouns/task';
import { useTrackedOn } from '../../features/effort/queries.ts';
import { taskMessages } from '../../features/task/messages.ts';
import { useSubtasks } from '../../features/task/queries.ts';
import { formatDuration } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { BudgetBar } from '../../ui/list/budgetBar.tsx';
import css from './taskPanel.module.css';

/** The hours that everybody worked on a task and its subtasks, against its estimate where it has one. */
export function TaskEffort({ task }: { task: Task }) {
  const t = useMessages(taskMessages);
  const subtasks = useSubtasks(task.id);
  const tracked = useTrackedOn([task.id, ...subtasks.map(({ id }) => id)]);
  if (tracked === 0) return null;
  const { timeEstimate } = task;
  return (
    <div className={css.effort}>
      <span>{t('tracked')}</span>
      {timeEstimate ? (
        <BudgetBar used={tracked} budget={timeEstimate} label={t('tracked')} write={formatDuration} />
      ) : (
        <span className={css.time}>{formatDuration(tracked)}</span>
      )}
    </div>
  );
}
