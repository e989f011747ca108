import * as z from 'zod/mini';
import { column, nullable } from './table.ts';

/**
 * Events that people are told of, as the server knows them: from refs alone. That somebody was mentioned in a comment, it does not
 * know; their device finds it in the words.
 */
export const notificationEvents = [
  'ASSIGNED_TO_TASK',
  'ASSIGNED_TO_SPACE',
  'INVITED_TO_CHAT',
  'NEW_COMMENT',
  /** In a message: named there, or answered, or it was said to them in a direct room. */
  'MENTIONED',
  'NEW_DOCUMENT_ON_TASK',
  'NEW_DOCUMENT_ON_PROJECT',
  'NEW_DOCUMENT_ON_CUSTOMER',
  'ASKED_TO_SIGN',
  /** Signed, declined, or withdrawn by whoever asked. */
  'SIGNING_ANSWERED',
  'UNLOCK_WANTED',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** A fact that a person is to hear of: ids, which their device holds against its records. */
export const notificationTable = {
  id: column.uuid(),
  workspaceId: column.uuid(),
  userId: column.uuid(),
  event: column.text(z.enum(notificationEvents)),
  scopeId: column.uuid(),
  /** The thing it is about: a task, a file that was commented on, a project, a room, a customer, a request to sign, a person. */
  subjectId: column.uuid(),
  /** The record that says so: the comment, the message, the document; else the subject itself. */
  recordId: column.uuid(),
  /** The user whose act it was. */
  senderId: column.uuid(),
  createdAt: column.moment(),
  readAt: nullable(column.moment()),
  /** When it was taken away by its reader, or taken back since its cause went; either may come back within a day. */
  removedAt: nullable(column.moment()),
  /** When its cause went; null where that stands. */
  withdrawnAt: nullable(column.moment()),
  /** When a mail, or a push to a device, has counted it. */
  mailedAt: nullable(column.moment()),
  pushedAt: nullable(column.moment()),
};

/** When mails about a kind of event go out: a quarter of an hour after it, each morning, on Mondays. */
export const mailRhythms = ['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER'] as const;
export type MailRhythm = (typeof mailRhythms)[number];

/** Somebody's choices of how to be told of things outside the app. One row for each account that changed anything. */
export const notificationSettingTable = {
  accountId: column.uuid(),
  /** By event; what is not there is told at once. */
  mail: column.json(z.partialRecord(z.enum(notificationEvents), z.enum(mailRhythms))),
  /** Plays a sound in open tabs. */
  sound: column.flag(),
  /** Minutes after midnight between which nothing sounds or is pushed; null for none. */
  quietFrom: nullable(column.smallint()),
  quietTo: nullable(column.smallint()),
  /** IANA zone of those hours: that of the device on which the person was last. */
  zone: column.text(),
};
