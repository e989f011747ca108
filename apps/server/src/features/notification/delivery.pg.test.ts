/** Looks at the mails about notifications, read by a real mail server. */
import { randomUUID } from 'node:crypto';
import type { NotificationSetting } from '@kontor/contract/wire/notification';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smtpMailer } from '../../adapters/smtp.ts';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/smtpServer.ts';
import {
  assignTasks,
  change,
  createCustomer,
  createProject,
  createWorkspace,
  enrol,
  expectApplied,
  newId,
  recordChange,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import { lastRounds, mailsPerHour, sendDigests, waitMs } from './digests.ts';
import { sweepNotifications } from './jobs.ts';

const minute = 60_000;
const hour = 60 * minute;

let server: TestServer;
let smtp: TestSmtpServer;
let mailer: ReturnType<typeof smtpMailer>;
let workspace: TestWorkspace;
let project: string;
let mate: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  smtp = await startSmtpServer();
  mailer = smtpMailer(smtp.url(), 'Kontor <kontor@example.org>');
  workspace = await createWorkspace(server);
  project = await createProject(workspace);
  mate = await createSignedIn(server);
  await enrol(workspace, mate);
});
afterAll(async () => {
  mailer.close();
  await smtp.close();
  await server.stop();
});
beforeEach(async () => {
  smtp.received.length = 0;
  for (const table of ['notification', 'notification_mail', 'notification_setting'])
    await sql(`DELETE FROM ${table}`);
});

const sql = (text: string, values: unknown[] = []) => server.services.pool.query(text, values);

const assign = (count: number, ...people: TestAccount[]) => assignTasks(workspace, project, count, ...people);

const round = () =>
  sendDigests({ ...server.services, mails: { send: (mail) => mailer.send(mail, randomUUID()) } });

const mails = () => Promise.all(smtp.received.map(({ raw }) => PostalMime.parse(raw)));

const store = (setting: Partial<NotificationSetting>) =>
  mate.client.call('PUT', '/api/account/notifications', { json: setting });

describe('mails', () => {
  it('wait a quarter of an hour, count what is left, and name nothing', async () => {
    const ids = await assign(3, mate);
    server.clock.advance(waitMs - 1);
    await round();
    expect(smtp.received).toEqual([]);
    const [{ id }] = (await sql('SELECT id FROM notification WHERE record_id = $1', [ids[0]])).rows as [
      { id: string },
    ];
    await mate.client.call('PATCH', `/api/workspaces/${workspace.id}/notifications`, {
      json: { ids: [id], isRead: true },
    });
    server.clock.advance(1);
    await round();
    await round();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail!.to).toMatchObject([{ address: mate.body.email }]);
    expect(mail!.subject).toBe('Alder & Sons: 2 items for you');
    const raw = smtp.received[0]!.raw.toString('latin1');
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    // No id of what it is about; the control: the workspace's stands in the link.
    const words = `${mail!.text} ${mail!.html} ${raw}`;
    expect([...ids, project, workspace.owner.userId].filter((each) => words.includes(each))).toEqual([]);
    expect(words).toContain(`${server.services.env.PUBLIC_URL}/${workspace.id}/notifications`);
  });

  it('go out at once, each morning, on Mondays or never, by kind of event', async () => {
    const sent = async (rhythm: 'AT_ONCE' | 'DAILY' | 'WEEKLY' | 'NEVER', laterMs: number) => {
      await sql('DELETE FROM notification');
      await sql('DELETE FROM notification_mail');
      smtp.received.length = 0;
      expect((await store({ mail: { ASSIGNED_TO_TASK: rhythm } })).status).toBe(200);
      await assign(1, mate);
      server.clock.advance(laterMs);
      await round();
      return smtp.received.length;
    };
    const { day, week } = lastRounds(server.clock.now());
    expect([day.getUTCHours(), week.getUTCHours(), week.getUTCDay()]).toEqual([6, 6, 1]);
    expect(await sent('AT_ONCE', waitMs)).toBe(1);
    expect(await sent('DAILY', 24 * hour + waitMs)).toBe(1);
    expect(await sent('WEEKLY', 7 * 24 * hour + waitMs)).toBe(1);
    expect(await sent('NEVER', 7 * 24 * hour)).toBe(0);
    // Another kind of event is still told at once.
    const comment = recordChange('comment.create', {
      scopeId: project,
      refs: { userId: workspace.owner.userId, notifyIds: [mate.userId] },
    });
    await expectApplied(change(workspace.owner, workspace.id, comment));
    server.clock.advance(waitMs);
    await round();
    expect(smtp.received).toHaveLength(1);
  });

  it.each(['DAILY', 'WEEKLY'] as const)(
    'go out once on a morning: what is new then waits (%s)',
    async (rhythm) => {
      await store({ mail: { ASSIGNED_TO_TASK: rhythm } });
      const period = (rhythm === 'DAILY' ? 1 : 7) * 24 * hour;
      const { day, week } = lastRounds(server.clock.now());
      let next = (rhythm === 'DAILY' ? day : week).getTime() + period;
      if (next - server.clock.now().getTime() < hour) next += period;
      const until = (ms: number) => server.clock.advance(ms - server.clock.now().getTime());
      const counts = async () => (await mails()).map(({ subject }) => Number(/\d+/.exec(subject!)![0]));
      until(next - 16 * minute);
      await assign(1, mate);
      until(next - 10 * minute);
      await assign(2, mate);
      for (const after of [0, 6, 16, 60]) {
        until(next + after * minute);
        await round();
        expect(await counts()).toEqual([1]);
      }
      until(next + period);
      await round();
      expect(await counts()).toEqual([1, 2]);
    },
  );

  it('group a flood: one in a quarter of an hour for a workspace, a hundred an hour for a person', async () => {
    // The control: without the bound each of these would be mailed.
    const workspaces = mailsPerHour + 20;
    // The id of each workspace is its scope's as well.
    await sql(
      `WITH flood AS (
         INSERT INTO workspace (id, name, color, logo, created_at)
         SELECT gen_random_uuid(), 'Flood', '#000000', '', now() FROM generate_series(1, $2) RETURNING id
       ), scopes AS (
         INSERT INTO scope (id, kind, access, workspace_id, revision, created_at)
         SELECT id, 'project', 'open', id, 1, now() FROM flood
       ), members AS (
         INSERT INTO membership (workspace_id, user_id, role, status, is_owner, cert_key, created_at)
         SELECT id, $1, 'EMPLOYEE', 'ACTIVE', false, '', now() FROM flood
       ) INSERT INTO notification (workspace_id, user_id, event, scope_id, subject_id, record_id, sender_id, created_at)
         SELECT id, $1, 'ASSIGNED_TO_TASK', id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $3
         FROM flood, generate_series(1, 3)`,
      [mate.userId, workspaces, server.clock.now()],
    );
    server.clock.advance(waitMs);
    await round();
    await round();
    expect(smtp.received).toHaveLength(mailsPerHour);
    server.clock.advance(hour - minute);
    await round();
    expect(smtp.received).toHaveLength(mailsPerHour);
    server.clock.advance(2 * minute);
    await round();
    expect(smtp.received).toHaveLength(workspaces);
    expect(new Set((await mails()).map(({ subject }) => subject))).toEqual(
      new Set(['Flood: 3 items for you']),
    );
    await sql(`DELETE FROM workspace WHERE name = 'Flood'`);
  });

  it('end with one click, without a session, and only by the link that was mailed', async () => {
    await assign(1, mate);
    server.clock.advance(waitMs);
    await round();
    const [{ headers }] = (await mails()) as [Awaited<ReturnType<typeof PostalMime.parse>>];
    const url = headers.find(({ key }) => key === 'list-unsubscribe')!.value.slice(1, -1);
    // Programs that look into links end nothing.
    for (const method of ['GET', 'HEAD']) expect((await fetch(url, { method })).status).toBe(200);
    expect(
      (await mate.client.call<NotificationSetting>('GET', '/api/account/notifications')).body.mail,
    ).toEqual({});
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const flipped = url.slice(0, -2) + (url.at(-2) === 'A' ? 'B' : 'A') + url.at(-1);
    expect((await fetch(flipped, { method: 'POST', body })).status).toBe(404);
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    // A zone that is not known here yet is left aside: the rest is stored.
    expect((await store({ quietFrom: 60, zone: 'Etc/Unknown' })).status).toBe(200);
    const { body: stored } = await mate.client.call<NotificationSetting>('GET', '/api/account/notifications');
    expect([stored.quietFrom, stored.zone]).toEqual([60, 'UTC']);
    // A page that was open meanwhile stores what is changed there, and nothing else.
    expect((await store({ sound: true, zone: 'UTC' })).status).toBe(200);
    await store({ mail: { NEW_COMMENT: 'AT_ONCE' } });
    await assign(1, mate);
    server.clock.advance(waitMs);
    await round();
    expect(smtp.received).toHaveLength(1);
  });

  it('reach a customer’s user about what is shared with them', async () => {
    const customer = await createCustomer(workspace);
    const guest = await createSignedIn(server);
    await enrol(workspace, guest, { role: 'CUSTOMER' });
    await sql(
      `INSERT INTO scope_key (scope_id, revision, type, generation, kid, recipient, key) VALUES ($1, 2, 'grant', 1, $2, $3, '{}')`,
      [customer.id, customer.kid, guest.userId],
    );
    const event = 'NEW_DOCUMENT_ON_CUSTOMER';
    await sql(
      `INSERT INTO notification (workspace_id, user_id, event, scope_id, subject_id, record_id, sender_id, created_at)
       VALUES ($1, $2, $3, $4, $4, $5, $6, $7)`,
      [workspace.id, guest.userId, event, customer.id, newId(), workspace.owner.userId, server.clock.now()],
    );
    server.clock.advance(waitMs);
    await round();
    const [mail] = await mails();
    expect(mail!.to).toMatchObject([{ address: guest.body.email }]);
    expect(mail!.text).toContain(`/${workspace.id}/dashboard`);
  });
});

it('are kept for ninety days, and what was taken away for one', async () => {
  await assign(2, mate);
  await sql(
    'UPDATE notification SET removed_at = created_at WHERE id = (SELECT id FROM notification LIMIT 1)',
  );
  const left = async () => {
    await sweepNotifications(server.services);
    return (await sql('SELECT FROM notification')).rowCount;
  };
  expect(await left()).toBe(2);
  server.clock.advance(25 * hour);
  expect(await left()).toBe(1);
  server.clock.advance(90 * 24 * hour);
  expect(await left()).toBe(0);
});
