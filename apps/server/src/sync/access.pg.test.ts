/** Subscribing and reading over a whole server: real sessions, real tables, real pusher-js. */
import { channelOf, type RevisionHint, revisionEvent } from '@kontor/contract/wire/channel';
import Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileLimit } from '../db/storage.ts';
import { uuidv7 } from '../http/uuid.ts';
import { createSignedIn, signIn, type TestAccount } from '../testing/accounts.ts';
import { httpClient } from '../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { actorIn, readableScopes } from './access.ts';

const id = () => uuidv7(new Date());

let server: TestServer;
let admin: TestAccount;
let employee: TestAccount;
let customer: TestAccount;
let workspaceId: string;
let closers: (() => void)[] = [];

const run = (text: string, values: unknown[]) => server.services.pool.query(text, values);

const enrol = (account: TestAccount, role: string, status = 'ACTIVE') =>
  run(
    `INSERT INTO membership (workspace_id, user_id, role, status, is_owner, cert_key, created_at)
     VALUES ($1, $2, $3, $4, false, '', now())
     ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = $3, status = $4`,
    [workspaceId, account.userId, role, status],
  );

async function createScope(kind: string, access: string, ...granted: TestAccount[]): Promise<string> {
  const scopeId = id();
  await run(
    `INSERT INTO scope (id, kind, access, workspace_id, revision, generation, kid, created_at)
     VALUES ($1, $2, $3, $4, 1, 2, '', now())`,
    [scopeId, kind, access, workspaceId],
  );
  for (const { userId } of granted) await grant(scopeId, userId, 2);
  return scopeId;
}

const grant = (scopeId: string, recipient: string, generation: number) =>
  run(
    `INSERT INTO scope_key (scope_id, revision, type, generation, kid, recipient, key)
     VALUES ($1, 1, 'grant', $2, '', $3, '{}')`,
    [scopeId, generation, recipient],
  );

beforeAll(async () => {
  server = await startTestServer();
  [admin, employee, customer] = await Promise.all([
    createSignedIn(server),
    createSignedIn(server),
    createSignedIn(server),
  ]);
});

beforeEach(async () => {
  workspaceId = id();
  await run(
    `INSERT INTO workspace (id, name, color, logo, created_at) VALUES ($1, 'Firm', '#000000', '', now())`,
    [workspaceId],
  );
  await enrol(admin, 'ADMIN');
  await enrol(employee, 'EMPLOYEE');
  await enrol(customer, 'CUSTOMER');
});

afterEach(() => {
  for (const close of closers) close();
  closers = [];
});

afterAll(() => server.stop());

function connect({ client }: Pick<TestAccount, 'client'>): Pusher {
  const { hostname, port } = new URL(server.url);
  const pusher = new Pusher('kontor', {
    cluster: '',
    wsHost: hostname,
    wsPort: Number(port),
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: async ({ socketId, channelName }, done) => {
        const form = { socket_id: socketId, channel_name: channelName };
        const { status, body } = await client.call<{ auth: string }>('POST', '/api/realtime/auth', { form });
        if (status === 200) done(null, body);
        else done(new Error(String(status)), null);
      },
    },
  });
  closers.push(() => pusher.disconnect());
  return pusher;
}

/** Tests if a channel lets somebody in. */
const joins = (pusher: Pusher, name: string) =>
  new Promise<boolean>((resolve) => {
    const channel = pusher.subscribe(name);
    channel.bind('pusher:subscription_succeeded', () => resolve(true));
    channel.bind('pusher:subscription_error', () => resolve(false));
  });

describe('channels', () => {
  it('open to whom their scope is readable', async () => {
    const theirs = await createScope('customer', 'private', customer);
    const others = await createScope('customer', 'private');
    const room = await createScope('room', 'private', employee);
    const channels = [
      channelOf.workspace(workspaceId, 'admins'),
      channelOf.workspace(workspaceId, 'staff'),
      channelOf.customer(theirs),
      channelOf.customer(others),
      channelOf.user(employee.userId),
      channelOf.workspace(id(), 'staff'),
      channelOf.customer(id()),
      channelOf.room(room),
      channelOf.room(theirs),
    ];
    const answers = (who: TestAccount) => {
      const pusher = connect(who);
      return Promise.all(channels.map((channel) => joins(pusher, channel)));
    };
    expect(await answers(admin)).toEqual([true, true, true, true, false, false, false, false, false]);
    expect(await answers(employee)).toEqual([false, true, true, true, true, false, false, true, false]);
    expect(await answers(customer)).toEqual([false, false, true, false, false, false, false, false, false]);
    for (const status of ['LOCKED', 'INACTIVE']) {
      await enrol(employee, 'EMPLOYEE', status);
      expect(await answers(employee)).toEqual([false, false, false, false, true, false, false, false, false]);
    }
  });

  it('carry hints until the session is revoked, and not beyond', async () => {
    const laptop = { client: httpClient(server.url) };
    await signIn(laptop.client, employee.body);
    const [phonePusher, laptopPusher] = [connect(employee), connect(laptop)];
    const staff = channelOf.workspace(workspaceId, 'staff');
    expect(await Promise.all([joins(phonePusher, staff), joins(laptopPusher, staff)])).toEqual([true, true]);
    const heard: number[] = [];
    laptopPusher.channel(staff)!.bind(revisionEvent, ({ revision }: RevisionHint) => heard.push(revision));
    server.services.realtime.publish([staff], revisionEvent, { scope: workspaceId, revision: 1 });
    await expect.poll(() => heard).toEqual([1]);

    type Listed = { id: string; isCurrent: boolean }[];
    const { body: sessions } = await laptop.client.call<Listed>('GET', '/api/account/sessions');
    const lost = sessions.find(({ isCurrent }) => isCurrent)!;
    const revoked = await employee.client.call('DELETE', `/api/account/sessions/${lost.id}`);
    expect(revoked.status).toBe(200);
    await expect.poll(() => laptopPusher.connection.state).toBe('disconnected');
    server.services.realtime.publish([staff], revisionEvent, { scope: workspaceId, revision: 2 });
    expect([heard, phonePusher.connection.state]).toEqual([[1], 'connected']);
    expect((await laptop.client.call('POST', '/api/realtime/auth', { form: {} })).status).toBe(401);
  });

  it('close to a member whose rights have ended', async () => {
    const pusher = connect(employee);
    const staff = channelOf.workspace(workspaceId, 'staff');
    expect(await joins(pusher, staff)).toBe(true);
    const before = pusher.connection.socket_id;
    await run('DELETE FROM membership WHERE user_id = $1', [employee.userId]);
    server.services.realtime.closeUser(employee.userId);
    const refused = new Promise((resolve) => {
      pusher.channel(staff)!.bind('pusher:subscription_error', resolve);
    });
    await refused;
    expect(pusher.connection.socket_id).not.toBe(before);
  });

  it('close within five seconds to a member of whose lost rights nobody says', async () => {
    const pusher = connect(employee);
    const staff = channelOf.workspace(workspaceId, 'staff');
    expect(await joins(pusher, staff)).toBe(true);
    const refused = new Promise((resolve) => {
      pusher.channel(staff)!.bind('pusher:subscription_error', resolve);
    });
    await run('DELETE FROM membership WHERE user_id = $1', [employee.userId]);
    await refused;
  }, 6_000);

  it('are not offered to pages of another site', async () => {
    const headers = { origin: 'https://evil.example' };
    const { status } = await employee.client.call('POST', '/api/realtime/auth', { form: {}, headers });
    expect(status).toBe(403);
  });
});

describe('scopes', () => {
  it('are readable by role, by grant of the current generation, and nowhere else', async () => {
    const scopes = {
      admins: await createScope('admins', 'private'),
      staff: await createScope('staff', 'private'),
      open: await createScope('project', 'open'),
      closed: await createScope('project', 'private', employee),
      room: await createScope('room', 'private', employee),
      theirs: await createScope('customer', 'private', customer),
    };
    const stale = await createScope('project', 'private');
    await grant(stale, employee.userId, 1);
    const elsewhere = workspaceId;
    const all = [...Object.values(scopes), stale, id()];
    const readBy = async (who: TestAccount) => {
      const actor = (await actorIn(server.services.db, who.userId, elsewhere))!;
      const readable = await readableScopes(server.services.db, actor, elsewhere, all);
      return all.map((scopeId) => readable.has(scopeId));
    };
    expect(await readBy(admin)).toEqual([true, true, true, true, false, true, true, false]);
    expect(await readBy(employee)).toEqual([false, true, true, true, true, true, false, false]);
    expect(await readBy(customer)).toEqual([false, false, false, false, false, true, false, false]);

    const actor = (await actorIn(server.services.db, admin.userId, workspaceId))!;
    expect(await readableScopes(server.services.db, actor, id(), all)).toEqual(new Set());
    expect(await actorIn(server.services.db, admin.userId, id())).toBeUndefined();
  });

  it('of a workspace share its storage, by plan or by the operator', async () => {
    const { db } = server.services;
    const gib = 1_073_741_824;
    const limit = (STORAGE_LIMIT_BYTES?: number, of = workspaceId) =>
      fileLimit(db, { STORAGE_LIMIT_BYTES }, of);
    expect(await limit()).toBe(Number.MAX_SAFE_INTEGER);
    expect(await limit(5)).toBe(5);
    const subscription = { workspace_id: workspaceId, status: 'active', plan: 'standard' } as const;
    await db
      .insertInto('subscription')
      .values({ ...subscription, trial_ends_at: new Date(), is_canceled: false, access: 'full' })
      .execute();
    expect(await limit()).toBe(100 * gib);
    await db.updateTable('subscription').set({ next_plan: 'basic' }).execute();
    expect(await limit()).toBe(10 * gib);
    expect(await limit(5)).toBe(5);
    expect(await limit(5, id())).toBe(0);
  });
});
