import { column } from './table.ts';

/** The count of a link's fetches; no row while there are none. */
export const linkUseTable = {
  workspaceId: column.uuid(),
  linkId: column.uuid(),
  downloads: column.integer(),
  lastAt: column.moment(),
};
