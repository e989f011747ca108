import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAccount, createSignedIn, signIn } from '../../testing/accounts.ts';
import { httpClient } from '../../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const random = (length: number) => randomBytes(length).toString('base64url');
const id = '0199a000-0000-7000-8000-000000000000';

describe('signed out', () => {
  it.each([
    ['GET', '/api/account', undefined],
    ['PATCH', '/api/account', { language: 'de' }],
    ['GET', '/api/account/kit', undefined],
    [
      'PUT',
      '/api/account/kit',
      {
        currentPassword: random(32),
        phraseVerification: random(32),
        privateKey: random(93),
        phrase: random(61),
      },
    ],
    ['DELETE', '/api/account/sessions/others', undefined],
    ['PUT', '/api/account/pins', { workspaceId: id, sealed: random(165) }],
    ['GET', '/api/account/sessions', undefined],
    ['DELETE', `/api/account/sessions/${id}`, undefined],
  ])('%s %s is refused', async (method, path, json) => {
    const { status, body } = await httpClient(server.url).call(method, path, { json });
    expect([status, body.code, body.message]).toEqual([401, 'NOT_SIGNED_IN', 'User not authorized']);
  });
});

describe('GET /api/account', () => {
  it('gives a device what it needs to open the account', async () => {
    const { client, body } = await createSignedIn(server);
    const answer = await client.call<{ deviceShare: string }>('GET', '/api/account');
    expect(answer.body).toMatchObject({
      id: body.userId,
      email: body.email,
      language: 'en',
      suite: 1,
      accountSalt: body.accountSalt,
      publicKey: body.publicKey,
      privateKey: body.privateKey,
      hasKit: false,
      pins: [],
      realtime: { key: 'kontor' },
    });
    expect(Buffer.from(answer.body.deviceShare, 'base64url')).toHaveLength(32);
  });

  it('gives each session a share of its own, which stays the same', async () => {
    const { client, body } = await createSignedIn(server);
    const share = async (browser = client) =>
      (await browser.call<{ deviceShare: string }>('GET', '/api/account')).body.deviceShare;
    const other = httpClient(server.url);
    expect(await signIn(other, body)).toBe('/');
    expect(await share(other)).not.toBe(await share());
    expect(await share()).toBe(await share());
  });
});

describe('PATCH /api/account', () => {
  it('changes the language', async () => {
    const { client } = await createSignedIn(server);
    expect((await client.call('PATCH', '/api/account', { json: { language: 'de' } })).status).toBe(200);
    expect((await client.call('GET', '/api/auth/session')).body).toMatchObject({ user: { language: 'de' } });
    for (const json of [{}, { language: 'fr' }, { language: null }])
      expect((await client.call('PATCH', '/api/account', { json })).body).toMatchObject({
        code: 'BAD_INPUT',
      });
  });
});

describe('PUT /api/account/kit', () => {
  it('keeps the recovery kit’s half', async () => {
    const { client, userId, body } = await createSignedIn(server);
    const currentPassword = body.password;
    const kit = {
      currentPassword,
      phraseVerification: random(32),
      privateKey: random(93),
      phrase: random(61),
    };
    expect((await client.call('PUT', '/api/account/kit', { json: kit })).status).toBe(200);
    expect((await client.call('GET', '/api/account')).body).toMatchObject({ hasKit: true });
    const row = await server.services.db
      .selectFrom('account')
      .select(['phrase_verification', 'phrase_private_key', 'phrase_sealed'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row.phrase_verification?.toString('base64url')).toBe(kit.phraseVerification);
    expect(row.phrase_private_key?.toString('base64url')).toBe(kit.privateKey);
    expect(row.phrase_sealed?.toString('base64url')).toBe(kit.phrase);
    const bad = { ...kit, phraseVerification: random(31) };
    expect((await client.call('PUT', '/api/account/kit', { json: bad })).body).toMatchObject({
      code: 'BAD_INPUT',
    });
  });
});

describe('PUT /api/account/pins', () => {
  it('keeps the newest pin of each workspace, for its user alone', async () => {
    const { client } = await createSignedIn(server);
    const other = await createSignedIn(server);
    const second = id.replace('8000', '8001');
    const pins = [
      { workspaceId: id, sealed: random(165) },
      { workspaceId: second, sealed: random(165) },
      { workspaceId: id, sealed: random(165) },
    ];
    for (const json of pins)
      expect((await client.call('PUT', '/api/account/pins', { json })).status).toBe(200);
    const { body } = await client.call<{ pins: unknown[] }>('GET', '/api/account');
    expect(body.pins).toHaveLength(2);
    expect(body.pins).toEqual(expect.arrayContaining([pins[1], pins[2]]));
    expect((await other.client.call('GET', '/api/account')).body.pins).toEqual([]);
  });

  it('refuses what is no pin', async () => {
    const { client } = await createSignedIn(server);
    const good = random(165);
    for (const json of [
      {},
      { workspaceId: 'x', sealed: good },
      { workspaceId: id, sealed: '' },
      { workspaceId: id, sealed: random(164) },
      { workspaceId: id, sealed: random(168) },
      { workspaceId: id, sealed: random(2_000) },
      { workspaceId: id, sealed: `${good.slice(0, -1)}=` },
      { workspaceId: id, sealed: `${good.slice(0, -1)} ` },
      { workspaceId: id, sealed: [...Buffer.alloc(165)] },
    ])
      expect((await client.call('PUT', '/api/account/pins', { json })).body).toMatchObject({
        code: 'BAD_INPUT',
      });
  });
});

describe('sessions', () => {
  interface Session {
    id: string;
    isCurrent: boolean;
    userAgent: string;
  }

  it('are listed and can be ended from another device, at once', async () => {
    const { client, body } = await createSignedIn(server);
    const phone = httpClient(server.url);
    expect(await signIn(phone, body)).toBe('/');
    const list = (await client.call<Session[]>('GET', '/api/account/sessions')).body;
    expect(list).toHaveLength(2);
    expect(list.filter((session) => session.isCurrent)).toHaveLength(1);
    const other = list.find((session) => !session.isCurrent)!;
    expect(other.userAgent).toContain('node');
    expect((await client.call('DELETE', `/api/account/sessions/${other.id}`)).status).toBe(200);
    expect((await phone.call('GET', '/api/account')).status).toBe(401);
    expect((await client.call('GET', '/api/account')).status).toBe(200);
  });

  it('all but this one are ended in one call', async () => {
    const { client, body } = await createSignedIn(server);
    const stranger = await createSignedIn(server);
    const others = [httpClient(server.url), httpClient(server.url)];
    for (const other of others) expect(await signIn(other, body)).toBe('/');
    const closed = vi.spyOn(server.services.realtime, 'closeSession');
    expect((await client.call('DELETE', '/api/account/sessions/others')).status).toBe(200);
    expect(closed).toHaveBeenCalledTimes(2);
    closed.mockRestore();
    for (const other of others) expect((await other.call('GET', '/api/account')).status).toBe(401);
    expect((await client.call<Session[]>('GET', '/api/account/sessions')).body).toHaveLength(1);
    expect((await stranger.client.call('GET', '/api/account')).status).toBe(200);
  });

  it('of others are not found, and stay', async () => {
    const { client } = await createSignedIn(server);
    const other = await createSignedIn(server);
    const [session] = (await other.client.call<Session[]>('GET', '/api/account/sessions')).body;
    const foreign = await client.call('DELETE', `/api/account/sessions/${session!.id}`);
    const missing = await client.call('DELETE', `/api/account/sessions/${id}`);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(foreign.body).toEqual(missing.body);
    expect((await other.client.call('GET', '/api/account')).status).toBe(200);
    expect((await client.call('DELETE', '/api/account/sessions/x')).status).toBe(400);
  });

  it('note when they were last seen', async () => {
    const { client } = await createAccount(server).then(async (account) => {
      await signIn(account.client, account.body);
      return account;
    });
    const seen = async () =>
      (await client.call<{ lastSeenAt: number }[]>('GET', '/api/account/sessions')).body[0]!.lastSeenAt;
    const first = await seen();
    server.clock.advance(10 * 60_000);
    expect(await seen()).toBe(first + 10 * 60_000);
  });
});
