import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase, openPool, transaction } from './db/database.ts';
import { GiveUp, type Jobs, openJobs, type QueueDefinition } from './jobs.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;
let lines: string[];
let opened: Jobs[];
beforeEach(async () => {
  database = await createTestDatabase();
  pool = openPool(database.connection, () => undefined);
  db = openDatabase(pool);
  lines = [];
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((jobs) => jobs.stop()));
  await pool.end();
  await database.drop();
});

/** Opens the jobs as a process of its own would. */
async function startProcess(pollSeconds?: number): Promise<Jobs> {
  const log = pino({}, { write: (line) => lines.push(line) });
  const jobs = await openJobs(pool, log, pollSeconds === undefined ? {} : { pollSeconds });
  opened.push(jobs);
  return jobs;
}

interface Payload {
  n: number;
}

/** Defines a queue that notes its payloads; `more` overrides it. */
function counting(more: Partial<QueueDefinition<Payload>> = {}) {
  const seen: number[] = [];
  const definition: QueueDefinition<Payload> = {
    name: 'count',
    retryLimit: 2,
    retryDelay: 1,
    retryDelayMax: 1,
    attemptSeconds: 30,
    workers: 2,
    run: async ({ n }) => {
      seen.push(n);
    },
    ...more,
  };
  return { seen, definition };
}

/** Bound for a worker that was woken, far below the interval of polling. */
const soon = { timeout: 5_000, interval: 20 };

it('runs a job when it comes round, survives its failure, and stops', async () => {
  let runs = 0;
  const jobs = await startProcess();
  await jobs.schedule({
    name: 'count',
    cron: '0 0 1 1 *',
    run: async () => {
      if (++runs === 1) throw new Error('planted');
    },
  });
  await jobs.trigger('count');
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => lines.join()).toContain('planted');
  await expect
    .poll(
      async () => {
        await jobs.trigger('count');
        return runs;
      },
      { timeout: 10_000, interval: 200 },
    )
    .toBeGreaterThan(1);
  const scheduled = await pool.query('SELECT name, cron FROM pgboss.schedule');
  expect(scheduled.rows).toEqual([{ name: 'count', cron: '0 0 1 1 *' }]);
});

describe('a queue', () => {
  it('handles payloads at once, each once, whichever process sent it', async () => {
    const { seen, definition } = counting();
    const [one, two] = [await startProcess(), await startProcess()];
    const queues = [await one.open(definition), await two.open(definition)];
    const all = Array.from({ length: 40 }, (_, n) => n);
    await Promise.all(all.map((n) => queues[n % 2]!.send({ n })));
    await expect.poll(() => seen.length, soon).toBe(40);
    await sleep(200);
    expect(seen.toSorted((a, b) => a - b)).toEqual(all);
  });

  it('handles what a transaction sent once that is committed, and nothing of one that is not', async () => {
    const { seen, definition } = counting();
    const queue = await (await startProcess()).open(definition);
    await transaction(db, async (tx) => {
      await queue.send({ n: 1 }, { tx });
      await sleep(200);
      expect(seen).toEqual([]);
    });
    const failed = transaction(db, async (tx) => {
      await queue.send({ n: 2 }, { tx });
      throw new Error('planted');
    });
    await expect(failed).rejects.toThrow('planted');
    await expect.poll(() => seen, soon).toEqual([1]);
    const { rows } = await pool.query("SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'count'");
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('tries again under the same id, then gives up, and says so without the payload', async () => {
    const ids = new Set<string>();
    let attempts = 0;
    const { definition } = counting({
      run: async (_payload, id) => {
        ids.add(id);
        attempts++;
        throw new Error('planted');
      },
    });
    const queue = await (await startProcess(0.5)).open(definition);
    await queue.send({ n: 815_815 });
    await expect.poll(() => lines.join(), { timeout: 30_000 }).toContain('a job was given up');
    expect(attempts).toBe(3);
    const said = lines.map((line) => JSON.parse(line) as { msg: string; job: string; attempt?: number });
    const [id] = ids;
    expect(said.map(({ msg, job, attempt }) => [msg, job, attempt])).toEqual([
      ['an attempt at a job failed', id, 1],
      ['an attempt at a job failed', id, 2],
      ['an attempt at a job failed', id, 3],
      ['a job was given up', id, undefined],
    ]);
    expect(lines.join()).not.toContain('815815');
  });

  it('gives up at once where no retry would help', async () => {
    let attempts = 0;
    const { definition } = counting({
      run: async () => {
        attempts++;
        throw new GiveUp('planted');
      },
    });
    const queue = await (await startProcess(0.5)).open(definition);
    await queue.send({ n: 1 });
    await expect.poll(() => lines.join(), { timeout: 30_000 }).toContain('a job was given up');
    expect(attempts).toBe(1);
  });

  it('keeps what was sent while nobody handles it', async () => {
    const { seen, definition } = counting();
    const first = await startProcess();
    const never = await first.open({ ...definition, workers: 0 });
    await never.send({ n: 1 });
    await first.stop();
    await (await startProcess()).open(definition);
    await expect.poll(() => seen, soon).toEqual([1]);
  });

  it('waits for a later time, and takes one payload of a key until then', async () => {
    const { seen, definition } = counting();
    const queue = await (await startProcess(0.5)).open(definition);
    const startAfter = new Date(Date.now() + 2_000);
    await queue.send({ n: 1 }, { startAfter, key: 'jana' });
    await queue.send({ n: 2 }, { startAfter, key: 'jana' });
    await queue.send({ n: 3 }, { startAfter, key: 'olaf' });
    await queue.send({ n: 4 });
    await expect.poll(() => seen, soon).toEqual([4]);
    expect(Date.now()).toBeLessThan(startAfter.getTime());
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(3);
    expect(Date.now()).toBeGreaterThanOrEqual(startAfter.getTime());
    expect(seen.toSorted()).toEqual([1, 3, 4]);
    // The key is free again.
    await queue.send({ n: 5 }, { key: 'jana' });
    await expect.poll(() => seen.length, soon).toBe(4);
  });

  it('lets what is running come to its end before it stops', async () => {
    let isDone = false;
    let isRunning = false;
    const { definition } = counting({
      run: async () => {
        isRunning = true;
        await sleep(500);
        isDone = true;
      },
    });
    const jobs = await startProcess();
    const queue = await jobs.open(definition);
    await queue.send({ n: 1 });
    await expect.poll(() => isRunning, soon).toBe(true);
    await jobs.stop();
    expect(isDone).toBe(true);
    const { rows } = await pool.query("SELECT state FROM pgboss.job WHERE name = 'count'");
    expect(rows).toEqual([{ state: 'completed' }]);
  });
});
