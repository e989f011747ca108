import * as z from 'zod/mini';
import { roles } from '../entity/role.ts';
import { email } from '../wire/shapes.ts';
import { column, nullable } from './table.ts';

/** The address that an open invitation of the member log is for. */
export const invitationTable = {
  id: column.uuid(),
  workspaceId: column.uuid(),
  email: column.text(email),
  role: column.text(z.enum(roles)),
  createdAt: column.moment(),
  /** From then on nobody can accept. */
  expiresAt: column.moment(),
  /** The account that asked to join without the link's secret. */
  askedBy: nullable(column.uuid()),
  askedAt: nullable(column.moment()),
};
