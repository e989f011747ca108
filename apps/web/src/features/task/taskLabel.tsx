import { useTask } from './queries.ts';

/** Shows the title of a task, by its id; nothing where it is not here. */
export function TaskLabel({ id }: { id: string }) {
  return useTask(id)?.title;
}
