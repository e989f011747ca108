/** The realtime channels that exist, and nothing else does. */
export const channelOf = {
  workspace: (workspaceId: string, readers: 'admins' | 'staff') =>
    `private-workspace-${workspaceId}-${readers}`,
  customer: (customerId: string) => `private-customer-${customerId}`,
  user: (userId: string) => `private-user-${userId}`,
  /** For signs alone: what is written in a room is hinted to its readers. */
  room: (roomId: string) => `private-room-${roomId}`,
} as const;

/** The event `revision` of realtime: opaque ids and a number, never an entity. */
export interface RevisionHint {
  scope: string;
  revision: number;
}

/** The event on somebody's own channel: their notifications in a workspace are others than before. */
export const notificationEvent = 'notification';

/** Its data. */
export interface NotificationHint {
  workspace: string;
}

/** The event by which somebody's client says that they are typing in a room: relayed to the others there, never stored. */
export const typingEvent = 'client-typing';

/** Its data: who types, which the server says. */
export interface TypingSign {
  userId: string;
}

/** People in a room above whom nobody is told who types. */
export const maxTypists = 50;
