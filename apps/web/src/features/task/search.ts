/** What the address of a project's tasks says: how they are shown and which of them. */
import { type Visibility, visibilities } from './visibility.ts';

export const taskViews = ['list', 'board', 'timeline'] as const;
export type TaskView = (typeof taskViews)[number];

export interface TaskSearch {
  view?: TaskView;
  show?: Visibility;
}

/** Reads the query; unknown values are left aside, defaults (list, all) stay out of the address. */
export function taskSearch(search: Record<string, unknown>): TaskSearch {
  const view = taskViews.find((known) => known === search.view && known !== 'list');
  const show = visibilities.find((known) => known === search.show && known !== 'all');
  return { ...(view && { view }), ...(show && { show }) };
}
