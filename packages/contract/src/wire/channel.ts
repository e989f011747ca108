/** The realtime channels that exist, and nothing else does. */
export const channelOf = {
  workspace: (workspaceId: string, readers: 'admins' | 'staff') =>
    `private-workspace-${workspaceId}-${readers}`,
  customer: (customerId: string) => `private-customer-${customerId}`,
  user: (userId: string) => `private-user-${userId}`,
  /** Names the channel of a room, for signs alone: what is written in a room is hinted to its readers. */
  room: (roomId: string) => `private-room-${roomId}`,
} as const;

/** The answer to a socket that asks to join a channel. */
export interface ChannelAnswer {
  /** The proof that lets it in. */
  auth: string;
  /** The socket is the server's own. Another's tells that there is something new, and is believed nothing else. */
  isOwn: boolean;
}

/** The event on a scope's channel: it has a new revision. */
export const revisionEvent = 'revision';

/** Its data: ids and numbers, and of rows what a pull brings of them. */
export interface RevisionHint {
  scope: string;
  revision: number;
  /**
   * The answer to a pull of this scope alone from the revision before (`sync.ts`), base64url, where it is short: whoever has that
   * revision need not ask. Neither sent through a cluster, which would go on telling it to those whose session has ended, nor believed from one.
   */
  page?: string;
  /**
   * Entries of the workspace's member log, where the batch that moved the scope appended some: it concerns other scopes,
   * too, so that everything is pulled at once.
   */
  log?: number;
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

/** The event by which somebody's client says to the staff of a workspace that they are there: relayed, never stored. */
export const presenceEvent = 'client-presence';

export const presences = ['active', 'away'] as const;
export type Presence = (typeof presences)[number];

/** Its data; who is there the server says. */
export interface PresenceSign {
  userId: string;
  presence: Presence;
  /** They have just come, and ask who else is there. */
  asks: boolean;
}

/** People in a room, or in a workspace, above whom nobody is told who types or is there. */
export const maxWatched = 50;
