/** Background work over the database, shared by all processes: scheduled jobs, and queues of payloads. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type Job as BossJob, type ConstructorOptions, fromKysely, type JobResult, PgBoss } from 'pg-boss';
import { afterCommit, type Tx } from './db/database.ts';

export interface Job {
  /** Of letters, digits, hyphens, dots. */
  name: string;
  /** When, as cron has it, in UTC; the shortest step is a minute. */
  cron: string;
  /** Does the work; must bear being interrupted anywhere and being run again. */
  run(): Promise<void>;
}

/** A queue of payloads (JSON), which the database holds until they are done. */
export interface QueueDefinition<T extends object> {
  /** Of letters, digits, hyphens, dots. */
  name: string;
  /** Attempts after the first one. */
  retryLimit: number;
  /** Seconds before the first retry; they double with each, up to `retryDelayMax`. */
  retryDelay: number;
  retryDelayMax: number;
  /** Seconds after which an attempt counts as failed, because its process died. */
  attemptSeconds: number;
  /** Payloads that a process handles at once. */
  workers: number;
  /**
   * Handles a payload. An error is logged, and the payload tried again. A finished attempt may still be repeated, if the
   * process dies at that moment; `id` is the same in all attempts.
   * @throws GiveUp where no retry would help.
   */
  run(payload: T, id: string): Promise<void>;
}

/** Thrown where no retry would help: the payload becomes a dead letter at once. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}

export interface SendOptions {
  /** Queues the payload in this transaction: it is handled after the commit, or never. */
  tx?: Tx;
  startAfter?: Date;
  /** While a payload of the same key waits for its first attempt, another one is dropped. */
  key?: string;
}

export interface Queue<T extends object> {
  /** Queues a payload. Without `startAfter` it is handled at once. */
  send(payload: T, options?: SendOptions): Promise<void>;
}

export interface Jobs {
  /** Schedules a job. */
  schedule(job: Job): Promise<void>;
  /** Runs a scheduled job now. */
  trigger(name: string): Promise<void>;
  /** Opens a queue and handles its payloads in this process. */
  open<T extends object>(definition: QueueDefinition<T>): Promise<Queue<T>>;
  /** Stops, and waits for what is running. */
  stop(): Promise<void>;
}

/** The queue of payloads that were given up; its worker logs them. */
const deadLetter = 'dead-letter';

/** Seconds that a finished payload stays in its table. */
const keptSeconds = 3_600;

/** Returns a function that handles one payload and reports the outcome. */
const attempt =
  <T extends object>({ name, run }: QueueDefinition<T>, log: FastifyBaseLogger) =>
  async ({ id, data, retryCount }: BossJob<T>): Promise<JobResult> => {
    try {
      await run(data, id);
      return { id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, queue: name, job: id, attempt: retryCount + 1 }, 'an attempt at a job failed');
      return { id, status: error instanceof GiveUp ? 'deadletter' : 'failed' };
    }
  };

const bossOver = (pool: pg.Pool, more: ConstructorOptions) =>
  new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, ...more });

/** Makes the tables of the jobs, or brings them up to date. `pool` is the owner's. */
export async function installJobs(pool: pg.Pool): Promise<void> {
  const boss = bossOver(pool, { supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

/** Opens the jobs over the pool. `pollSeconds`: interval of looking for what other processes, or the clock, have queued. */
export async function openJobs(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  { pollSeconds = 20 }: { pollSeconds?: number } = {},
): Promise<Jobs> {
  const polling = { pollingIntervalSeconds: pollSeconds };
  const scheduled = new Map<string, string>();
  const boss = bossOver(pool, { migrate: false });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  await boss.start();
  await boss.createQueue(deadLetter, { retryLimit: 0, deleteAfterSeconds: keptSeconds });
  await boss.work(deadLetter, { ...polling, includeMetadata: true }, async ([letter]) => {
    const { sourceName, sourceId, sourceRetryCount, data } = letter!;
    const { about } = data as { about?: string };
    log.error({ queue: sourceName, job: sourceId, retries: sourceRetryCount, about }, 'a job was given up');
  });

  const startWorker = async <T extends object>(definition: QueueDefinition<T>): Promise<string> => {
    const run = attempt(definition, log);
    const worker: string = await boss.work<T>(
      definition.name,
      { ...polling, perJobResults: true },
      async ([job]) => {
        // So that it looks for the next one at once, and not after its pause.
        boss.notifyWorker(worker);
        return [await run(job!)];
      },
    );
    return worker;
  };

  return {
    schedule: async ({ name, cron, run }) => {
      // `short`: a round that is due while the last one still waits would only do the same work again.
      await boss.createQueue(name, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 24 * 3600 });
      const worker = await boss.work(name, polling, async () => {
        try {
          await run();
        } catch (error) {
          log.error({ err: error, job: name }, 'a job failed');
          throw error;
        }
      });
      scheduled.set(name, worker);
      await boss.schedule(name, cron);
    },

    trigger: async (name) => {
      await boss.send(name);
      boss.notifyWorker(scheduled.get(name)!);
    },

    open: async (definition) => {
      const { name, retryLimit, retryDelay, retryDelayMax, attemptSeconds, workers: count } = definition;
      // `short`: among those that wait, a key is unique.
      await boss.createQueue(name, { policy: 'short', deadLetter });
      const workers = await Promise.all(Array.from({ length: count }, () => startWorker(definition)));
      const wake = () => {
        for (const worker of workers) boss.notifyWorker(worker);
      };
      const settings = {
        retryLimit,
        retryDelay,
        retryDelayMax,
        retryBackoff: true,
        expireInSeconds: attemptSeconds,
        deleteAfterSeconds: keptSeconds,
      };
      return {
        send: async (payload, { tx, startAfter, key = randomUUID() } = {}) => {
          await boss.send(name, payload, {
            ...settings,
            singletonKey: key,
            ...(startAfter && { startAfter }),
            ...(tx && { db: fromKysely(tx) }),
          });
          if (tx) afterCommit(tx, wake);
          else wake();
        },
      };
    },

    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
