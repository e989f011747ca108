/**
 * Acknowledged writes survive: eight writers note every acknowledgement outside the server; server and database are
 * killed at random moments, started again on the same folder, and what is there is held against what was promised.
 * The machine's page cache outlives the processes, so the rounds prove order and atomicity; that the database flushes
 * before it answers is a setting of it, which is asked for.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createActor } from '@kontor/testkit/actor';
import { type RunningServer, startServer } from '@kontor/testkit/server';
import { expect, test } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { createLedger, damageIn, type Ledger } from './ledger.ts';
import { databasePid, isAlive, killHard, untilDead } from './processes.ts';
import { type CrashPlace, createPlace, readBack, Writer } from './writer.ts';

const roundsPerFolder = process.env.LONG ? 20 : 10;
const folders = process.env.LONG ? 10 : 1;
const databaseKills = process.env.LONG ? 60 : 3;
const writerCount = 8;

const killOrders = ['database first', 'server first', 'both at once'] as const;

interface Site {
  dataPath: string;
  server: RunningServer;
  place: CrashPlace;
  ledger: Ledger;
}

async function openSite(): Promise<Site> {
  const dataPath = mkdtempSync(join(tmpdir(), 'kontor-crash-'));
  // The database runs as another user where root starts it.
  chmodSync(dataPath, 0o755);
  const server = await startServer({ dataPath });
  const place = await createPlace(await createActor(server.url));
  return { dataPath, server, place, ledger: createLedger() };
}

async function closeSite({ dataPath, server }: Site): Promise<void> {
  await server.stop();
  rmSync(dataPath, { recursive: true, force: true });
}

/** Kills both processes and proves that neither runs. */
async function crash({ dataPath, server }: Site, order: (typeof killOrders)[number]): Promise<number[]> {
  const database = databasePid(dataPath)!;
  expect([server.pid, database].every(isAlive)).toBe(true);
  if (order !== 'server first') killHard(database);
  if (order !== 'both at once') await sleep(randomInt(40));
  await server.kill();
  // A server that outlived its database for a moment may have started another one.
  const pids = [server.pid, database, databasePid(dataPath) ?? database];
  for (const pid of pids) killHard(pid);
  await untilDead(pids);
  expect(pids.filter(isAlive)).toEqual([]);
  return pids;
}

/** Runs one round: write, crash, start again, compare. */
async function round(site: Site, writers: readonly Writer[], number: number): Promise<void> {
  const { ledger, dataPath, place } = site;
  const before = ledger.count;
  const running = Promise.all(writers.map((writer) => writer.run()));
  // A fault of a writer shows at once instead of after the wait.
  await Promise.race([running, acknowledgedBeyond(ledger, before + writerCount)]);
  await sleep(randomInt(400));
  await crash(site, killOrders[number % killOrders.length]!);
  await running;
  site.server = await startServer({ dataPath, port: site.server.port });
  const found = await readBack(place);
  expect(damageIn(ledger, found), `round ${number}`).toMatchObject({
    lost: [],
    halfApplied: [],
    foreign: [],
  });
}

/**
 * Kills the database alone while the writers write on. The server stays, starts it again by itself, and answers them:
 * nobody touches it.
 */
async function killDatabaseUnderLoad({ dataPath, server, ledger }: Site): Promise<void> {
  const before = ledger.count;
  await acknowledgedBeyond(ledger, before + writerCount);
  await sleep(randomInt(200));
  const database = databasePid(dataPath)!;
  killHard(database);
  await untilDead([database]);
  const killedAt = ledger.count;
  // To each of the writers an answer may have been on its way.
  await acknowledgedBeyond(ledger, killedAt + writerCount + 1);
  expect(databasePid(dataPath)).not.toBe(database);
  expect(isAlive(server.pid)).toBe(true);
}

async function acknowledgedBeyond(ledger: Ledger, count: number): Promise<void> {
  while (ledger.count < count) await sleep(5);
}

test.describe.configure({ mode: 'serial' });

for (let folder = 0; folder < folders; folder++) {
  test(`keeps every acknowledged write through ${roundsPerFolder} crashes (folder ${folder + 1} of ${folders})`, async () => {
    test.setTimeout(600_000);
    const site = await openSite();
    try {
      await withDatabase(site.dataPath, async (client) => {
        for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
          const { rows } = await client.query(`SHOW ${setting}`);
          expect(rows, setting).toEqual([{ [setting]: 'on' }]);
        }
      });
      const writers = Array.from({ length: writerCount }, () => new Writer(site.place, site.ledger));
      for (let number = 0; number < roundsPerFolder; number++) await round(site, writers, number);
      const damage = damageIn(site.ledger, await readBack(site.place));
      expect(site.ledger.count).toBeGreaterThan(roundsPerFolder * writerCount);
      expect(damage.checked).toBeGreaterThan(roundsPerFolder * writerCount);
      test.info().annotations.push({
        type: 'crashes',
        description: `${roundsPerFolder} crashes, ${site.ledger.count} acknowledged batches, ${damage.checked} records compared`,
      });
    } finally {
      await closeSite(site);
    }
  });
}

test(`answers again by itself after each of ${databaseKills} kills of the database under load`, async () => {
  test.setTimeout(600_000);
  const site = await openSite();
  try {
    const load = new AbortController();
    const writers = Array.from({ length: writerCount }, () => new Writer(site.place, site.ledger));
    const running = Promise.all(writers.map((writer) => writer.runThrough(load.signal)));
    const kills = (async () => {
      for (let kill = 0; kill < databaseKills; kill++) await killDatabaseUnderLoad(site);
      load.abort();
    })();
    await Promise.all([running, kills]);
    expect(writers.reduce((sum, { cuts }) => sum + cuts, 0)).toBeGreaterThanOrEqual(databaseKills);
    const damage = damageIn(site.ledger, await readBack(site.place));
    expect(damage).toMatchObject({ lost: [], halfApplied: [], foreign: [] });
    expect(damage.checked).toBeGreaterThan(databaseKills * writerCount);
    test.info().annotations.push({
      type: 'kills',
      description: `${databaseKills} kills, ${site.ledger.count} acknowledged batches, ${damage.checked} records compared`,
    });
  } finally {
    await closeSite(site);
  }
});

test('notices what was lost, halved or forged', async () => {
  const site = await openSite();
  const { ledger, place } = site;
  try {
    const running = new Writer(place, ledger).run();
    await Promise.race([running, acknowledgedBeyond(ledger, 20)]);
    await crash(site, 'both at once');
    await running;
    site.server = await startServer({ dataPath: site.dataPath, port: site.server.port });
    const found = await readBack(place);
    expect(damageIn(ledger, found)).toMatchObject({ lost: [], halfApplied: [], foreign: [] });

    // Half of a batch is missing.
    const whole = [...ledger.groups.values()].find(
      ({ acknowledged, sent }) => acknowledged === sent && sent.recordIds.length > 1,
    )!.sent;
    const halved = new Map(found);
    halved.delete(whole.recordIds[0]!);
    expect(damageIn(ledger, halved).halfApplied).toHaveLength(1);

    // A batch is kept under another one's name.
    const stray = new Map(found).set(whole.recordIds[0]!, {
      id: whole.recordIds[0]!,
      version: whole.version,
      batchId: randomUUID(),
    });
    expect(damageIn(ledger, stray).foreign).toHaveLength(1);

    // An acknowledgement of a write that was never sent.
    const forged = { ...whole, batchId: randomUUID(), version: whole.version + 1 };
    ledger.acknowledged(forged);
    expect(damageIn(ledger, await readBack(place)).lost).toHaveLength(1);
  } finally {
    await closeSite(site);
  }
});
