import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createCert, mailedCode, registration, signIn } from '../../testing/accounts.ts';
import { type HttpClient, httpClient } from '../../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sessionSweep } from './sessionSweep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 1 } });
});
afterAll(() => server.stop());

const register = (client: HttpClient, json: unknown, from = '192.0.2.1') =>
  client.call<{ code?: string; message?: string; data?: { retryAfter: number } }>(
    'POST',
    '/api/users/register',
    {
      json,
      headers: { 'x-forwarded-for': from },
    },
  );
const verify = (client: HttpClient, email: string, verificationCode: string) =>
  client.call('POST', '/api/users/verify', { json: { email, verificationCode } });
const resend = (client: HttpClient, email: string) =>
  client.call('POST', '/api/users/resend', { json: { email } });

/** Returns a code that is not the mailed one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const invalidCode = { code: 'INVALID_CODE', message: 'Invalid verification code' };

describe('registering', () => {
  it('mails a code whose return makes the account', async () => {
    const client = httpClient(server.url);
    const body = registration({ language: 'de' });
    expect(await register(client, body)).toMatchObject({ status: 200, body: {} });
    const [mail] = await server.mailbox.list();
    expect(mail).toMatchObject({
      to: body.email,
      subject: expect.stringMatching(/^\d{6} ist Ihr Kontor-Code$/),
    });
    expect(await signIn(client, body)).toBe('/login?error=NotVerified');
    expect((await verify(client, body.email, await mailedCode(server, body.email))).status).toBe(200);
    expect(await signIn(client, body)).toBe('/');
    const { body: account } = await client.call('GET', '/api/account');
    expect(account).toMatchObject({
      id: body.userId,
      email: body.email,
      publicKey: body.publicKey,
      language: 'de',
    });
  });

  it('does not keep names that a client sends', async () => {
    const body = { ...registration(), firstName: 'Kanarienvogel', lastName: 'Kanarienvogel' };
    expect((await register(httpClient(server.url), body)).status).toBe(200);
    const { rows } = await server.services.pool.query('SELECT * FROM registration WHERE email = $1', [
      body.email,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('Kanarienvogel');
  });

  it('refuses an address that has an account, in its own words', async () => {
    const { body } = await createAccount(server);
    const again = await register(httpClient(server.url), registration({ email: body.email.toUpperCase() }));
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'EMAIL_TAKEN',
      'An account with this email already exists',
    ]);
  });

  it('may be sent again when its answer was lost', async () => {
    const client = httpClient(server.url);
    const body = registration();
    await register(client, body);
    const first = await mailedCode(server, body.email);
    expect((await register(client, body)).status).toBe(200);
    const second = await mailedCode(server, body.email);
    if (first !== second) expect((await verify(client, body.email, first)).body).toMatchObject(invalidCode);
    expect((await verify(client, body.email, second)).status).toBe(200);
  });

  it("refuses another's user id, registered or verified", async () => {
    const taken = await createAccount(server);
    const waiting = registration();
    await register(httpClient(server.url), waiting);
    for (const userId of [taken.userId, waiting.userId]) {
      const answer = await register(httpClient(server.url), registration({ userId }));
      expect(answer.body).toMatchObject({ code: 'BAD_INPUT', message: 'userId: taken' });
    }
  });

  const valid = registration();
  const { cert } = createCert(valid.userId);
  it.each([
    ['no body', undefined],
    ['no e-mail', { ...valid, email: '' }],
    ['a bad e-mail', { ...valid, email: 'a b@example.org' }],
    ['two addresses', { ...valid, email: 'a@example.org,b@example.org' }],
    ['a password in the clear', { ...valid, password: 'correct horse', confirmPassword: 'correct horse' }],
    ['different passwords', { ...valid, confirmPassword: registration().password }],
    ['an unknown suite', { ...valid, suite: 2 }],
    ['a short salt', { ...valid, accountSalt: 'AAAA' }],
    ['no certificate', { ...valid, publicKey: undefined }],
    ["another's certificate", { ...valid, publicKey: registration().publicKey }],
    ['an altered certificate', { ...valid, publicKey: { ...cert, createdAt: 1 } }],
    ['a successor certificate', { ...valid, publicKey: { ...cert, previous: 'A'.repeat(43) } }],
    ['an unknown language', { ...valid, language: 'fr' }],
    ['a bad id', { ...valid, userId: 'me' }],
  ])('refuses %s', async (_name, body) => {
    const answer = await register(httpClient(server.url), body);
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_INPUT']);
    const { rows } = await server.services.pool.query('SELECT FROM registration WHERE id = $1', [
      valid.userId,
    ]);
    expect(rows).toEqual([]);
  });

  it('of a stranger keeps nobody from their code', async () => {
    const email = 'often@example.org';
    const attempt = (from: string) => register(httpClient(server.url), registration({ email }), from);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await attempt('198.51.100.7')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(6);
    const client = httpClient(server.url);
    const body = registration({ email });
    expect((await register(client, body, '203.0.113.9')).status).toBe(200);
    expect((await verify(client, email, await mailedCode(server, email))).status).toBe(200);
  });

  it('mails an address ten times a day, then the first time for twenty networks more, and once an hour', async () => {
    const email = 'everywhere@example.org';
    const attempt = (i: number) => register(httpClient(server.url), registration({ email }), `198.18.${i}.7`);
    const answers = [];
    for (let i = 1; i <= 40; i++) answers.push(await attempt(i));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(31);
    const { status, body } = answers.at(-1)!;
    expect([status, body.code]).toEqual([429, 'THROTTLED']);
    expect(body.data!.retryAfter).toBeLessThanOrEqual(3_600);
    const { pool } = server.services;
    const passes = () => pool.query("UPDATE throttle SET expire = 1 WHERE key LIKE 'code-mail-hourly%'");
    for (let hour = 0; hour < 2; hour++) {
      await passes();
      expect((await attempt(100 + hour)).status).toBe(200);
      expect((await attempt(110 + hour)).status).toBe(429);
    }
  });

  it('is over after a day, and forgotten in the night', async () => {
    const client = httpClient(server.url);
    const body = registration();
    await register(client, body);
    const hours = (count: number) => server.clock.advance(count * 60 * 60_000);
    hours(24);
    expect((await resend(client, body.email)).status).toBe(200);
    const code = await mailedCode(server, body.email);
    const rows = () =>
      server.services.db.selectFrom('registration').select('id').where('id', '=', body.userId).execute();
    await sessionSweep(server.services).run();
    expect(await rows()).toHaveLength(1);
    server.clock.advance(1);
    expect((await verify(client, body.email, code)).body).toMatchObject(invalidCode);
    const mails = (await server.mailbox.list()).length;
    expect((await resend(client, body.email)).status).toBe(200);
    expect(await server.mailbox.list()).toHaveLength(mails);
    expect(await signIn(client, body)).toContain('CredentialsSignin');
    await sessionSweep(server.services).run();
    expect(await rows()).toEqual([]);
  });
});

describe('a code', () => {
  async function waiting() {
    const client = httpClient(server.url);
    const body = registration();
    await register(client, body);
    return { client, body, code: await mailedCode(server, body.email) };
  }

  it('has five tries', async () => {
    const { client, body, code } = await waiting();
    for (let i = 0; i < 5; i++)
      expect((await verify(client, body.email, otherThan(code))).body).toMatchObject(invalidCode);
    expect((await verify(client, body.email, code)).body).toMatchObject(invalidCode);
  });

  it('has five tries in parallel too', async () => {
    const { client, body, code } = await waiting();
    await Promise.all(Array.from({ length: 20 }, () => verify(client, body.email, otherThan(code))));
    const { rows } = await server.services.pool.query('SELECT tries FROM registration WHERE id = $1', [
      body.userId,
    ]);
    expect(rows).toEqual([{ tries: 5 }]);
  });

  it('lasts 15 minutes', async () => {
    const { client, body, code } = await waiting();
    server.clock.advance(15 * 60_000);
    expect((await verify(client, body.email, code)).body).toMatchObject(invalidCode);
  });

  it('counts only with its address', async () => {
    const { client, code } = await waiting();
    expect((await verify(client, registration().email, code)).body).toMatchObject(invalidCode);
  });

  it('counts once', async () => {
    const { client, body, code } = await waiting();
    const answers = await Promise.all([verify(client, body.email, code), verify(client, body.email, code)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it.each(['', '12345', '1234567', 'abcdef', ' 12345'])('has six digits, not %j', async (code) => {
    const { client, body } = await waiting();
    expect((await verify(client, body.email, code)).body).toMatchObject({ code: 'BAD_INPUT' });
  });

  it('is stored hashed', async () => {
    const { body, code } = await waiting();
    const { rows } = await server.services.pool.query('SELECT code_hash FROM registration WHERE id = $1', [
      body.userId,
    ]);
    expect(rows[0].code_hash).toHaveLength(32);
    expect(rows[0].code_hash.includes(code)).toBe(false);
  });
});

describe("a stranger who registers somebody's address", () => {
  it('cannot have the owner of the mailbox confirm it', async () => {
    const email = 'owner@example.org';
    const owner = httpClient(server.url);
    const own = registration({ email });
    await register(owner, own);
    const stranger = httpClient(server.url);
    const strange = registration({ email });
    await register(stranger, strange);
    const strangersCode = await mailedCode(server, email);
    // The owner types the newest code that arrived.
    expect((await verify(owner, email, strangersCode)).body).toMatchObject(invalidCode);
    await resend(owner, email);
    expect((await verify(owner, email, await mailedCode(server, email))).status).toBe(200);
    expect(await signIn(owner, own)).toBe('/');
    expect(await signIn(stranger, strange)).toBe('/login?error=CredentialsSignin');
    expect((await verify(stranger, email, strangersCode)).body).toMatchObject(invalidCode);
  });

  it('learns and sends nothing without the cookie of the registration', async () => {
    const body = registration();
    await register(httpClient(server.url), body);
    const before = (await server.mailbox.list()).length;
    const stranger = httpClient(server.url);
    expect((await resend(stranger, body.email)).status).toBe(200);
    expect((await resend(stranger, 'nobody@example.org')).status).toBe(200);
    expect(await server.mailbox.list()).toHaveLength(before);
  });
});

describe('a client without cookies', () => {
  it('confirms by address and code where nobody else registered the address', async () => {
    const body = registration();
    await register(httpClient(server.url), body);
    const code = await mailedCode(server, body.email);
    const bare = httpClient(server.url);
    expect((await verify(bare, body.email, otherThan(code))).body).toMatchObject(invalidCode);
    expect((await verify(bare, body.email, code)).status).toBe(200);
    expect(await signIn(bare, body)).toBe('/');
  });

  it('does not where somebody else did', async () => {
    const body = registration();
    await register(httpClient(server.url), body);
    await register(httpClient(server.url), registration({ email: body.email }));
    const code = await mailedCode(server, body.email);
    expect((await verify(httpClient(server.url), body.email, code)).body).toMatchObject(invalidCode);
  });
});

describe('strangers who guess a code', () => {
  it('use up none of the tries of the browser that signed up', async () => {
    const client = httpClient(server.url);
    const body = registration();
    await register(client, body);
    const code = await mailedCode(server, body.email);
    for (let i = 0; i < 5; i++)
      expect((await verify(httpClient(server.url), body.email, otherThan(code))).body).toMatchObject(
        invalidCode,
      );
    expect((await verify(client, body.email, code)).status).toBe(200);
  });

  it('have five tries together, from however many networks, and shut nobody out who knows the password', async () => {
    const body = registration();
    await register(httpClient(server.url), body);
    const code = await mailedCode(server, body.email);
    const guess = (i: number, verificationCode: string) =>
      httpClient(server.url).call('POST', '/api/users/verify', {
        json: { email: body.email, verificationCode },
        headers: { 'x-forwarded-for': `198.51.100.${i}` },
      });
    for (let i = 0; i < 5; i++) expect((await guess(i, otherThan(code))).status).toBe(400);
    expect((await guess(5, code)).body).toMatchObject({ code: 'THROTTLED' });
    const other = httpClient(server.url);
    await signIn(other, body);
    expect((await verify(other, body.email, code)).status).toBe(200);
  });
});

it('knows the desktop app that signed up by the token that it gave it', async () => {
  const body = registration();
  const origin = 'tauri://localhost';
  const app = (path: string, json: object, more: Record<string, string> = {}) =>
    httpClient(server.url).call('POST', path, { json, headers: { origin, ...more } });
  const { headers } = await app('/api/users/register', body);
  const token = { 'x-kontor-registration': headers.get('x-kontor-registration')! };
  for (let i = 0; i < 6; i++) await verify(httpClient(server.url), body.email, '000000');
  await app('/api/users/resend', { email: body.email });
  const mails = async () => (await server.mailbox.list()).filter(({ to }) => to === body.email).length;
  expect(await mails()).toBe(1);
  await app('/api/users/resend', { email: body.email }, token);
  expect(await mails()).toBe(2);
  const sent = { email: body.email, verificationCode: await mailedCode(server, body.email) };
  expect((await app('/api/users/verify', sent)).status).toBe(429);
  expect((await app('/api/users/verify', sent, token)).status).toBe(200);
});

describe('a registration in another browser', () => {
  it('goes on after signing in there', async () => {
    const body = registration();
    await register(httpClient(server.url), body);
    const other = httpClient(server.url);
    expect(await signIn(other, body)).toBe('/login?error=NotVerified');
    expect((await verify(other, body.email, await mailedCode(server, body.email))).status).toBe(200);
    expect(await signIn(other, body)).toBe('/');
  });
});

describe('password parameters', () => {
  const ask = (email: string) =>
    httpClient(server.url).call('GET', `/api/users/password-parameters?email=${encodeURIComponent(email)}`);

  it('are the account’s own, and before that the registration’s', async () => {
    const body = registration();
    await register(httpClient(server.url), body);
    expect((await ask(body.email)).body).toEqual({ suite: 1, accountSalt: body.accountSalt });
    const account = await createAccount(server);
    expect((await ask(account.body.email.toUpperCase())).body.accountSalt).toBe(account.body.accountSalt);
  });

  it('of an unknown address look alike, and stay the same', async () => {
    const known = await ask((await createAccount(server)).body.email);
    const unknown = await ask('nobody@example.org');
    expect(unknown.status).toBe(known.status);
    expect(JSON.stringify(unknown.body)).toHaveLength(JSON.stringify(known.body).length);
    expect((await ask('nobody@example.org')).body).toEqual(unknown.body);
    expect((await ask('nobody2@example.org')).body).not.toEqual(unknown.body);
  });

  it('need an address', async () => {
    expect((await ask('x')).body).toMatchObject({ code: 'BAD_INPUT', status: 400 });
    const { status } = await httpClient(server.url).call('GET', '/api/users/password-parameters');
    expect(status).toBe(400);
  });
});
