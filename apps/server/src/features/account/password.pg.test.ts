import { randomBytes } from 'node:crypto';
import type { Kit, PasswordChange } from '@kontor/contract/wire/account';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSignedIn, signIn, type TestAccount } from '../../testing/accounts.ts';
import { type HttpClient, httpClient } from '../../testing/httpClient.ts';
import { newKeys, recoveryCode, sendReset } from '../../testing/recovery.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const random = (length: number) => randomBytes(length).toString('base64url');

function change(account: TestAccount, more: Partial<PasswordChange> = {}): PasswordChange {
  const password = more.password ?? random(32);
  return {
    currentPassword: account.body.password,
    password,
    confirmPassword: password,
    accountSalt: random(16),
    suite: 1,
    privateKey: random(93),
    kit: null,
    ...more,
  };
}

const put = (client: HttpClient, json: unknown) => client.call('PUT', '/api/account/password', { json });

const kitOf = (account: TestAccount, more: Partial<Kit> = {}): Kit => ({
  currentPassword: account.body.password,
  phraseVerification: random(32),
  privateKey: random(93),
  phrase: random(61),
  ...more,
});

const rowOf = ({ userId }: TestAccount) =>
  server.services.db.selectFrom('account').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

/** Signs the same person in from another browser. */
async function anotherBrowser(account: TestAccount): Promise<HttpClient> {
  const client = httpClient(server.url);
  expect(await signIn(client, account.body)).toBe('/');
  return client;
}

describe('PUT /api/account/password', () => {
  it('swaps the keys: the old password signs in no more, the new one does', async () => {
    const account = await createSignedIn(server);
    const body = change(account);
    expect((await put(account.client, body)).status).toBe(200);
    const { email } = account.body;
    const refused = '/login?error=CredentialsSignin';
    expect(await signIn(httpClient(server.url), account.body)).toBe(refused);
    const elsewhere = httpClient(server.url);
    expect(await signIn(elsewhere, { email, password: body.password })).toBe('/');
    const { privateKey, accountSalt } = body;
    const opened = (await elsewhere.call('GET', '/api/account')).body;
    expect(opened).toMatchObject({ privateKey, accountSalt, suite: 1, publicKey: account.body.publicKey });
    const parameters = await elsewhere.call(
      'GET',
      `/api/users/password-parameters?email=${encodeURIComponent(email)}`,
    );
    expect(parameters.body).toEqual({ suite: 1, accountSalt });
  });

  it('ends every other session and its sockets, and keeps this one', async () => {
    const account = await createSignedIn(server);
    const stranger = await createSignedIn(server);
    const phone = await anotherBrowser(account);
    const list = await account.client.call<{ id: string; isCurrent: boolean }[]>(
      'GET',
      '/api/account/sessions',
    );
    const lost = list.body.find(({ isCurrent }) => !isCurrent)!;
    const share = async () => (await account.client.call('GET', '/api/account')).body.deviceShare;
    const before = await share();
    const closed = vi.spyOn(server.services.realtime, 'closeSession');
    expect((await put(account.client, change(account))).status).toBe(200);
    expect(closed.mock.calls).toEqual([[lost.id]]);
    closed.mockRestore();
    expect((await phone.call('GET', '/api/account')).status).toBe(401);
    expect((await stranger.client.call('GET', '/api/account')).status).toBe(200);
    expect(await share()).toBe(before);
  });

  it('ends the codes for a forgotten one, with those of nobody else', async () => {
    const [account, stranger] = [await createSignedIn(server), await createSignedIn(server)];
    const codes = [await recoveryCode(server, account), await recoveryCode(server, stranger)];
    const body = change(account);
    expect((await put(account.client, body)).status).toBe(200);
    const reset = async (who: TestAccount, at: number) =>
      sendReset(server, { ...codes[at], ...(await newKeys(who)) });
    expect((await reset(account, 0)).body.code).toBe('INVALID_CODE');
    expect((await reset(stranger, 1)).status).toBe(200);
    const { email } = account.body;
    expect(await signIn(httpClient(server.url), { email, password: body.password })).toBe('/');
  });

  it('refuses a wrong password and changes nothing', async () => {
    const account = await createSignedIn(server);
    const phone = await anotherBrowser(account);
    const before = await rowOf(account);
    const answer = await put(account.client, change(account, { currentPassword: random(32) }));
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD', message: 'Current password is not correct' },
    });
    expect(await rowOf(account)).toEqual(before);
    expect((await phone.call('GET', '/api/account')).status).toBe(200);
  });

  it('refuses bad input and those who are signed out', async () => {
    const account = await createSignedIn(server);
    const good = change(account);
    const before = await rowOf(account);
    for (const json of [
      {},
      { ...good, confirmPassword: random(32) },
      { ...good, suite: 2 },
      { ...good, accountSalt: random(15) },
      { ...good, password: 'my own password' },
      { ...good, privateKey: random(100_000) },
      { ...good, kit: { phrase: random(61) } },
      { ...good, kit: undefined },
    ])
      expect((await put(account.client, json)).body).toMatchObject({ code: 'BAD_INPUT', status: 400 });
    expect((await put(httpClient(server.url), good)).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(await rowOf(account)).toEqual(before);
  });

  it('stops guesses after ten, whatever strangers used up', async () => {
    const account = await createSignedIn(server);
    for (let i = 0; i < 11; i++)
      await signIn(httpClient(server.url), { ...account.body, password: random(32) });
    expect(await signIn(httpClient(server.url), account.body)).toBe('/login?error=Throttled');
    const codes: unknown[] = [];
    for (let i = 0; i < 12; i++)
      codes.push((await put(account.client, change(account, { currentPassword: random(32) }))).body.code);
    expect(codes).toEqual([...Array(10).fill('WRONG_PASSWORD'), 'THROTTLED', 'THROTTLED']);
    // Neither does the right one help now.
    expect((await put(account.client, change(account))).body).toMatchObject({ code: 'THROTTLED' });
    const kit = await account.client.call('PUT', '/api/account/kit', { json: kitOf(account) });
    expect(kit.body).toMatchObject({ code: 'THROTTLED' });
  });

  it('takes the same change twice, and of two at once one', async () => {
    const account = await createSignedIn(server);
    const body = change(account);
    expect((await put(account.client, body)).status).toBe(200);
    expect((await put(account.client, body)).status).toBe(200);
    account.body.password = body.password;
    const answers = await Promise.all(Array.from({ length: 4 }, () => put(account.client, change(account))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body: failure } of answers)
      if (status !== 200) expect(['WRONG_PASSWORD', 'ACCOUNT_CHANGED']).toContain(failure.code);
  });

  it('leaves no session of the old password behind, however it is raced', async () => {
    const account = await createSignedIn(server);
    const browsers = Array.from({ length: 6 }, () => httpClient(server.url));
    const tries = browsers.map((client) => signIn(client, account.body));
    const body = change(account);
    expect((await put(account.client, body)).status).toBe(200);
    await Promise.all(tries);
    for (const client of browsers) expect((await client.call('GET', '/api/account')).status).toBe(401);
  });
});

describe('the recovery kit', () => {
  it('is stored with the password alone', async () => {
    const account = await createSignedIn(server);
    const wrong = kitOf(account, { currentPassword: random(32) });
    const refused = await account.client.call('PUT', '/api/account/kit', { json: wrong });
    expect(refused.body).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect((await account.client.call('GET', '/api/account')).body).toMatchObject({ hasKit: false });
    const missing = await account.client.call('GET', '/api/account/kit');
    expect(missing).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const kit = kitOf(account);
    expect((await account.client.call('PUT', '/api/account/kit', { json: kit })).status).toBe(200);
    const { privateKey, phrase } = kit;
    expect((await account.client.call('GET', '/api/account/kit')).body).toEqual({ privateKey, phrase });
    expect((await account.client.call('GET', '/api/account')).body).toMatchObject({ hasKit: true });
  });

  it('is sealed anew with the password, and stays the same kit', async () => {
    const account = await createSignedIn(server);
    const kit = kitOf(account);
    await account.client.call('PUT', '/api/account/kit', { json: kit });
    const { phraseVerification } = kit;
    const foreign = change(account, { kit: { phraseVerification: random(32), phrase: random(61) } });
    expect((await put(account.client, foreign)).body).toMatchObject({ code: 'ACCOUNT_CHANGED' });
    const body = change(account, { kit: { phraseVerification, phrase: random(61) } });
    expect((await put(account.client, body)).status).toBe(200);
    const stored = await account.client.call('GET', '/api/account/kit');
    expect(stored.body).toEqual({ privateKey: kit.privateKey, phrase: body.kit!.phrase });
    const row = await rowOf(account);
    expect(row.phrase_verification?.toString('base64url')).toBe(phraseVerification);
  });

  it('keeps working on paper where its words could not be sealed anew', async () => {
    const account = await createSignedIn(server);
    const kit = kitOf(account);
    await account.client.call('PUT', '/api/account/kit', { json: kit });
    expect((await put(account.client, change(account))).status).toBe(200);
    expect((await account.client.call('GET', '/api/account/kit')).status).toBe(404);
    const row = await rowOf(account);
    expect(row.phrase_verification?.toString('base64url')).toBe(kit.phraseVerification);
    expect(row.phrase_private_key?.toString('base64url')).toBe(kit.privateKey);
  });
});
