/** Work that comes round by the clock, once for all processes that share the database. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';

export interface Job {
  /** Of letters, digits, hyphens, dots. */
  name: string;
  /** When, as cron has it, in UTC; the shortest step is a minute. */
  cron: string;
  /** Must bear being cut off anywhere and being run again. */
  run(): Promise<void>;
}

export interface Jobs {
  /** Lets a job come round now. */
  trigger(name: string): Promise<void>;
  /** Waits for those that are running. */
  stop(): Promise<void>;
}

/** Starts the jobs over the pool. */
export async function startJobs(pool: pg.Pool, jobs: readonly Job[], log: FastifyBaseLogger): Promise<Jobs> {
  const workers = new Map<string, string>();
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  await boss.start();
  for (const { name, cron, run } of jobs) {
    // `short`: a round that is due while the last one still waits would only do the same work again.
    await boss.createQueue(name, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 24 * 3600 });
    const worker = await boss.work(name, { pollingIntervalSeconds: 20 }, async () => {
      try {
        await run();
      } catch (error) {
        log.error({ err: error, job: name }, 'a job failed');
        throw error;
      }
    });
    workers.set(name, worker);
    await boss.schedule(name, cron);
  }
  return {
    trigger: async (name) => {
      await boss.send(name);
      boss.notifyWorker(workers.get(name)!);
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
