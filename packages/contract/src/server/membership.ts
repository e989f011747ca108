import * as z from 'zod/mini';
import { placeStatus, roles } from '../entity/role.ts';
import { type Leaving, leavingSchema } from '../wire/leaving.ts';
import { column, nullable } from './table.ts';

/** A member as the folded log has them, unless they left or were locked since. In answers a hint: the log alone decides. */
export const membershipTable = {
  workspaceId: column.uuid(),
  userId: column.uuid(),
  role: column.text(z.enum(roles)),
  status: column.text(z.enum(placeStatus)),
  isOwner: column.flag(),
  /** Fingerprint of their certificate, base64url. */
  certKey: column.text(),
  /** The signed word of somebody who left; null for everybody else. */
  leaving: nullable(column.json<Leaving>(leavingSchema)),
  createdAt: column.moment(),
};
