/**
 * Browsers that were signed in to an account before. Each keeps a random token per account in one cookie, which outlives
 * signing out and is renewed at each sign-in; the database holds hashes. A token opens nothing: it only keeps its browser
 * apart from the strangers whose guesses are counted together. The desktop app, whose cookies do not count, has what would be
 * in the cookie as a header.
 */
import { randomBytes } from 'node:crypto';
import { headers, sessionMaxAge } from '@kontor/contract/wire/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../adapters/clock.ts';
import type { Database } from '../db/database.ts';
import type { Env } from '../env.ts';
import { isFromDesktop } from './desktop.ts';
import { cookieOptions, hashToken } from './session.ts';

const cookieName = 'auth.device';

/** Tokens that one browser keeps: people who share it. */
const maxTokens = 5;

/** Browsers that one account knows. */
const maxDevices = 20;

const keptBy = (request: FastifyRequest): string =>
  String((isFromDesktop(request) ? request.headers[headers.device] : request.cookies[cookieName]) ?? '');

const tokensOf = (request: FastifyRequest): string[] =>
  keptBy(request)
    .split('.')
    .filter((token) => /^[\w-]{43}$/.test(token))
    .slice(0, maxTokens);

const hashesOf = (request: FastifyRequest): Buffer[] => tokensOf(request).map(hashToken);

interface DeviceServices {
  db: Database;
  clock: Clock;
  env: Env;
}

/**
 * Returns the token's hash by which the account of an address knows this browser; undefined where it does not, and where
 * there is no account. A browser without a token costs no query.
 */
export async function knownDevice(
  { db, clock }: Pick<DeviceServices, 'db' | 'clock'>,
  email: string,
  request: FastifyRequest,
): Promise<Buffer | undefined> {
  const hashes = hashesOf(request);
  if (hashes.length === 0) return undefined;
  const row = await db
    .selectFrom('known_device as device')
    .innerJoin('account', 'account.id', 'device.account_id')
    .select('device.token_hash')
    .where('account.email', '=', email)
    .where('device.token_hash', 'in', hashes)
    .where('device.created_at', '>', new Date(clock.now().getTime() - sessionMaxAge * 1000))
    .executeTakeFirst();
  return row?.token_hash;
}

/** Makes this browser one that the account knows, under a new token. The oldest ones beyond the limit are forgotten. */
export async function rememberDevice(
  { db, clock, env }: DeviceServices,
  accountId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const renewed = await forgetDevices(db, accountId, hashesOf(request));
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('known_device')
    .values({ account_id: accountId, token_hash: hashToken(token), created_at: clock.now() })
    .execute();
  await db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', (from) =>
      from
        .selectFrom('known_device')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .offset(maxDevices),
    )
    .execute();
  const others = tokensOf(request).filter((other) => !renewed.some((hash) => hash.equals(hashToken(other))));
  const kept = [token, ...others].slice(0, maxTokens).join('.');
  if (isFromDesktop(request)) reply.header(headers.device, kept);
  else reply.setCookie(cookieName, kept, { ...cookieOptions(env), path: '/api', maxAge: sessionMaxAge });
}

/** Forgets those of an account's devices that have one of the tokens. Returns the hashes that it knew. */
async function forgetDevices(db: Database, accountId: string, hashes: Buffer[]): Promise<Buffer[]> {
  if (hashes.length === 0) return [];
  const rows = await db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', hashes)
    .returning('token_hash')
    .execute();
  return rows.map((row) => row.token_hash);
}

/** Forgets all of an account's devices, but for this browser. */
export async function forgetOtherDevices(
  db: Database,
  accountId: string,
  request: FastifyRequest,
): Promise<void> {
  const hashes = hashesOf(request);
  await db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .$if(hashes.length > 0, (others) => others.where('token_hash', 'not in', hashes))
    .execute();
}
