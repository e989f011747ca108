import type { Task } from '@kontor/contract/nouns/task';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useToday } from '../../platform/today.ts';
import css from './list/taskRow.module.css';
import { taskMessages } from './messages.ts';
import { isOverdue } from './overdue.ts';

/** Shows a due date in a row; late ones say so, not by colour alone. */
export function DueDate({ task }: { task: Pick<Task, 'dueDate' | 'status'> }) {
  const t = useMessages(taskMessages);
  const today = useToday();
  if (!task.dueDate) return null;
  const late = isOverdue(task, today);
  const isToday = task.dueDate === today;
  return (
    <span className={css.due} data-late={late || undefined} title={late ? t('overdue') : undefined}>
      {late && <span aria-hidden>! </span>}
      {late && <span className={css.hidden}>{t('overdue')}: </span>}
      {isToday ? t('today') : formatDate(task.dueDate)}
    </span>
  );
}
