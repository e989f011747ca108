/** Channel names, and the signature that lets a socket subscribe to one. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { uuidSource } from '@kontor/contract/wire/uuidPattern';

export type Channel =
  | { kind: 'workspace'; id: string; readers: 'admins' | 'staff' }
  | { kind: 'customer' | 'user' | 'room'; id: string };

/** Somebody on a channel. */
export type Listener = { userId: string; channel: Channel };

const workspacePattern = new RegExp(`^private-workspace-(${uuidSource})-(admins|staff)$`);
const otherPattern = new RegExp(`^private-(customer|user|room)-(${uuidSource})$`);
const socketPattern = /^\d{1,16}\.\d{1,16}$/;

/** Parses a channel's name; undefined for a name that none of ours can have. */
export function parseChannel(name: string): Channel | undefined {
  const workspace = workspacePattern.exec(name);
  if (workspace) return { kind: 'workspace', id: workspace[1]!, readers: workspace[2] as 'admins' | 'staff' };
  const other = otherPattern.exec(name);
  return other ? { kind: other[1] as 'customer' | 'user' | 'room', id: other[2]! } : undefined;
}

/**
 * Tests for a socket id. (`$` in a pattern also matches before a last newline in some languages, not in this one; a
 * test proves it.)
 */
export const isSocketId = (text: string): boolean => socketPattern.test(text);

/** The key that clients name and the secret that signs for it. */
export type AppKey = { key: string; secret: string };

/**
 * Returns `<key>:<hex of HMAC-SHA256(secret, "<socket id>:<channel>")>`. Source: Pusher, "Authorizing users". Both
 * parts have passed their grammars, neither of which has a colon, so the signed text has one reading.
 */
export function signChannel({ key, secret }: AppKey, socketId: string, channel: string): string {
  if (!isSocketId(socketId) || !parseChannel(channel)) throw new RangeError('not a socket id and a channel');
  return `${key}:${createHmac('sha256', secret).update(`${socketId}:${channel}`).digest('hex')}`;
}

/** Verifies that `auth` is the signature of `signChannel`, in constant time. */
export function isSignedFor(app: AppKey, socketId: string, channel: string, auth: string): boolean {
  const expected = Buffer.from(signChannel(app, socketId, channel));
  const given = Buffer.from(auth);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
