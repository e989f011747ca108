/** Looks at all that leaves the server about notifications: mails read by a real mail server, pushes opened as a browser would. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { NotificationSetting } from '@kontor/contract/wire/notification';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isInside } from '../../adapters/pushService.ts';
import { smtpMailer } from '../../adapters/smtp.ts';
import { openPushes } from '../../pushes.ts';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/smtpServer.ts';
import {
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
  for (const table of ['notification', 'notification_mail', 'notification_setting', 'push_subscription'])
    await sql(`DELETE FROM ${table}`);
});

const sql = (text: string, values: unknown[] = []) => server.services.pool.query(text, values);

/** Assigns new tasks to people, each in a change of its own. */
async function assign(count: number, ...people: TestAccount[]): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const assigneeIds = people.map(({ userId }) => userId);
    const task = recordChange('task.create', { scopeId: project, refs: { assigneeIds } });
    await expectApplied(change(workspace.owner, workspace.id, task));
    ids.push(task.args.id);
  }
  return ids;
}

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
    expect(await sent('DAILY', 24 * hour)).toBe(1);
    expect(await sent('WEEKLY', 7 * 24 * hour)).toBe(1);
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
    expect((await fetch(url)).status).toBe(200);
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

describe('pushes', () => {
  interface Pushed {
    body: Buffer;
    authorization: string;
    encoding: string | undefined;
  }
  let service: Server;
  let endpoint: string;
  let status = 201;
  const pushed: Pushed[] = [];
  const device = createECDH('prime256v1');
  const p256dh = device.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');

  beforeAll(async () => {
    service = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        pushed.push({
          body: Buffer.concat(chunks),
          authorization: request.headers.authorization ?? '',
          encoding: request.headers['content-encoding'],
        });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/push/${random(16)}`;
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    pushed.length = 0;
    status = 201;
    const answer = await mate.client.call('PUT', '/api/account/push', { json: { endpoint, p256dh, auth } });
    expect(answer.status).toBe(200);
  });

  /** Opens a message as RFC 8291 and RFC 8188 say, by code of our own. */
  function opened(body: Buffer): Record<string, unknown> {
    const salt = body.subarray(0, 16);
    const keyLength = body[20]!;
    const serverKey = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), serverKey]);
    const secret = hkdfSync(
      'sha256',
      device.computeSecret(serverKey),
      Buffer.from(auth, 'base64url'),
      info,
      32,
    );
    const derived = (use: string, size: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${use}\0`, size));
    const opening = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    opening.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
  }

  it('say fixed words and a link, sealed for the device and signed by the server', async () => {
    const ids = await assign(5, mate);
    await server.services.pushes.flush();
    // A burst is one push, and what was pushed is not pushed again.
    await server.services.pushes.flush();
    expect(pushed).toHaveLength(1);
    const [{ body, authorization, encoding }] = pushed as [Pushed];
    expect(encoding).toBe('aes128gcm');
    const message = opened(body);
    expect(message).toEqual({
      web_push: 8030,
      notification: {
        title: 'Kontor',
        body: 'There is something new for you.',
        lang: 'en',
        tag: workspace.id,
        navigate: `${server.services.env.PUBLIC_URL}/${workspace.id}/notifications`,
      },
    });
    const text = JSON.stringify(message);
    expect([...ids, project, 'Alder'].filter((each) => text.includes(each))).toEqual([]);
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
    const [head, claims, signature] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const coordinates = { x: point.subarray(1, 33), y: point.subarray(33) };
    const jwk = {
      ...{ kty: 'EC', crv: 'P-256' },
      x: coordinates.x.toString('base64url'),
      y: coordinates.y.toString('base64url'),
    };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const isSigned = (bytes: string) =>
      verify(
        'sha256',
        Buffer.from(bytes),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature!, 'base64url'),
      );
    expect(isSigned(`${head}.${claims}`)).toBe(true);
    expect(isSigned(`${head}.${claims}x`)).toBe(false);
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
      aud: new URL(endpoint).origin,
    });
    const { body: state } = await mate.client.call<{ publicKey: string; isOn: boolean }>(
      'GET',
      '/api/account/push',
    );
    expect(state).toEqual({ publicKey: key, isOn: true });
  });

  it('lead a customer’s user to their dashboard', async () => {
    const firm = await createWorkspace(server);
    const customer = await createCustomer(firm);
    const guest = await createSignedIn(server);
    await enrol(firm, guest, { role: 'CUSTOMER' });
    await sql(
      `INSERT INTO scope_key (scope_id, revision, type, generation, kid, recipient, key) VALUES ($1, 2, 'grant', 1, $2, $3, '{}')`,
      [customer.id, customer.kid, guest.userId],
    );
    await guest.client.call('PUT', '/api/account/push', { json: { endpoint, p256dh, auth } });
    await sql(
      `INSERT INTO notification (workspace_id, user_id, event, scope_id, subject_id, record_id, sender_id, created_at)
       VALUES ($1, $2, 'NEW_DOCUMENT_ON_CUSTOMER', $3, $3, $4, $5, $6)`,
      [firm.id, guest.userId, customer.id, newId(), firm.owner.userId, server.clock.now()],
    );
    await server.services.pushes.flush();
    expect(pushed).toHaveLength(1);
    const navigate = `${server.services.env.PUBLIC_URL}/${firm.id}/dashboard`;
    expect(opened(pushed[0]!.body)).toMatchObject({ notification: { navigate } });
  });

  it('do not open for another device, nor changed', async () => {
    await assign(1, mate);
    await server.services.pushes.flush();
    const changed = Buffer.from(pushed[0]!.body);
    changed[changed.length - 20]! ^= 1;
    expect(() => opened(changed)).toThrow();
    expect(opened(pushed[0]!.body)).toHaveProperty('web_push');
  });

  it.each([404, 410])('forget a device that the service does not know any more: %i', async (code) => {
    status = code;
    await assign(1, mate);
    await server.services.pushes.flush();
    expect((await sql('SELECT FROM push_subscription')).rowCount).toBe(0);
    await assign(1, mate);
    await server.services.pushes.flush();
    expect(pushed).toHaveLength(1);
  });

  it('keep a device whose service has trouble', async () => {
    status = 503;
    await assign(1, mate);
    await server.services.pushes.flush();
    expect((await sql('SELECT FROM push_subscription')).rowCount).toBe(1);
  });

  it('wait for no service of somebody else: one that never answers, or never ends its answer', async () => {
    const other = await createSignedIn(server);
    await enrol(workspace, other);
    const sockets = new Set<Socket>();
    const silent = createServer((request, response) => {
      // A byte now and then keeps a timeout of the connection from coming.
      if (!request.url!.endsWith('begun')) return;
      response.writeHead(201);
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
    });
    silent.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const listen = async (path: string) => {
      const json = { endpoint: at + path, p256dh, auth };
      expect((await other.client.call('PUT', '/api/account/push', { json })).status).toBe(200);
    };
    // An answer is its status.
    await listen('begun');
    await assign(1, other);
    await server.services.pushes.flush();
    await expect.poll(() => sockets.size).toBe(0);

    await listen('silent');
    await assign(1, other);
    const pushes = openPushes(server.services);
    const stuck = pushes.flush();
    await expect.poll(() => sockets.size).toBe(1);
    await assign(1, mate);
    await pushes.flush();
    expect([pushed.length, sockets.size]).toEqual([1, 1]);
    // Nor does the end of the server wait.
    await pushes.close();
    await stuck;
    await expect.poll(() => sockets.size).toBe(0);
    silent.close();
  });

  it('wait for the end of quiet hours', async () => {
    const now = server.clock.now();
    const minuteNow = now.getUTCHours() * 60 + now.getUTCMinutes();
    const day = 24 * 60;
    await store({ quietFrom: (minuteNow + day - 5) % day, quietTo: (minuteNow + 5) % day });
    await assign(1, mate);
    await server.services.pushes.flush();
    expect(pushed).toEqual([]);
    server.clock.advance(6 * minute);
    await server.services.pushes.flush();
    expect(pushed).toHaveLength(1);
  });

  it('go to whoever is elsewhere than any clock that this machine knows', async () => {
    await store({ quietFrom: 0, quietTo: 1 });
    await sql("UPDATE notification_setting SET zone = 'Mars/Olympus_Mons' WHERE account_id = $1", [
      mate.userId,
    ]);
    server.clock.advance(10 * minute);
    await assign(1, mate);
    await server.services.pushes.flush();
    expect(pushed).toHaveLength(1);
  });

  it('go to no device of somebody who has read it, and to none that was signed out', async () => {
    await assign(1, mate);
    await sql('UPDATE notification SET read_at = now()');
    await server.services.pushes.flush();
    await assign(1, mate);
    await sql('DELETE FROM session WHERE account_id = $1', [mate.userId]);
    await server.services.pushes.flush();
    expect(pushed).toEqual([]);
  });
});

it('calls on no address inside the house', () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '172.20.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
  ];
  expect(inside.filter((address) => !isInside(address))).toEqual([]);
  expect(['93.184.216.34', '2606:2800:220:1::1'].filter(isInside)).toEqual([]);
});
