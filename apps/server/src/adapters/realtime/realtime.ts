/** Tells readers that a scope has a new revision. A client that misses a hint catches up at its next pull. */
import type { IncomingMessage, Server } from 'node:http';
import type { NotificationHint, RevisionHint } from '@kontor/contract/wire/channel';

/** The data of a hint. */
export type HintData = RevisionHint | NotificationHint;

/** Makes the page of a hint, see `RevisionHint`: undefined where there is none. Asked for where somebody is told it. */
export type MakePage = () => string | undefined;

/** Returns a hint's data with its page, where it has one. */
export function withPage(data: HintData, makePage: MakePage | undefined): HintData {
  const page = makePage?.();
  return page === undefined ? data : { ...(data as RevisionHint), page };
}

/** The session and user that a socket belongs to. */
export type SocketHolder = { sessionId: string; userId: string };

/** Answers about a handshake that realtime asks for. */
export type SocketGate = {
  /** Tests if it comes from our own pages, or from a program that is no browser. */
  isOwnPage: (request: IncomingMessage) => boolean;
  /** Returns the caller's IP address. */
  addressOf: (request: IncomingMessage) => string;
};

export type Realtime = {
  /** True if its sockets are this server's own, so that pages are told on them. */
  isOwn: boolean;
  /** Accepts the sockets at a server's `/app/<key>`, from our own pages alone. */
  serve(server: Server, gate: SocketGate): void;
  /** Tells all subscribers of the channels. Does not wait for delivery, and a lost hint is no error. */
  publish(channels: readonly string[], event: string, data: HintData, makePage?: MakePage): void;
  /**
   * Signs the proof that lets a socket subscribe to a channel, once the caller has checked that its holder may read
   * the channel. Undefined for no such socket and, where `isOwn`, for one of another session: a cluster's name no session.
   */
  authorise(socketId: string, channel: string, holder: SocketHolder): Promise<string | undefined>;
  /** Closes the sockets of a session that has ended, where `isOwn`; they are not let in again. */
  closeSession(sessionId: string): void;
  /** Closes a user's sockets because their rights changed, where `isOwn`; clients come back and are authorised anew. */
  closeUser(userId: string): void;
  /** Closes all sockets for good, where `isOwn`; what is told goes on to the other processes. */
  closeSockets(): void;
  /** Ends the sockets and background work, once what was told is sent. */
  close(): Promise<void>;
};
