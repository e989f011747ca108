/** The calls about notifications: rows of ids in clear, which only their reader's device can make words of. */
import * as z from 'zod/mini';
import { notificationSettingTable, notificationTable } from '../server/notification.ts';
import { wireOf } from '../server/table.ts';
import { fixedBytes, uuid } from './shapes.ts';

/** The fields of a notification in a list. */
export const notificationFields = [
  'id',
  'event',
  'scopeId',
  'subjectId',
  'recordId',
  'senderId',
  'createdAt',
  'readAt',
] as const;
const notificationSchema = z.object(wireOf(notificationTable, ...notificationFields));
export type Notification = z.infer<typeof notificationSchema>;

/** The notifications that one list holds at most, the newest. */
export const maxNotifications = 500;

/** The projects, rooms and tasks that one person may mute, in all their workspaces. */
export const maxMutes = 5_000;

export const inboxSchema = z.object({
  /** Newest first. */
  notifications: z.array(notificationSchema).check(z.maxLength(maxNotifications)),
  /** Ids of the projects, rooms and tasks of which the person wants to hear nothing. */
  mutedIds: z.array(uuid),
});
export type Inbox = z.infer<typeof inboxSchema>;

export const notificationMarkSchema = z.object({
  workspaceId: uuid,
  ids: z.array(uuid).check(z.minLength(1), z.maxLength(maxNotifications)),
  isRead: z.optional(z.boolean()),
  isRemoved: z.optional(z.boolean()),
});

/** Mutes a project, a room or a task, or lets it speak again. */
export const muteSchema = z.object({ workspaceId: uuid, id: uuid, isMuted: z.boolean() });

const minuteOfDay = z.nullable(z.int().check(z.minimum(0), z.maximum(1_439)));

export const notificationSettingSchema = z.object({
  ...wireOf(notificationSettingTable, 'mail', 'sound', 'zone'),
  quietFrom: minuteOfDay,
  quietTo: minuteOfDay,
});
export type NotificationSetting = z.infer<typeof notificationSettingSchema>;
/** The parts of it that are changed: the rest, and mails about other events, stay as they are. */
export const notificationSettingChangeSchema = z.partial(notificationSettingSchema);

/** Where a browser takes pushes, as its `PushSubscription` says (RFC 8030, RFC 8291). */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url().check(z.maxLength(2_000)),
  /** Its public key, P-256 uncompressed, and its secret. */
  p256dh: fixedBytes(65),
  auth: fixedBytes(16),
});
export type PushTarget = z.infer<typeof pushSubscriptionSchema>;

export const pushStateSchema = z.object({
  /** The server's public key for subscriptions (RFC 8292). */
  publicKey: fixedBytes(65),
  /** This session's device takes pushes; where, is not said again. */
  isOn: z.boolean(),
});
export type PushState = z.infer<typeof pushStateSchema>;
