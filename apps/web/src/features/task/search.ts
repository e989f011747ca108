/** The query of a project's tasks: how they are shown and which of them. */
import { type Visibility, visibilities } from '@kontor/contract/entity/visibility';

export const taskViews = ['list', 'board', 'timeline'] as const;
export type TaskView = (typeof taskViews)[number];

export interface TaskSearch {
  view?: TaskView | undefined;
  show?: Visibility | undefined;
}

/**
 * Reads the query; what it leaves open is as it was left. Unknown values are taken away by name: the router lays what is
 * answered here over what stood in the address.
 */
export function taskSearch(search: Record<string, unknown>): TaskSearch {
  const view = taskViews.find((known) => known === search.view);
  const show = visibilities.find((known) => known === search.show);
  return { view, show };
}
