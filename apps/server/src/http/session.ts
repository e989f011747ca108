/** Sessions: a random token in a cookie (or as Bearer), of which the database holds only the hash. */
import { createHash, randomBytes } from 'node:crypto';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { headers, sessionCookie, sessionMaxAge } from '@kontor/contract/wire/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Clock } from '../adapters/clock.ts';
import type { Realtime } from '../adapters/realtime/realtime.ts';
import { batcher } from '../db/batcher.ts';
import type { Database } from '../db/database.ts';
import { prepared, query } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { type Env, isHttps } from '../env.ts';
import { fail } from './errors.ts';
import { uuidv7 } from './uuid.ts';

/** The caller. Their rights in a workspace are looked up there. */
export interface SignedIn {
  userId: string;
  sessionId: string;
}

/** A device that was signed in until the account's password was reset. It is not signed in any more. */
export interface FormerDevice extends SignedIn {
  /** The certificate whose seeds it keeps. */
  publicKey: KeyCert;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `sessionLookup` on every call under /api. */
    signedIn: SignedIn | undefined;
    former: FormerDevice | undefined;
  }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** `last_seen_at` is written at most this often. */
const seenStepMs = 5 * 60_000;

/** Returns the token of a request: the cookie, else Bearer (the desktop app). */
function tokenOf(request: FastifyRequest): string | undefined {
  return (
    request.cookies[sessionCookie] ?? /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  );
}

type SessionRow = Pick<
  Selectable<Tables['session']>,
  'id' | 'account_id' | 'token_hash' | 'last_seen_at' | 'former_public_key'
>;

/** Looks sessions up; runs with every call, so it is prepared. */
const sessionText = prepared(
  `SELECT id, account_id, token_hash, last_seen_at, former_public_key FROM session
   WHERE token_hash = ANY ($1::bytea[]) AND expires_at > $2`,
);

export type LookUpSession = (
  request: FastifyRequest,
) => Promise<{ signedIn?: SignedIn; former?: FormerDevice }>;

/**
 * Finds the session of a request, if any. Every call asks the database, so a revoked or expired session ends at once;
 * concurrent calls share one query.
 * @throws NOT_SIGNED_IN where the call names somebody else than whose session it is: a page that does not know yet that
 * another tab has signed in
 */
export function sessionLookup({ db, clock }: { db: Database; clock: Clock }): LookUpSession {
  const find = batcher({ rounds: 2, items: 100 }, async (hashes: readonly Buffer[]) => {
    const { rows } = await db.executeQuery(query<SessionRow>(sessionText, [hashes, clock.now()]));
    const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
    return hashes.map((hash) => found.get(hash.toString('hex')));
  });
  return async (request) => {
    const token = tokenOf(request);
    if (!token) return {};
    const row = await find(hashToken(token));
    if (!row) return {};
    const named = request.headers[headers.user];
    if (named !== undefined && named !== row.account_id) throw fail('NOT_SIGNED_IN');
    const session = { userId: row.account_id, sessionId: row.id };
    if (row.former_public_key) return { former: { ...session, publicKey: row.former_public_key } };
    const now = clock.now();
    if (now.getTime() - row.last_seen_at.getTime() > seenStepMs)
      await db.updateTable('session').set({ last_seen_at: now }).where('id', '=', row.id).execute();
    return { signedIn: session };
  };
}

/** Opens a session with its own device share. Returns its token, for `setSessionCookie`. */
export async function openSession(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  request: FastifyRequest,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await db
    .insertInto('session')
    .values({
      id: uuidv7(now),
      account_id: userId,
      token_hash: hashToken(token),
      device_share: randomBytes(32),
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + sessionMaxAge * 1000),
    })
    .execute();
  return token;
}

export function setSessionCookie(env: Env, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookie, token, { ...cookieOptions(env), maxAge: sessionMaxAge });
}

/**
 * Ends a session: its device share is deleted and its sockets are closed. Returns true if that user had such a
 * session.
 */
export async function endSession(
  { db, realtime }: { db: Database; realtime: Realtime },
  { userId, sessionId }: SignedIn,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('account_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  realtime.closeSession(sessionId);
  return true;
}

/**
 * Deletes all other sessions of a user; returns their ids, whose sockets are still to be closed. Former devices keep theirs: it
 * lets nobody in, and may be the one way out of LOCKED.
 */
export async function deleteOtherSessions(db: Database, { userId, sessionId }: SignedIn): Promise<string[]> {
  const rows = await db
    .deleteFrom('session')
    .where('account_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('former_public_key', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export const cookieOptions = (env: Env) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(env) }) as const;
