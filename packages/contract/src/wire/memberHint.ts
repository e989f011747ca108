import * as z from 'zod/mini';
import { membershipTable } from '../server/membership.ts';
import { sessionTable } from '../server/session.ts';
import { wireOf } from '../server/table.ts';

/** A member as the server describes them. A hint: the log alone decides who is one, and in which role. */
export const memberHintSchema = z.object({
  ...wireOf(membershipTable, 'userId'),
  /** The address that they sign in with. */
  email: z.string(),
  ...wireOf(membershipTable, 'role', 'status', 'isOwner', 'leaving'),
  /** ms; null for somebody who is signed in nowhere. */
  lastSeenAt: z.nullable(sessionTable.lastSeenAt.wire),
});
export type MemberHint = z.infer<typeof memberHintSchema>;
