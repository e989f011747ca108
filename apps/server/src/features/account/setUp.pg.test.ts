/** The one-time password of an invited address without an account: what it opens, and what it does not. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, createCert, registration, signIn } from '../../testing/accounts.ts';
import { httpClient } from '../../testing/httpClient.ts';
import { invite } from '../../testing/invitations.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace, newId, type TestWorkspace } from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
let email: string;
const minute = 60_000;

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 1 } });
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  email = `ben.${newId()}@example.org`;
  await invite(workspace, email);
});

const randomKey = () => randomBytes(32).toString('base64url');
const attempt = () => signIn(httpClient(server.url), { email, password: randomKey() });
const passwordMails = async () =>
  (await server.mailbox.list()).filter(({ to, subject }) => to === email && subject.includes('Kontor /'));
async function mailedPassword(): Promise<string> {
  const [mail] = await passwordMails();
  return /\b\w{4}-\w{4}-\w{4}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}
/** Calls the server. `from`: addresses are throttled, and each test has its own. */
const call = (path: string, json: object) =>
  httpClient(server.url).call<{ code?: string }>('POST', path, {
    json,
    headers: { 'x-forwarded-for': `2001:db8:${newId().slice(-8, -4)}:${newId().slice(-4)}::1` },
  });
const check = (oneTimePassword: string, address = email) =>
  call('/api/users/setup/check', { email: address, oneTimePassword });
function setUpBody(oneTimePassword: string) {
  const userId = newId();
  return { ...registration({ userId, email, publicKey: createCert(userId).cert }), oneTimePassword };
}

describe('signing in to an invited address', () => {
  it('mails a password in both languages, which is no sign-in', async () => {
    expect(await attempt()).toBe('/login?error=CheckMail');
    const [mail] = await passwordMails();
    expect(mail!.text).toContain('Einmalpasswort');
    expect(mail!.subject).not.toContain(await mailedPassword());
    // Sent again at once it would void what is being typed.
    expect(await attempt()).toBe('/login?error=CheckMail');
    expect(await passwordMails()).toHaveLength(1);
    server.clock.advance(6 * minute);
    await attempt();
    expect(await passwordMails()).toHaveLength(2);
  });

  it('is told so nowhere else: not to accounts, nor to addresses that nobody invited', async () => {
    const account = await createAccount(server);
    await invite(workspace, account.body.email);
    const wrong = { email: account.body.email, password: randomKey() };
    expect(await signIn(httpClient(server.url), wrong)).toBe('/login?error=CredentialsSignin');
    const nobody = { email: `${newId()}@example.org`, password: randomKey() };
    expect(await signIn(httpClient(server.url), nobody)).toBe('/login?error=CredentialsSignin');
  });

  it('ends with the invitation', async () => {
    server.clock.advance(8 * 24 * 60 * minute);
    expect(await attempt()).toBe('/login?error=CredentialsSignin');
    server.clock.advance(-8 * 24 * 60 * minute);
  });
});

describe('a one-time password', () => {
  it('makes the account of that address, once, and is kept only as a hash', async () => {
    await attempt();
    const oneTimePassword = await mailedPassword();
    expect(oneTimePassword).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    const { rows } = await server.services.pool.query(
      "SELECT encode(hash, 'escape') AS hash FROM one_time_password WHERE email = $1",
      [email],
    );
    expect(JSON.stringify(rows)).not.toContain(oneTimePassword);
    expect((await check(oneTimePassword)).status).toBe(200);
    expect((await check(` ${oneTimePassword.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
    const bodies = [setUpBody(oneTimePassword), setUpBody(oneTimePassword)];
    const answers = await Promise.all(bodies.map((body) => call('/api/users/setup', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const made = bodies[answers.findIndex(({ status }) => status === 200)]!;
    expect(await signIn(httpClient(server.url), made)).toBe('/');
    expect((await check(oneTimePassword)).body.code).toBe('INVALID_CODE');
  });

  it('opens nothing for another address, when wrong, or after an hour', async () => {
    await attempt();
    const oneTimePassword = await mailedPassword();
    const other = `${newId()}@example.org`;
    expect((await check(oneTimePassword, other)).body.code).toBe('INVALID_CODE');
    expect((await check('abcd-efgh-jkmn')).body.code).toBe('INVALID_CODE');
    expect((await call('/api/users/setup', setUpBody('abcd-efgh-jkmn'))).body.code).toBe('INVALID_CODE');
    server.clock.advance(61 * minute);
    expect((await check(oneTimePassword)).body.code).toBe('INVALID_CODE');
    expect((await call('/api/users/setup', setUpBody(oneTimePassword))).body.code).toBe('INVALID_CODE');
  });

  it('is not used up by strangers, who guess from one network as often as they like', async () => {
    await attempt();
    const oneTimePassword = await mailedPassword();
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    for (let i = 0; i < 10; i++) {
      const json = { email, oneTimePassword: 'abcd-efgh-jkmn' };
      const { body } = await httpClient(server.url).call<{ code?: string }>(
        'POST',
        '/api/users/setup/check',
        {
          json,
          headers,
        },
      );
      expect(body.code).toBe('INVALID_CODE');
    }
    expect((await check(oneTimePassword)).status).toBe(200);
    expect((await call('/api/users/setup', setUpBody(oneTimePassword))).status).toBe(200);
  });

  it('leaves an account alone that came into being meanwhile', async () => {
    await attempt();
    const oneTimePassword = await mailedPassword();
    const { body } = await createAccount(server, { email });
    expect((await call('/api/users/setup', setUpBody(oneTimePassword))).body.code).toBe('EMAIL_TAKEN');
    expect(await signIn(httpClient(server.url), body)).toBe('/');
  });

  it('takes keys of their own only, and a user id that is free', async () => {
    await attempt();
    const oneTimePassword = await mailedPassword();
    const { userId: _, ...body } = setUpBody(oneTimePassword);
    const swapped = { ...body, userId: newId() };
    expect((await call('/api/users/setup', swapped)).body.code).toBe('BAD_INPUT');
    const { owner } = workspace;
    const taken = { ...body, userId: owner.userId, publicKey: owner.body.publicKey };
    expect((await call('/api/users/setup', taken)).body.code).toBe('BAD_INPUT');
    expect((await call('/api/users/setup', setUpBody(oneTimePassword))).status).toBe(200);
  });
});
