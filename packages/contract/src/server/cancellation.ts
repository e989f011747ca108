import { column, nullable } from './table.ts';

/** A link by mail that cancels a workspace's subscription without signing in. */
export const cancellationTable = {
  id: column.uuid(),
  workspaceId: column.uuid(),
  /** The address that it was mailed to. */
  email: column.text(),
  tokenHash: column.bytes(),
  expiresAt: column.moment(),
  confirmedAt: nullable(column.moment()),
};
