/** Mails leave through the queue: none is lost while the mail server is away, none comes twice, and none lies in clear. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testClock } from './adapters/clock.ts';
import type { Mailer } from './adapters/mail.ts';
import { localMailbox } from './adapters/mailbox.ts';
import { smtpMailer } from './adapters/smtp.ts';
import { openDatabase, openPool, transaction } from './db/database.ts';
import { type Jobs, openJobs } from './jobs.ts';
import { type Mails, openMails } from './mails.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { startSmtpServer, type TestSmtpServer } from './testing/smtpServer.ts';

let database: TestDatabase;
let pool: pg.Pool;
let dataPath: string;
let smtp: TestSmtpServer;
let lines: string[];
const clock = testClock();
const log = pino({}, { write: (line) => lines.push(line) });
const closers: (() => Promise<void> | void)[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  pool = openPool(database.connection, () => undefined);
  dataPath = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  smtp = await startSmtpServer();
  lines = [];
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await smtp.close();
  await pool.end();
  await database.drop();
  rmSync(dataPath, { recursive: true });
});

/** Opens the queue as a process of its own would. Polls seldom, unless a test waits for a retry. */
async function startProcess({
  mailer = smtpMailer(smtp.url(), 'Kontor <kontor@example.org>') as Mailer,
  pollSeconds = 20,
} = {}): Promise<{ mails: Mails; jobs: Jobs }> {
  const jobs = await openJobs(pool, log, { pollSeconds });
  closers.push(
    () => mailer.close(),
    () => jobs.stop(),
  );
  const timing = { retryDelay: 1, retryDelayMax: 1 };
  return { jobs, mails: await openMails(jobs, { dataPath, clock, mailer, log }, timing) };
}

const mail = (n: number) => ({
  to: `jana${n}@example.org`,
  subject: `Grüße 04213${n}`,
  text: 'Über uns\n',
  html: '<p>Über uns</p>',
});

const later = () => ({ expiresAt: new Date(clock.now().getTime() + 60_000) });

const retrying = { timeout: 30_000, interval: 50 };
const soon = { timeout: 5_000, interval: 20 };

it('tries again until the mail server takes a mail, which then comes once, and says nothing of whose it is', async () => {
  smtp.refuse({ code: 451, at: 'data' });
  const { mails } = await startProcess({ pollSeconds: 0.5 });
  await mails.send(mail(1), later());
  await expect.poll(() => smtp.attempts(), retrying).toBeGreaterThan(1);
  smtp.refuse();
  await expect.poll(() => smtp.received.length, retrying).toBe(1);
  const attempts = smtp.attempts();
  await expect
    .poll(async () => (await pool.query("SELECT state FROM pgboss.job WHERE name = 'mail'")).rows, retrying)
    .toEqual([{ state: 'completed' }]);
  expect(smtp.attempts()).toBe(attempts);
  const { subject, html, messageId } = await PostalMime.parse(smtp.received[0]!.raw);
  expect([subject, html?.trim()]).toEqual([mail(1).subject, mail(1).html]);
  expect(messageId).toMatch(/^<[0-9a-f-]{36}@example\.org>$/);
  expect(lines.join()).toContain('451');
  expect(lines.join()).not.toMatch(/jana|042131|Grüße/);
});

it('sends after a restart what could not be sent before, once', async () => {
  const port = Number(new URL(smtp.url()).port);
  await smtp.close();
  const first = await startProcess();
  await first.mails.send(mail(1), later());
  await expect.poll(() => lines.join(), soon).toContain('ESOCKET');
  await first.jobs.stop();
  smtp = await startSmtpServer(port);
  await startProcess({ pollSeconds: 0.5 });
  await startProcess({ pollSeconds: 0.5 });
  await expect.poll(() => smtp.received.length, retrying).toBe(1);
});

it('finishes the mail that is being sent when the process stops, and no other process sends it', async () => {
  smtp.delay(700);
  const first = await startProcess();
  await first.mails.send(mail(1), later());
  await expect.poll(() => smtp.attempts(), soon).toBe(1);
  const second = await startProcess({ pollSeconds: 0.5 });
  await first.jobs.stop();
  expect(smtp.received).toHaveLength(1);
  await second.mails.send(mail(2), later());
  await expect.poll(() => smtp.received.length, soon).toBe(2);
  expect(smtp.received.map(({ to }) => to[0])).toEqual([mail(1).to, mail(2).to]);
});

it('sends each mail once where several processes share the queue', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const all = Array.from({ length: 30 }, (_, n) => mail(n));
  await Promise.all(all.map((each, n) => (n % 2 ? one : two).mails.send(each, later())));
  await expect.poll(() => smtp.received.length, soon).toBe(30);
  expect(smtp.attempts()).toBe(30);
  expect(new Set(smtp.received.map(({ to }) => to[0]))).toEqual(new Set(all.map(({ to }) => to)));
});

it('sends nothing of a transaction that is rolled back', async () => {
  const { mails } = await startProcess();
  const db = openDatabase(pool);
  await transaction(db, async (tx) => {
    await mails.send(mail(1), { tx, ...later() });
    throw new Error('planted');
  }).catch(() => {});
  await transaction(db, (tx) => mails.send(mail(2), { tx, ...later() }));
  await expect.poll(() => smtp.received.map(({ to }) => to[0]), soon).toEqual([mail(2).to]);
});

it('shows a mail in the local mailbox without waiting for the next look into the queue', async () => {
  const mailbox = localMailbox(dataPath);
  const { mails } = await startProcess({ mailer: mailbox });
  await mails.send(mail(1), later());
  // It polls each 20 s.
  await expect.poll(async () => (await mailbox.list()).length, { timeout: 10_000, interval: 10 }).toBe(1);
});

it('leaves nothing of a mail in the database that anybody could read', async () => {
  smtp.refuse({ code: 451, at: 'data' });
  const { mails } = await startProcess();
  await mails.send(mail(1), later());
  await expect.poll(() => lines.join(), soon).toContain('EMESSAGE 451');
  const { rows } = await pool.query<{ text: string }>('SELECT j::text AS text FROM pgboss.job j');
  const text = rows.map((row) => row.text).join();
  expect(text).toContain('sealed');
  expect(text).not.toMatch(/jana|042131|Grü|ber uns/);
});

it('does not send what a stranger put into the queue, nor what somebody changed there', async () => {
  const { mails } = await startProcess({ pollSeconds: 0.5 });
  smtp.refuse({ code: 451, at: 'data' });
  await mails.send(mail(1), later());
  await expect.poll(() => lines.join(), soon).toContain('EMESSAGE 451');
  // The queue puts a failed job back as a new row: only the one that waits there is the one that is tried again.
  const change = () =>
    pool.query(
      `UPDATE pgboss.job SET data = jsonb_build_object('sealed', reverse(data->>'sealed'))
       WHERE name = 'mail' AND state = 'retry'`,
    );
  await expect.poll(async () => (await change()).rowCount, retrying).toBe(1);
  // Mails are refused until then: an attempt that had begun before would still go through.
  const isRefused = (line: string) => line.includes('unable to authenticate data');
  await expect.poll(() => lines.some(isRefused), retrying).toBe(true);
  smtp.refuse();
  const { length } = lines;
  await expect.poll(() => lines.length, retrying).toBeGreaterThan(length);
  expect(smtp.received).toEqual([]);
});

it('gives a mail up that is refused for good, and says so', async () => {
  smtp.refuse({ code: 550, at: 'recipient' });
  const { mails } = await startProcess({ pollSeconds: 0.5 });
  await mails.send(mail(1), { ...later(), about: 'invoice 2026-0001' });
  await expect.poll(() => lines.join(), retrying).toContain('a job was given up');
  expect(lines.find((line) => line.includes('a job was given up'))).toContain('invoice 2026-0001');
  expect(smtp.attempts()).toBe(1);
  expect(lines.join()).not.toContain('jana');
});

it('drops a mail whose time is over', async () => {
  const { mails } = await startProcess();
  await mails.send(mail(1), { expiresAt: clock.now() });
  await expect.poll(() => lines.join(), soon).toContain('a mail was dropped');
  expect(smtp.attempts()).toBe(0);
});
