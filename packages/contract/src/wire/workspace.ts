/** A workspace's public facts: what the lock screen and an invitation show before any key is there. */
import * as z from 'zod/mini';
import { memberStatus, roles } from '../entity/role.ts';
import { maxWorkspaceName } from '../text/lengths.ts';
import { sealedBytes, uuid } from './shapes.ts';

const workspaceColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/));

export const workspaceFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxWorkspaceName)),
  color: workspaceColor,
  /** A PNG of at most 128 x 128 px, base64url; empty for none. */
  logo: sealedBytes(64 * 1024),
};

export const workspaceSchema = z.object({ id: uuid, ...workspaceFields });

/** A workspace as its member's list shows it. Role and status are the server's hint; the log decides. */
export const workspaceSummarySchema = z.extend(workspaceSchema, {
  role: z.enum(roles),
  status: z.enum(memberStatus),
  isOwner: z.boolean(),
  /** Of somebody who asked to join without the secret of their invitation: they are LOCKED, and in no log yet. */
  invitationId: z.nullable(uuid),
  /** This, trial and storage are those of the firm: 0 and null for a customer's user, and for who is not in yet. */
  memberCount: z.int(),
  /** Somebody besides this person can unlock them there. */
  hasOtherAdmin: z.boolean(),
  /** ms. */
  createdAt: z.number(),
  /** ms; null without a trial. */
  trialEndsAt: z.nullable(z.number()),
  /** Bytes: files, and records as they were measured last. */
  storageUsed: z.number(),
  storageLimit: z.number(),
});
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>;
