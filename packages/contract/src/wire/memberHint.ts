import * as z from 'zod/mini';
import { memberStatus, roles } from '../entity/role.ts';
import { uuid } from './shapes.ts';

/** What the server says of a member. A hint: whom the log doesn't name is none, and has the role that the log says. */
export const memberHintSchema = z.object({
  userId: uuid,
  /** The address that they sign in with. */
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(memberStatus),
  isOwner: z.boolean(),
  /** ms; null for somebody who is signed in nowhere. */
  lastSeenAt: z.nullable(z.number()),
});
export type MemberHint = z.infer<typeof memberHintSchema>;
