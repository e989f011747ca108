import type { Task } from '@kontor/contract/nouns/task';
import { useTracked, useTrackedOn } from '../../features/effort/queries.ts';
import { taskMessages } from '../../features/task/messages.ts';
import { useSubtasks } from '../../features/task/queries.ts';
import { formatDuration } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { BudgetBar } from '../../ui/list/budgetBar.tsx';
import css from './taskPanel.module.css';

/**
 * Shows the hours that everybody worked on a task and its subtasks, against its estimate where it has one, and those of its
 * project, where that has a budget.
 */
export function TaskEffort({ task }: { task: Task }) {
  const t = useMessages(taskMessages);
  const subtasks = useSubtasks(task.id);
  const tracked = useTrackedOn([task.id, ...subtasks.map(({ id }) => id)]);
  const trackedInProject = useTracked(task.scopeId);
  const projectBudget = useRecord('project', task.scopeId)?.timeBudget;
  const { timeEstimate } = task;
  return (
    <>
      {tracked > 0 && <Hours label={t('tracked')} used={tracked} budget={timeEstimate} />}
      {projectBudget && <Hours label={t('projectBudget')} used={trackedInProject} budget={projectBudget} />}
    </>
  );
}

function Hours({ label, used, budget }: { label: string; used: number; budget: number | undefined }) {
  return (
    <div className={css.effort}>
      <span>{label}</span>
      {budget ? (
        <BudgetBar used={used} budget={budget} label={label} write={formatDuration} />
      ) : (
        <span className={css.time}>{formatDuration(used)}</span>
      )}
    </div>
  );
}
