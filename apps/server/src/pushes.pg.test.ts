/** Looks at what is pushed to browsers, opened as a browser would. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { NotificationSetting } from '@kontor/contract/wire/notification';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isInside } from './adapters/pushService.ts';
import { openPushes } from './pushes.ts';
import { createSignedIn, signIn, type TestAccount } from './testing/accounts.ts';
import { resetAndSignIn } from './testing/recovery.ts';
import { random } from './testing/sealed.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import {
  assignTasks,
  createCustomer,
  createProject,
  createWorkspace,
  enrol,
  newId,
  type TestWorkspace,
} from './testing/workspaces.ts';

const minute = 60_000;

interface Pushed {
  body: Buffer;
  authorization: string;
  encoding: string | undefined;
}
let server: TestServer;
let workspace: TestWorkspace;
let project: string;
let mate: TestAccount;
let service: Server;
let endpoint: string;
let status = 201;
const pushed: Pushed[] = [];
const device = createECDH('prime256v1');
const p256dh = device.generateKeys('base64url');
const auth = randomBytes(16).toString('base64url');

beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  project = await createProject(workspace);
  mate = await createSignedIn(server);
  await enrol(workspace, mate);
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
afterAll(async () => {
  service.close();
  await server.stop();
});
beforeEach(async () => {
  for (const table of ['notification', 'notification_setting', 'push_subscription'])
    await sql(`DELETE FROM ${table}`);
  pushed.length = 0;
  status = 201;
  const answer = await mate.client.call('PUT', '/api/account/push', { json: { endpoint, p256dh, auth } });
  expect(answer.status).toBe(200);
});

const sql = (text: string, values: unknown[] = []) => server.services.pool.query(text, values);

const assign = (count: number, ...people: TestAccount[]) => assignTasks(workspace, project, count, ...people);

const store = (setting: Partial<NotificationSetting>) =>
  mate.client.call('PUT', '/api/account/notifications', { json: setting });

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
    kty: 'EC',
    crv: 'P-256',
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
  expect(await signIn(mate.client, mate.body)).toBe('/');
});

it('go to no device of before a reset, once the account is active again somewhere', async () => {
  const other = await createSignedIn(server);
  await enrol(workspace, other);
  await createWorkspace(server, other);
  const subscribed = await other.client.call('PUT', '/api/account/push', {
    json: { endpoint, p256dh, auth },
  });
  expect(subscribed.status).toBe(200);
  await resetAndSignIn(server, other);
  expect((await sql('SELECT FROM push_subscription')).rowCount).toBe(0);
  await enrol(workspace, other);
  const subscribe = (session: string) =>
    sql(
      `INSERT INTO push_subscription SELECT id, account_id, $2, $3, $4, now() FROM session
       WHERE account_id = $1 AND ${session}`,
      [other.userId, endpoint, Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')],
    );
  // A call of the old device was under way while the password was reset.
  await subscribe('former_public_key IS NOT NULL');
  await assign(1, other);
  await server.services.pushes.flush();
  await sql('DELETE FROM push_subscription');
  await subscribe('former_public_key IS NULL');
  // Nor do pushes outlive a session that nobody renewed.
  await sql('UPDATE session SET expires_at = $2 WHERE account_id = $1', [other.userId, server.clock.now()]);
  await server.services.pushes.flush();
  expect(pushed).toEqual([]);
  await sql(`UPDATE session SET expires_at = $2 WHERE account_id = $1`, [
    other.userId,
    new Date(server.clock.now().getTime() + minute),
  ]);
  await server.services.pushes.flush();
  expect(pushed).toHaveLength(1);
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
