import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAccount, createSignedIn, registration, signIn } from '../../testing/accounts.ts';
import { guess } from '../../testing/guesses.ts';
import { type HttpClient, httpClient } from '../../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  // Tests come from as many addresses as they say.
  server = await startTestServer({ env: { TRUST_PROXY: 1 } });
});
afterAll(() => server.stop());

const randomKey = () => randomBytes(32).toString('base64url');

describe('signing in', () => {
  it('opens a session with a cookie that scripts cannot read', async () => {
    const account = await createAccount(server);
    const { body: csrf } = await account.client.call<{ csrfToken: string }>('GET', '/api/auth/csrf');
    const { email, password } = account.body;
    const answer = await account.client.call('POST', '/api/auth/signin/credentials', {
      form: { csrfToken: csrf.csrfToken, callbackUrl: '/w/tasks?x=1', json: 'true', email, password },
    });
    expect(answer).toMatchObject({ status: 200, body: { url: '/w/tasks?x=1' } });
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('auth.token='));
    expect(cookie).toMatch(/^auth\.token=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const { body } = await account.client.call('GET', '/api/auth/session?callbackUrl=/');
    expect(body).toMatchObject({ user: { id: account.userId, email, language: 'en' } });
    const year = new Date(body.expires as string).getTime() - server.clock.now().getTime();
    expect(year).toBe(31_536_000_000);
  });

  it('keeps neither token nor password in the database', async () => {
    const { body, client } = await createSignedIn(server);
    const { rows } = await server.services.pool.query('SELECT * FROM session, account');
    const bytes = rows.flatMap((row) => Object.values(row)).filter((value) => Buffer.isBuffer(value));
    expect(bytes.length).toBeGreaterThan(5);
    for (const secret of [client.cookies.get('auth.token')!, body.password]) {
      const raw = Buffer.from(secret, 'base64url');
      expect(bytes.some((value) => value.equals(raw) || value.includes(secret))).toBe(false);
    }
  });

  it('takes the e-mail address in any case', async () => {
    const account = await createAccount(server);
    const { email, password } = account.body;
    expect(await signIn(account.client, { email: ` ${email.toUpperCase()}`, password })).toBe('/');
  });

  it('takes the token as Bearer too', async () => {
    const account = await createSignedIn(server);
    const headers = { authorization: `Bearer ${account.client.cookies.get('auth.token')}` };
    const { body } = await httpClient(server.url).call('GET', '/api/auth/session', { headers });
    expect(body).toMatchObject({ user: { id: account.userId } });
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/x', 'javascript:alert(1)'])(
    'leads nowhere else: %s',
    async (target) => {
      const account = await createAccount(server);
      expect(await signIn(account.client, account.body, target)).toBe('/');
    },
  );

  it('ends the session that the browser had before', async () => {
    const first = await createSignedIn(server);
    const second = await createAccount(server);
    const before = first.client.cookies.get('auth.token');
    expect(await signIn(first.client, second.body)).toBe('/');
    const headers = { authorization: `Bearer ${before}` };
    expect((await httpClient(server.url).call('GET', '/api/auth/session', { headers })).body).toEqual({});
  });

  it('refuses other providers', async () => {
    const { status } = await httpClient(server.url).call('POST', '/api/auth/signin/github', { form: {} });
    expect(status).toBe(404);
    const { body } = await httpClient(server.url).call('GET', '/api/auth/providers');
    expect(body).toMatchObject({ credentials: { id: 'credentials', type: 'credentials' } });
  });
});

describe('a wrong password and an unknown address', () => {
  it('get the same answer', async () => {
    const account = await createAccount(server);
    const known = await guess(httpClient(server.url), account.body.email, randomKey(), '198.51.100.1');
    const unknown = await guess(httpClient(server.url), registration().email, randomKey(), '198.51.100.2');
    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ url: '/login?error=CredentialsSignin' });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const shape = ({ headers }: typeof known) => [...headers].filter(([name]) => name !== 'date');
    expect(shape(known)).toEqual(shape(unknown));
  });

  it('take the same steps in the database', async () => {
    const account = await createAccount(server);
    const steps = async (email: string) => {
      const submit = vi.spyOn(pg.Query.prototype, 'submit');
      await guess(httpClient(server.url), email, randomKey(), '198.51.100.3');
      const asked = submit.mock.contexts.map((query) => (query as unknown as { text: string }).text);
      submit.mockRestore();
      return asked.sort();
    };
    const known = await steps(account.body.email);
    expect(known.length).toBeGreaterThanOrEqual(4);
    expect(await steps(registration().email)).toEqual(known);
  });

  it.each([
    ['', ''],
    ['x', 'y'],
    ['a@example.org', 'plain password'],
    ['a@example.org', ''],
  ])('and malformed credentials too: %s %s', async (email, password) => {
    const answer = await guess(httpClient(server.url), email, password, '198.51.100.4');
    expect(answer.body).toEqual({ url: '/login?error=CredentialsSignin' });
  });
});

describe('CSRF', () => {
  const call = (client: HttpClient, path: string, csrfToken: string) =>
    client.call('POST', path, { form: { csrfToken, callbackUrl: '/', json: 'true' } });

  it('keeps a browser its token, and takes only that', async () => {
    const client = httpClient(server.url);
    const token = async () =>
      (await client.call<{ csrfToken: string }>('GET', '/api/auth/csrf')).body.csrfToken;
    const first = await token();
    expect(await token()).toBe(first);
    expect((await call(client, '/api/auth/signout', first)).status).toBe(200);
    for (const wrong of ['', 'x', `${first}x`]) {
      expect((await call(client, '/api/auth/signout', wrong)).body).toMatchObject({
        code: 'CSRF',
        status: 400,
      });
      expect((await call(client, '/api/auth/signin/credentials', wrong)).body).toEqual({
        url: '/login?error=Csrf',
      });
    }
  });

  it('refuses a cookie that we did not sign', async () => {
    const client = httpClient(server.url);
    client.cookies.set('auth.csrf', `planted.${Buffer.alloc(32).toString('base64url')}`);
    expect((await call(client, '/api/auth/signout', 'planted')).status).toBe(400);
  });
});

describe('signing out', () => {
  it('ends the session on the server and takes the cookie back', async () => {
    const account = await createSignedIn(server);
    const token = account.client.cookies.get('auth.token');
    const { body } = await account.client.call<{ csrfToken: string }>('GET', '/api/auth/csrf');
    const form = { csrfToken: body.csrfToken, callbackUrl: '//evil.example', json: 'true' };
    const answer = await account.client.call('POST', '/api/auth/signout', { form });
    expect(answer.body).toEqual({ url: '/' });
    expect(account.client.cookies.has('auth.token')).toBe(false);
    account.client.cookies.set('auth.token', token!);
    expect((await account.client.call('GET', '/api/account')).status).toBe(401);
    const { rows } = await server.services.pool.query('SELECT FROM session WHERE account_id = $1', [
      account.userId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a session', () => {
  it('ends after a year', async () => {
    const account = await createSignedIn(server);
    server.clock.advance(31_536_000_000 - 1_000);
    expect((await account.client.call('GET', '/api/account')).status).toBe(200);
    server.clock.advance(1_000);
    expect((await account.client.call('GET', '/api/account')).status).toBe(401);
    expect((await account.client.call('GET', '/api/auth/session')).body).toEqual({});
  });

  it.each(['', 'x', 'A'.repeat(43), "' OR 1=1 --"])('is not opened by the token %j', async (token) => {
    const client = httpClient(server.url);
    client.cookies.set('auth.token', encodeURIComponent(token));
    expect((await client.call('GET', '/api/auth/session')).body).toEqual({});
  });
});
