import * as z from 'zod/mini';
import { memberStatus, roles } from '../entity/role.ts';
import { column } from './table.ts';

/** A member as the folded log has them; nothing else writes it. In answers a hint: the log alone decides. */
export const membershipTable = {
  workspaceId: column.uuid(),
  userId: column.uuid(),
  role: column.text(z.enum(roles)),
  status: column.text(z.enum(memberStatus)),
  isOwner: column.flag(),
  /** Fingerprint of their certificate, base64url. */
  certKey: column.text(),
  createdAt: column.moment(),
};
