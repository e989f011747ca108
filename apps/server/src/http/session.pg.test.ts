import { createECDH } from 'node:crypto';
import { headers, sessionMaxAge } from '@kontor/contract/wire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeJobs } from '../features.ts';
import { createSignedIn, type TestAccount } from '../testing/accounts.ts';
import { httpClient } from '../testing/httpClient.ts';
import { random } from '../testing/sealed.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let anna: TestAccount;
let bob: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  [anna, bob] = [await createSignedIn(server), await createSignedIn(server)];
});
afterAll(() => server.stop());

const named = ({ userId }: TestAccount) => ({ headers: { [headers.user]: userId } });

describe('a call that names its person', () => {
  it.each([
    ['GET', '/api/account', {}],
    ['POST', '/api/changes', { json: {} }],
    ['POST', '/api/sync', { json: {} }],
    ['POST', '/api/realtime/auth', { form: {} }],
    ['GET', '/api/s3/pre-signed-url?count=1&sizes=1', {}],
    ['GET', '/api/server', {}],
  ])('is refused with the session of another (%s %s)', async (method, path, options) => {
    const refused = { status: 401, body: { code: 'NOT_SIGNED_IN' } };
    expect(await bob.client.call(method, path, { ...options, ...named(anna) })).toMatchObject(refused);
    for (const more of [named(bob), {}])
      expect((await bob.client.call(method, path, { ...options, ...more })).status).not.toBe(401);
  });

  it('is answered without a session where none is needed', async () => {
    const { status } = await httpClient(server.url).call('GET', '/api/server', named(anna));
    expect(status).toBe(200);
  });

  it('ends no session of another', async () => {
    const signOut = async (who: TestAccount) => {
      const { body } = await bob.client.call<{ csrfToken: string }>('GET', '/api/auth/csrf');
      const form = { csrfToken: body.csrfToken, callbackUrl: '/' };
      return (await bob.client.call('POST', '/api/auth/signout', { form, ...named(who) })).status;
    };
    const session = async () => (await bob.client.call('GET', '/api/auth/session')).body;
    expect(await signOut(anna)).toBe(401);
    expect(await session()).toMatchObject({ user: { id: bob.userId } });
    expect(await signOut(bob)).toBe(200);
    expect(await session()).toEqual({});
  });
});

describe('a session that is over', () => {
  it('is deleted by night, with where its device takes pushes, and no other is', async () => {
    const carl = await createSignedIn(server);
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const json = { endpoint: `http://127.0.0.1:1/${random(16)}`, p256dh, auth: random(16) };
    expect((await carl.client.call('PUT', '/api/account/push', { json })).status).toBe(200);
    server.clock.advance((sessionMaxAge - 86_400) * 1000);
    const dora = await createSignedIn(server);
    const accountIds = [carl, dora].map(({ userId }) => userId);
    const left = async () => {
      const { db } = server.services;
      const sessions = await db
        .selectFrom('session')
        .select('account_id')
        .where('account_id', 'in', accountIds)
        .execute();
      const pushes = await db.selectFrom('push_subscription').select('account_id').execute();
      return { sessions: sessions.map((row) => row.account_id).sort(), pushes: pushes.length };
    };
    const night = async () => {
      for (const { name, run } of composeJobs(server.services)) if (name.startsWith('session')) await run();
    };
    await night();
    expect(await left()).toEqual({ sessions: accountIds.sort(), pushes: 1 });
    server.clock.advance(2 * 86_400_000);
    await night();
    expect(await left()).toEqual({ sessions: [dora.userId], pushes: 0 });
  });
});
