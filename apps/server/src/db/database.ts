/** The pool of connections, typed queries over it, and transactions. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './prepared.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** Parses a `bigint` (revisions, sizes); one beyond 2^53 throws instead of being rounded. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is no safe integer`);
  return value;
}

/** Parsers of the text format, by type. A day has no time zone, so it stays text. */
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: safeInteger,
  [pg.types.builtins.DATE]: String,
};

const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format: 'text' | 'binary') =>
    (format !== 'binary' && parsers[id]) ||
    pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
};

/**
 * Opens a pool. `onError` is told of connections that break (a database that restarts), idle or in use: an `error` event
 * that nobody listens to would end the process, and the pool itself listens to the idle ones alone.
 */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    types,
    ...config,
  });
  const inUse = new Set<pg.PoolClient>();
  lent.set(pool, inUse);
  pool.on('error', onError);
  pool.on('acquire', (client) => {
    client.on('error', onError);
    inUse.add(client);
  });
  pool.on('release', (_error, client) => {
    client.off('error', onError);
    inUse.delete(client);
  });
  return pool;
}

/** The connections in use. */
const lent = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/**
 * Ends the pool and waits until each connection is closed, which `pool.end()` alone does not. What is in use for longer
 * than `patienceMs` is cut off: the database takes its transaction back.
 */
export async function closePool(pool: pg.Pool, patienceMs = 5_000): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let open = pool.totalCount;
  pool.on('remove', () => {
    if (--open === 0) resolve();
  });
  if (open === 0) resolve();
  const { promise: cut, resolve: giveUp } = Promise.withResolvers<void>();
  const impatience = setTimeout(() => {
    for (const client of lent.get(pool) ?? [])
      void (client as pg.PoolClient & pg.Client).end().catch(() => {});
    giveUp();
  }, patienceMs);
  await Promise.race([Promise.all([pool.end(), closed]), cut]);
  clearTimeout(impatience);
}

/** The database whose transaction is under way, in what its work calls. */
const open = new AsyncLocalStorage<Database>();

/**
 * Opens typed queries over a pool. Within a transaction they go by its `tx`: a second connection is refused, since
 * transactions that each hold one and wait for another wait for each other as soon as there are as many as connections.
 */
export function openDatabase(pool: pg.Pool): Database {
  const connect = async () => {
    if (open.getStore() === db) throw new Error('a query within a transaction has to go by its tx');
    return pool.connect();
  };
  const db: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  });
  return db;
}

/** SQLSTATEs of serialisation failure and deadlock: nothing was written, and a retry is right (PostgreSQL 18, 13.5). */
const transient = new Set(['40001', '40P01']);

/** Callbacks of the transactions under way. */
const commitCallbacks = new WeakMap<Tx, (() => Promise<void> | void)[]>();

/** Runs a callback once the transaction is committed, before `transaction` returns; never where it is rolled back. */
export function afterCommit(tx: Tx, callback: () => Promise<void> | void): void {
  commitCallbacks.get(tx)!.push(callback);
}

/**
 * Runs `work` in one transaction: all of it is committed or none. Retries up to three times where PostgreSQL aborted it
 * because of another transaction; so `work` must have no effect outside the database, but `afterCommit` may.
 */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const callbacks: (() => Promise<void> | void)[] = [];
    let result: T;
    try {
      result = await db.transaction().execute((tx) => {
        commitCallbacks.set(tx, callbacks);
        return open.run(db, work, tx);
      });
    } catch (error) {
      if (attempt >= 3 || !transient.has((error as pg.DatabaseError).code ?? '')) throw error;
      continue;
    }
    for (const callback of callbacks) await callback();
    return result;
  }
}

const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08006',
]);

/** Tests for an error that says that the database cannot be reached just now. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    connectionErrors.has(code ?? '') ||
    /connection terminated|timeout exceeded when trying to connect/i.test(message ?? '')
  );
}

/** Tests for a text that the database cannot store: one with a NUL character. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');

/**
 * Returns the reason why a constraint refused the values: `conflict` with another row, a row that is `missing`, or an
 * `invalid` value in itself. Undefined for other errors (PostgreSQL 18, appendix A, class 23).
 */
export function constraintFault(error: unknown): 'conflict' | 'missing' | 'invalid' | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return undefined;
  if (error.code === '23505' || error.code === '23P01') return 'conflict';
  return error.code === '23503' ? 'missing' : 'invalid';
}

/** Tests for a violation of the unique constraint of that name. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
