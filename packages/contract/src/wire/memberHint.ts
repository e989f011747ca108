import * as z from 'zod/mini';
import { memberStatus, roles } from '../entity/role.ts';
import { uuid } from './shapes.ts';

/** A member as the server describes them. A hint: the log alone decides who is one, and in which role. */
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
