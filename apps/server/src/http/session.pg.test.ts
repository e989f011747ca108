import { headers } from '@kontor/contract/wire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../testing/accounts.ts';
import { httpClient } from '../testing/httpClient.ts';
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
