import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openPool } from './db/database.ts';
import { startJobs } from './jobs.ts';
import { createTestDatabase } from './testing/database.ts';

it('runs a job when it comes round, survives its failure, and stops', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database.connection, () => undefined);
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  let runs = 0;
  const count = {
    name: 'count',
    cron: '0 0 1 1 *',
    run: async () => {
      if (++runs === 1) throw new Error('planted');
    },
  };
  const jobs = await startJobs(pool, [count], log);
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
  await jobs.stop();
  await pool.end();
  await database.drop();
});
