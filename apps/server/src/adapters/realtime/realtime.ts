/**
 * How readers learn that a scope has moved on. A hint carries opaque ids and a number, never an entity; a client
 * that misses one catches up at its next pull.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { RevisionHint } from '@kontor/contract/wire/channel';

/** The one event name that hints travel under. */
export const revisionEvent = 'revision';

/** Whose socket it is. */
export type Holder = { sessionId: string; userId: string };

export type Realtime = {
  /** Takes the sockets that come to a server's `/app/<key>`, from our own pages alone. */
  serve(server: Server, isOwnPage: (request: IncomingMessage) => boolean): void;
  /** Tells all subscribers of the channels. Does not wait for delivery, and a lost hint is no error. */
  publish(channels: readonly string[], event: string, data: RevisionHint): void;
  /**
   * The proof that lets a socket join a channel, once the caller has checked that its holder may read the channel.
   * Undefined where the socket is not one of ours or belongs to another session.
   */
  authorise(socketId: string, channel: string, holder: Holder): Promise<string | undefined>;
  /** Closes the sockets of a session that has ended; they do not come back. */
  closeSession(sessionId: string): void;
  /** Closes a user's sockets because their rights changed; clients come back and are authorised anew. */
  closeUser(userId: string): void;
  /** Ends all connections and background work. */
  close(): Promise<void>;
};
