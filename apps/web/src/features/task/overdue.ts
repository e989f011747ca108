import type { Task } from '@kontor/contract/nouns/task';

/** Says whether a task is late: not done, and its due date is behind us. */
export const isOverdue = ({ dueDate, status }: Pick<Task, 'dueDate' | 'status'>, today: string): boolean =>
  status !== 'DONE' && Boolean(dueDate && dueDate < today);
