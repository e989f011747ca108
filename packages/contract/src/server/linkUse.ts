import { column } from './table.ts';

/** How often a link was fetched; no row while it was not. */
export const linkUseTable = {
  workspaceId: column.uuid(),
  linkId: column.uuid(),
  downloads: column.integer(),
  lastAt: column.moment(),
};
