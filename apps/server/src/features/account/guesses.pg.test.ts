/** Guessing passwords: how many a stranger gets, and that it shuts out nobody who was there before. */
import { randomBytes } from 'node:crypto';
import { desktopOrigins, headers } from '@kontor/contract/wire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccount,
  createSignedIn,
  registration,
  signIn,
  type TestAccount,
} from '../../testing/accounts.ts';
import { guess, guessError } from '../../testing/guesses.ts';
import { type Answer, type HttpClient, httpClient } from '../../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  // Tests come from as many addresses as they say.
  server = await startTestServer({ env: { TRUST_PROXY: 1 } });
});
afterAll(() => server.stop());

const randomKey = () => randomBytes(32).toString('base64url');

/** Guesses at an account; an address of nobody gets as many as tell the same story. */
const [guessCount, nobodysCount] = [process.env.LONG ? 10_000 : 200, 200];
const guessersAtOnce = 20;

/** Makes many guesses from so many addresses, as fast as the server answers. */
async function attack(
  email: string,
  addresses: number,
  net: number,
  count: number,
): Promise<Answer<{ url: string }>[]> {
  const client = httpClient(server.url);
  const { body } = await client.call<{ csrfToken: string }>('GET', '/api/auth/csrf');
  const form = { csrfToken: body.csrfToken, callbackUrl: '/', json: 'true', email };
  const answers: Answer<{ url: string }>[] = [];
  let next = 0;
  const one = async () => {
    while (next < count) {
      const headers = { 'x-forwarded-for': `10.${net}.0.${next++ % addresses}` };
      answers.push(
        await client.call<{ url: string }>('POST', '/api/auth/callback/credentials', {
          form: { ...form, password: randomKey() },
          headers,
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: guessersAtOnce }, one));
  return answers;
}

const warnings = async (email: string) =>
  (await server.mailbox.list()).filter(({ to, subject }) => to === email && !/\d{6}/.test(subject));

/** Uses up the guesses of strangers. */
async function shutStrangersOut(email: string): Promise<void> {
  for (let i = 0; i < 11; i++) await guess(httpClient(server.url), email, randomKey(), `198.18.0.${i}`);
}

describe('strangers', () => {
  it.each([
    [1, 1],
    [200, 2],
  ])('reach the check ten times per account, from %i addresses, known or not', async (addresses, net) => {
    const account = await createAccount(server);
    const unknown = registration().email;
    const [against, nobody] = [
      await attack(account.body.email, addresses, net, guessCount),
      await attack(unknown, addresses, net + 10, nobodysCount),
    ];
    for (const answers of [against, nobody]) {
      const errors = answers.map(guessError);
      expect(errors).toHaveLength(answers === against ? guessCount : nobodysCount);
      expect(errors.filter((error) => error === 'CredentialsSignin')).toHaveLength(10);
      expect(errors.filter((error) => error === 'Throttled')).toHaveLength(answers.length - 10);
    }
    const shapes = (answers: Answer[]) =>
      new Set(
        answers.map(({ status, headers, body }) =>
          JSON.stringify([status, body, [...headers].filter(([name]) => name !== 'date')]),
        ),
      );
    expect(shapes(nobody)).toEqual(shapes(against));
    // The right password does not help a stranger meanwhile: a hit must not be told from a miss.
    expect(await signIn(httpClient(server.url), account.body)).toBe('/login?error=Throttled');
    // Who signed up in this browser is no stranger, and a sign-in opens the door to no one else.
    expect(await signIn(account.client, account.body)).toBe('/');
    expect(
      guessError(await guess(httpClient(server.url), account.body.email, randomKey(), '192.0.2.1')),
    ).toBe('Throttled');
  });

  it('are shut out by address too, whatever they put before the one that the proxy saw', async () => {
    const client = httpClient(server.url);
    const answers = await Promise.all(
      Array.from({ length: 110 }, (_, i) =>
        guess(client, registration().email, randomKey(), `10.0.0.${i}, 192.0.2.78`),
      ),
    );
    expect(answers.map(guessError).filter((error) => error === 'Throttled')).toHaveLength(10);
  });

  it('do not start anew with a registration that slipped in beside the account', async () => {
    const account = await createAccount(server);
    const slipped = registration();
    const client = httpClient(server.url);
    await client.call('POST', '/api/users/register', { json: slipped });
    await server.services.pool.query('UPDATE registration SET email = $1 WHERE id = $2', [
      account.body.email,
      slipped.userId,
    ]);
    const errors = [];
    for (let i = 0; i < 15; i++)
      errors.push(guessError(await guess(client, account.body.email, slipped.password, `198.51.100.${i}`)));
    expect(errors.filter((error) => error === 'CredentialsSignin')).toHaveLength(10);
    expect(errors.at(-1)).toBe('Throttled');
  });

  it('who are right neither lose a guess by it nor win one', async () => {
    const account = await createAccount(server);
    for (let i = 0; i < 12; i++) expect(await signIn(httpClient(server.url), account.body)).toBe('/');
    const { email, password } = account.body;
    const errors = [];
    for (const tried of [...Array.from({ length: 9 }, randomKey), password, randomKey(), randomKey()])
      errors.push(guessError(await guess(httpClient(server.url), email, tried, '198.51.100.12')));
    expect(errors.slice(9)).toEqual([null, 'CredentialsSignin', 'Throttled']);
  });
});

describe('a device that signed in before', () => {
  const deviceCookie = (client: HttpClient) => client.cookies.get('auth.device')!;

  it('has a mark that scripts cannot read, which outlives signing out and is renewed', async () => {
    const account = await createAccount(server);
    const client = httpClient(server.url);
    const answer = await guess(client, account.body.email, account.body.password, '198.51.100.9');
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('auth.device='));
    expect(cookie).toMatch(/^auth\.device=[\w-]{43}; Max-Age=31536000; Path=\/api; HttpOnly; SameSite=Lax$/);
    const first = deviceCookie(client);
    const { body } = await client.call<{ csrfToken: string }>('GET', '/api/auth/csrf');
    await client.call('POST', '/api/auth/signout', { form: { csrfToken: body.csrfToken, json: 'true' } });
    expect(deviceCookie(client)).toBe(first);
    await shutStrangersOut(account.body.email);
    expect(await signIn(client, account.body)).toBe('/');
    expect(deviceCookie(client)).not.toBe(first);
    // The mark of before is worth nothing any more, and the database holds none that is.
    const old = httpClient(server.url);
    old.cookies.set('auth.device', first);
    expect(await signIn(old, account.body)).toBe('/login?error=Throttled');
    const { rows } = await server.services.pool.query('SELECT * FROM known_device');
    const held = rows.flatMap((row) => Object.values(row)).filter((value) => Buffer.isBuffer(value));
    expect(held.length).toBeGreaterThan(2);
    for (const value of held)
      expect(value.equals(Buffer.from(deviceCookie(client), 'base64url'))).toBe(false);
  });

  it('has ten guesses of its own, and stands for its own account alone', async () => {
    const [account, other] = [await createSignedIn(server), await createSignedIn(server)];
    await shutStrangersOut(account.body.email);
    expect(guessError(await guess(other.client, account.body.email, randomKey(), '198.51.100.10'))).toBe(
      'Throttled',
    );
    const errors = [];
    for (let i = 0; i < 12; i++)
      errors.push(guessError(await guess(account.client, account.body.email, randomKey(), '198.51.100.11')));
    expect(errors.filter((error) => error === 'CredentialsSignin')).toHaveLength(10);
    expect(errors.slice(10)).toEqual(['Throttled', 'Throttled']);
  });

  it('keeps the marks of the people who share it, five at most', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => createAccount(server)));
    const client = httpClient(server.url);
    for (const { body } of people) expect(await signIn(client, body)).toBe('/');
    expect(deviceCookie(client).split('.')).toHaveLength(5);
    await shutStrangersOut(people[0]!.body.email);
    await shutStrangersOut(people[1]!.body.email);
    expect(await signIn(client, people[0]!.body)).toBe('/login?error=Throttled');
    expect(await signIn(client, people[1]!.body)).toBe('/');
    expect(deviceCookie(client).split('.')).toHaveLength(5);
  });

  it('is one of twenty', async () => {
    const account = await createAccount(server);
    const clients = Array.from({ length: 20 }, () => httpClient(server.url));
    for (const client of clients) {
      server.clock.advance(1_000);
      expect(await signIn(client, account.body)).toBe('/');
    }
    await shutStrangersOut(account.body.email);
    expect(await signIn(account.client, account.body)).toBe('/login?error=Throttled');
    expect(await signIn(clients[0]!, account.body)).toBe('/');
  });

  it('is a stranger after a year', async () => {
    const account = await createSignedIn(server);
    await shutStrangersOut(account.body.email);
    await server.services.pool.query(
      "UPDATE known_device SET created_at = created_at - interval '366 days' WHERE account_id = $1",
      [account.userId],
    );
    expect(await signIn(account.client, account.body)).toBe('/login?error=Throttled');
  });

  it('is one no more once the others are signed out, but for this one', async () => {
    const account = await createSignedIn(server);
    const other = httpClient(server.url);
    expect(await signIn(other, account.body)).toBe('/');
    expect((await account.client.call('DELETE', '/api/account/sessions/others')).status).toBe(200);
    await shutStrangersOut(account.body.email);
    expect(await signIn(other, account.body)).toBe('/login?error=Throttled');
    expect(await signIn(account.client, account.body)).toBe('/');
  });
});

describe('a desktop app that signed in before', () => {
  const [origin] = desktopOrigins as [string];

  /** Signs in as the desktop app does, with what it keeps: no cookie. */
  async function signInFrom(
    kept: { device?: string },
    { body }: TestAccount,
    password: string = body.password,
  ): Promise<string | null> {
    const answer = await httpClient(server.url).call<{ url: string }>(
      'POST',
      '/api/auth/callback/credentials',
      {
        form: { callbackUrl: '/', json: 'true', email: body.email, password },
        headers: {
          origin,
          'x-forwarded-for': '198.51.100.20',
          ...(kept.device && { [headers.device]: kept.device }),
        },
      },
    );
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('access-control-expose-headers')).toContain(headers.device);
    const device = answer.headers.get(headers.device);
    if (device) kept.device = device;
    return guessError(answer);
  }

  it('is no stranger by what it was handed, which each sign-in renews', async () => {
    const account = await createAccount(server);
    const app: { device?: string } = {};
    expect(await signInFrom(app, account)).toBeNull();
    expect(app.device).toMatch(/^[\w-]{43}$/);
    const first = app.device!;
    await shutStrangersOut(account.body.email);
    const other = {};
    expect(await signInFrom(other, account)).toBe('Throttled');
    expect(other).toEqual({});
    expect(await signInFrom(app, account, randomKey())).toBe('CredentialsSignin');
    expect(await signInFrom(app, account)).toBeNull();
    expect(app.device).not.toBe(first);
    expect(await signInFrom({ device: first }, account)).toBe('Throttled');
  });

  it('keeps what it has for the people who share it, and is forgotten with the others', async () => {
    const [anna, ben] = [await createAccount(server), await createSignedIn(server)];
    const app = {};
    for (const account of [anna, ben]) expect(await signInFrom(app, account)).toBeNull();
    for (const { body } of [anna, ben]) await shutStrangersOut(body.email);
    expect((await ben.client.call('DELETE', '/api/account/sessions/others')).status).toBe(200);
    expect(await signInFrom(app, anna)).toBeNull();
    expect(await signInFrom(app, ben)).toBe('Throttled');
  });

  it('is another than a browser: neither takes what the other has', async () => {
    const account = await createAccount(server);
    const app: { device?: string } = {};
    expect(await signInFrom(app, account)).toBeNull();
    await shutStrangersOut(account.body.email);
    const browser = httpClient(server.url);
    const { body } = await browser.call<{ csrfToken: string }>('GET', '/api/auth/csrf');
    const { email, password } = account.body;
    const answer = await browser.call<{ url: string }>('POST', '/api/auth/callback/credentials', {
      form: { csrfToken: body.csrfToken, callbackUrl: '/', json: 'true', email, password },
      headers: { [headers.device]: app.device! },
    });
    expect(guessError(answer)).toBe('Throttled');
    expect(answer.headers.get(headers.device)).toBeNull();
  });
});

describe('the person', () => {
  it.each([
    ['en', /trying passwords/, /where you signed in within the last year/],
    ['de', /probiert Passwörter/, /Wo Sie im letzten Jahr angemeldet waren/],
  ] as const)('is told once, in their language (%s)', async (language, subject, text) => {
    const account = await createAccount(server, { language });
    const { email } = account.body;
    const guessMany = async (from: number) => {
      for (let i = 0; i < 12; i++)
        await guess(httpClient(server.url), email, randomKey(), `198.19.${from}.${i}`);
    };
    await guessMany(1);
    await expect.poll(() => warnings(email)).toHaveLength(1);
    const [mail] = await warnings(email);
    expect(mail).toMatchObject({
      subject: expect.stringMatching(subject),
      text: expect.stringMatching(text),
    });
    expect(mail!.text).not.toContain('http');
    // The next quarter of an hour: let in again, shut out again, told no more.
    await server.services.pool.query("UPDATE throttle SET expire = 1 WHERE key LIKE 'password:%'");
    await guessMany(2);
    expect(await warnings(email)).toHaveLength(1);
    // The next day.
    await server.services.pool.query(
      "UPDATE throttle SET expire = 1 WHERE key LIKE 'password:%' OR key LIKE 'guess-warning%'",
    );
    await guessMany(3);
    await expect.poll(() => warnings(email)).toHaveLength(2);
  });

  it('is not told of a few mistakes, and an address of nobody gets no mail', async () => {
    const [account, other] = [await createAccount(server), await createAccount(server)];
    const unknown = registration().email;
    for (let i = 0; i < 10; i++)
      await guess(httpClient(server.url), account.body.email, randomKey(), '198.20.0.1');
    for (let i = 0; i < 12; i++) await guess(httpClient(server.url), unknown, randomKey(), `198.20.1.${i}`);
    for (let i = 0; i < 12; i++)
      await guess(httpClient(server.url), other.body.email, randomKey(), `198.20.2.${i}`);
    // The last one's mail is there, so those before it would be.
    await expect.poll(() => warnings(other.body.email)).toHaveLength(1);
    expect(await warnings(unknown)).toEqual([]);
    expect(await warnings(account.body.email)).toEqual([]);
  });
});
