/**
 * Invitations as the server knows them: for which e-mail address a place in a workspace is kept. What an invitation is
 * worth (its certificate, role and keys) stands in the member log under the same id.
 */
import * as z from 'zod/mini';
import { logEntrySchema } from '../memberLog/entries.ts';
import { invitationTable } from '../server/invitation.ts';
import { wireOf } from '../server/table.ts';
import { keyCertSchema } from './keyCert.ts';
import { scopeKeySchema, scopeSchema } from './scope.ts';
import { email, uuid } from './shapes.ts';
import { workspaceSchema } from './workspace.ts';

/** Goes behind the `invite` entry in its batch: binds the invitation to an address. */
export const invitationCreateSchema = z.strictObject({ invitationId: uuid, email });

/** An invitation as it is shown to whom it is for. */
export const invitationSchema = z.object({
  ...wireOf(invitationTable, 'id'),
  workspace: workspaceSchema,
  ...wireOf(invitationTable, 'role', 'expiresAt'),
  /** The caller asked to join without the link's secret, and waits for an admin. */
  isWaiting: z.boolean(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** An invitation as shown before any membership: the log, and the key rows that were granted to it. */
export const shownInvitationSchema = z.extend(invitationSchema, {
  /** Empty once it expired. */
  log: z.array(logEntrySchema),
  scopes: z.array(z.object({ scope: scopeSchema, keys: z.array(scopeKeySchema) })),
});
export type ShownInvitation = z.infer<typeof shownInvitationSchema>;

/** An invitation as the admins' list shows it. */
export const sentInvitationSchema = z.object({
  ...wireOf(invitationTable, 'id', 'email', 'createdAt'),
  /** The account that asked to join without the link's secret: their certificate is to be compared by its six words. */
  waiting: z.nullable(z.object({ userId: uuid, cert: keyCertSchema, askedAt: z.number() })),
});
export type SentInvitation = z.infer<typeof sentInvitationSchema>;
