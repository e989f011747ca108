/** Workspaces as the server knows them: by their public facts, and in their members' list with role, plan and storage. */
import * as z from 'zod/mini';
import { memberStatus } from '../entity/role.ts';
import { membershipTable } from '../server/membership.ts';
import { subscriptionTable } from '../server/subscription.ts';
import { wireOf } from '../server/table.ts';
import { workspaceTable } from '../server/workspace.ts';
import { uuid } from './shapes.ts';
import { standingSchema } from './subscription.ts';

/** The fields that its admins may change. */
export const workspaceFields = wireOf(workspaceTable, 'name', 'color', 'logo', 'allowsLinks');

/** Public facts: the lock screen and an invitation show them before any key is there. */
export const workspaceSchema = z.object(wireOf(workspaceTable, 'id', 'name', 'color', 'logo'));

/** A workspace as its member's list shows it. Role and status are the server's hint; the log decides. */
export const workspaceSummarySchema = z.extend(workspaceSchema, {
  ...wireOf(membershipTable, 'role', 'isOwner'),
  status: z.enum(memberStatus),
  /** Of somebody who asked to join without the secret of their invitation: they are LOCKED, and in no log yet. */
  invitationId: z.nullable(uuid),
  /** This, standing and storage are those of the firm: 0 and null for a customer's user, and for who is not in yet. */
  memberCount: z.int(),
  /** Somebody besides this person can unlock them there. */
  hasOtherAdmin: z.boolean(),
  ...wireOf(workspaceTable, 'createdAt', 'allowsLinks'),
  /** Null also where the server bills nobody. */
  subscription: z.nullable(standingSchema),
  /** The access that its subscription gives to its people. */
  ...wireOf(subscriptionTable, 'access'),
  /** Bytes: files, and records as they were measured last. */
  storageUsed: z.number(),
  /** Null where there is none. */
  storageLimit: z.nullable(z.number()),
});
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>;
