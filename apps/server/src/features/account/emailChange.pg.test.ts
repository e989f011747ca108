/** Another e-mail address, as the server sees it: who gets it, what ends, who is told. */
import type { EmailChange } from '@kontor/contract/wire/account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedIn, mailedCode, signIn, type TestAccount } from '../../testing/accounts.ts';
import { httpClient } from '../../testing/httpClient.ts';
import { invite } from '../../testing/invitations.ts';
import { askRecovery, newKeys, recoveryCode, recoveryCodesTo, sendReset } from '../../testing/recovery.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace } from '../../testing/workspaces.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const freshAddress = () => `${random(9).toLowerCase().replaceAll(/[-_]/g, 'x')}@example.org`;
const ask = ({ client, body }: TestAccount, email: string, currentPassword = body.password) =>
  client.call('POST', '/api/account/email/code', { json: { currentPassword, email } });
const put = ({ client }: TestAccount, json: unknown) => client.call('PUT', '/api/account/email', { json });
function change(
  { body }: TestAccount,
  email: string,
  verificationCode: string,
  more: Partial<EmailChange> = {},
): EmailChange {
  const password = random(32);
  const keys = { accountSalt: random(16), suite: 1, privateKey: random(93), kit: null };
  const proof = { currentPassword: body.password, password, confirmPassword: password };
  return { ...keys, ...proof, email, verificationCode, ...more };
}
const emailOf = async ({ userId }: TestAccount) =>
  (
    await server.services.db
      .selectFrom('account')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).email;

it('is the account’s once the code comes back: other sessions end, the old address is told', async () => {
  const account = await createSignedIn(server);
  const { email: old } = account.body;
  const elsewhere = httpClient(server.url);
  expect(await signIn(elsewhere, account.body)).toBe('/');
  const email = freshAddress();
  expect((await ask(account, email)).status).toBe(200);
  const body = change(account, email, await mailedCode(server, email));
  expect((await put(account, body)).status).toBe(200);
  // The answer was lost: the same again succeeds and changes nothing.
  expect((await put(account, body)).status).toBe(200);
  expect(await emailOf(account)).toBe(email);
  expect((await elsewhere.call('GET', '/api/account')).status).toBe(401);
  expect((await account.client.call('GET', '/api/account')).body).toMatchObject({
    email,
    accountSalt: body.accountSalt,
    privateKey: body.privateKey,
  });
  expect(await signIn(httpClient(server.url), account.body)).toBe('/login?error=CredentialsSignin');
  expect(await signIn(httpClient(server.url), { email, password: body.password })).toBe('/');
  const told = (await server.mailbox.list()).filter(({ to, text }) => to === old && text.includes(email));
  expect(told).toHaveLength(1);
});

it('takes the password, the right code and a free address, and changes nothing otherwise', async () => {
  const [account, other] = [await createSignedIn(server), await createSignedIn(server)];
  const { email: old } = account.body;
  const email = freshAddress();
  expect(await ask(account, email, random(32))).toMatchObject({
    status: 403,
    body: { code: 'WRONG_PASSWORD' },
  });
  expect((await ask(account, email)).status).toBe(200);
  const code = await mailedCode(server, email);
  const wrong = code === '000000' ? '000001' : '000000';
  const refused = async (body: EmailChange) => (await put(account, body)).body.code;
  expect(await refused(change(account, email, wrong))).toBe('INVALID_CODE');
  expect(await refused(change(account, freshAddress(), code))).toBe('INVALID_CODE');
  expect(await refused(change(account, email, code, { currentPassword: random(32) }))).toBe('WRONG_PASSWORD');
  // The code was for this account alone.
  expect((await put(other, change(other, email, code))).body.code).toBe('INVALID_CODE');
  server.clock.advance(15 * 60_000 + 1);
  expect(await refused(change(account, email, code))).toBe('INVALID_CODE');
  expect(await emailOf(account)).toBe(old);
});

it('gives a code five tries, and an address to whoever is first', async () => {
  const [one, two] = [await createSignedIn(server), await createSignedIn(server)];
  const email = freshAddress();
  await ask(one, email);
  const first = await mailedCode(server, email);
  const wrong = first === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries++) await put(one, change(one, email, wrong));
  expect((await put(one, change(one, email, first))).body.code).toBe('INVALID_CODE');
  expect((await ask(one, email)).status).toBe(200);
  const again = await mailedCode(server, email);
  expect((await ask(two, email)).status).toBe(200);
  const theirs = await mailedCode(server, email);
  const answers = await Promise.all([
    put(one, change(one, email, again)),
    put(two, change(two, email, theirs)),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('says nothing about an address that has an account: its mailbox hears of it, and no code opens anything', async () => {
  const [account, other] = [await createSignedIn(server), await createSignedIn(server)];
  const [taken, free] = [other.body.email, freshAddress()];
  const answers: unknown[] = [];
  for (const email of [free, taken]) {
    const { status, body } = await ask(account, email);
    const codes = ['000000', '999999'].map(
      async (code) => (await put(account, change(account, email, code))).body,
    );
    answers.push({ status, body, codes: await Promise.all(codes) });
  }
  expect(answers[1]).toEqual(answers[0]);
  // What was asked for before is gone, as with any other address.
  const code = await mailedCode(server, free);
  expect((await put(account, change(account, free, code))).body.code).toBe('INVALID_CODE');
  expect(await emailOf(other)).toBe(taken);
  const mails = (await server.mailbox.list()).filter(({ to }) => to === taken);
  const notice = mails.filter(({ subject }) => subject === 'You have a Kontor account with this address');
  expect(notice).toHaveLength(1);
  expect(notice[0]!.text).toContain('An account with this email already exists');
  // Nor does it name who asked, nor carry a code.
  expect(notice[0]!.text).not.toContain(account.body.email);
  expect(notice[0]!.text).not.toMatch(/^\d{6}$/m);
});

it('ends the wait to be let in, since the invitation is for the old address', async () => {
  const [workspace, account] = [await createWorkspace(server), await createSignedIn(server)];
  const { userId: invitationId } = await invite(workspace, account.body.email);
  const sent = async () =>
    (await workspace.owner.client.call('GET', `/api/workspaces/${workspace.id}/invitations`)).body;
  const told = () =>
    server.services.db
      .selectFrom('notification')
      .select('user_id')
      .where('record_id', '=', account.userId)
      .execute();
  await account.client.call('POST', `/api/invitations/${invitationId}/ask`);
  expect(await sent()).toMatchObject([{ id: invitationId, waiting: { userId: account.userId } }]);
  expect(await told()).toHaveLength(1);
  const email = freshAddress();
  await ask(account, email);
  expect((await put(account, change(account, email, await mailedCode(server, email)))).status).toBe(200);
  expect(await sent()).toMatchObject([{ id: invitationId, email: account.body.email, waiting: null }]);
  expect(await told()).toEqual([]);
  expect((await account.client.call('GET', '/api/workspaces')).body).toEqual([]);
});

it('leaves whoever reads the old mailbox no code for a forgotten password', async () => {
  const account = await createSignedIn(server);
  const right = await recoveryCode(server, account);
  const email = freshAddress();
  await ask(account, email);
  expect((await put(account, change(account, email, await mailedCode(server, email)))).status).toBe(200);
  const keys = await newKeys(account);
  expect((await sendReset(server, { ...right, ...keys })).body.code).toBe('INVALID_CODE');
  const thief = httpClient(server.url);
  expect(await signIn(thief, { email, password: keys.password })).toBe('/login?error=CredentialsSignin');
});

it('leaves the old mailbox none either that was asked for while the address was changed', async () => {
  const account = await createSignedIn(server);
  const { email: old } = account.body;
  const { pool } = server.services;
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('UPDATE account SET email = $2 WHERE id = $1', [account.userId, freshAddress()]);
    const asked = askRecovery(server, old);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await other.query('COMMIT');
    expect((await asked).status).toBe(200);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
  expect(await recoveryCodesTo(server, old)).toEqual([]);
});

it('is asked for at twenty new addresses an hour', async () => {
  const account = await createSignedIn(server);
  const answers: unknown[] = [];
  for (let i = 0; i < 40; i++) {
    const { status, body } = await ask(account, freshAddress());
    answers.push(status === 200 ? status : body.code);
  }
  expect(answers).toEqual([...Array(20).fill(200), ...Array(20).fill('THROTTLED')]);
  expect((await ask(await createSignedIn(server), freshAddress())).status).toBe(200);
});

it('is asked for by one connection of an account, however often it asks while its row is locked', async () => {
  const account = await createSignedIn(server);
  const { pool } = server.services;
  const other = await pool.connect();
  const waiting = async () =>
    (
      await pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).rowCount;
  let asked: Promise<{ status: number }[]> = Promise.resolve([]);
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [account.userId]);
    asked = Promise.all(Array.from({ length: 15 }, () => ask(account, freshAddress())));
    await expect.poll(waiting).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await waiting()).toBe(1);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
  expect((await asked).map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
});
