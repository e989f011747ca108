import { desktopOrigins } from '@kontor/contract/wire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createSignedIn } from '../testing/accounts.ts';
import { httpClient } from '../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const [origin] = desktopOrigins as [string];

/** Signs in as the desktop app does: without a cookie. */
async function bearer(): Promise<{ userId: string; headers: Record<string, string> }> {
  const { body, userId } = await createAccount(server);
  const form = { callbackUrl: '/', json: 'true', email: body.email, password: body.password };
  const answer = await httpClient(server.url).call('POST', '/api/auth/callback/credentials', {
    form,
    headers: { origin },
  });
  return { userId, headers: { origin, authorization: `Bearer ${answer.body.token}` } };
}

describe('the desktop app', () => {
  it('signs in without a cookie, and out again', async () => {
    const { userId, headers } = await bearer();
    const client = httpClient(server.url);
    const session = () => client.call('GET', '/api/auth/session', { headers });
    expect(await session()).toMatchObject({ body: { user: { id: userId } } });
    expect(
      (await client.call('POST', '/api/auth/signout', { form: { callbackUrl: '/' }, headers })).status,
    ).toBe(200);
    expect((await session()).body).toEqual({});
  });

  it('may read answers, and nobody else from another site', async () => {
    const client = httpClient(server.url);
    for (const path of ['/api/auth/session', '/api/account']) {
      const answer = await client.call('GET', path, { headers: { origin } });
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      // The client goes by the server's clock.
      expect(answer.headers.get('access-control-expose-headers')).toContain('date');
      expect(Date.parse(answer.headers.get('date') ?? '')).toBeGreaterThan(0);
    }
    const asked = await client.call('OPTIONS', '/api/changes', { headers: { origin } });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization');
    for (const other of ['https://evil.example', 'tauri://evil', 'null']) {
      const answer = await client.call('GET', '/api/auth/session', { headers: { origin: other } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
  });

  it('is not signed in by a cookie, and a web page is never handed the token', async () => {
    const { client, body } = await createSignedIn(server);
    expect((await client.call('GET', '/api/auth/session', { headers: { origin } })).body).toEqual({});
    const { body: csrf } = await client.call<{ csrfToken: string }>('GET', '/api/auth/csrf');
    const form = { csrfToken: csrf.csrfToken, callbackUrl: '/', email: body.email, password: body.password };
    const answer = await client.call('POST', '/api/auth/callback/credentials', { form });
    expect(answer.body).toEqual({ url: '/' });
  });
});
