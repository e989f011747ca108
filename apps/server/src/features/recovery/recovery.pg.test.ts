/** A forgotten password at the server: the answers, and the sessions, memberships and keys after a reset. */
import { randomBytes } from 'node:crypto';
import type { Account } from '@kontor/contract/wire/account';
import type { FormerDevice, FormerKeys, Recovery } from '@kontor/contract/wire/recovery';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createSignedIn, signIn, type TestAccount } from '../../testing/accounts.ts';
import { httpClient } from '../../testing/httpClient.ts';
import {
  askRecovery,
  newKeys,
  recoveryCode,
  recoveryCodesTo,
  resetAndSignIn,
  sendReset,
} from '../../testing/recovery.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createWorkspace,
  enrol,
  newId,
  recordChange,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import { answerMs } from './request.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 1 } });
});
afterAll(() => server.stop());

const random = (size: number) => randomBytes(size).toString('base64url');
const codesTo = (email: string) => recoveryCodesTo(server, email);
const request = (email: string, from?: string) => askRecovery(server, email, from);
const check = (json: object) =>
  httpClient(server.url).call<Recovery & { code?: string }>('POST', '/api/users/recovery/check', { json });
const reset = (json: object) => sendReset(server, json);
const code = (account: TestAccount) => recoveryCode(server, account);

const wrongCode = (right: string) => (right === '000000' ? '111111' : '000000');

describe('asking for a code', () => {
  it('gets the same answer whether there is an account or not, and a mail in their language where there is', async () => {
    const account = await createAccount(server, { language: 'de' });
    const [known, unknown] = [await request(account.body.email), await request(`${newId()}@example.org`)];
    for (const answer of [known, unknown])
      expect(answer).toMatchObject({ status: 200, body: { state: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    const shape = ({ headers }: typeof known) => [...headers.keys()].filter((name) => name !== 'date').sort();
    expect(shape(known)).toEqual(shape(unknown));
    await expect.poll(() => codesTo(account.body.email)).toHaveLength(1);
    expect((await server.mailbox.list())[0]?.subject).toContain('Wiederherstellungscode');
  });

  it('gets it no sooner than the work for an account could take', async () => {
    const { body } = await createAccount(server);
    for (const email of [body.email, `${newId()}@example.org`]) {
      const start = performance.now();
      await request(email);
      expect(performance.now() - start).toBeGreaterThan(answerMs - 5);
    }
  });

  it('is throttled by the address, known or not', async () => {
    const account = await createAccount(server);
    for (const email of [account.body.email, `${newId()}@example.org`]) {
      for (let i = 0; i < 6; i++) expect((await request(email)).status).toBe(200);
      expect(await request(email)).toMatchObject({ status: 429, body: { code: 'THROTTLED' } });
      // The owner of the address asks from elsewhere.
      expect((await request(email, '203.0.113.9')).status).toBe(200);
    }
  });

  it('needs an address', async () => {
    expect((await request('nobody')).body).toMatchObject({ code: 'BAD_INPUT' });
  });
});

describe('the code', () => {
  it('tells whose account it is and who can help; wrong, old and worn out it tells nothing', async () => {
    const { owner } = await createWorkspace(server);
    const right = await code(owner);
    const wrong = { ...right, code: wrongCode(right.code) };
    const refused = { status: 400, body: { code: 'INVALID_CODE' } };
    expect(await check(wrong)).toMatchObject(refused);
    expect((await check(right)).body).toMatchObject({
      userId: owner.userId,
      hasKit: false,
      deviceCount: 1,
      workspaces: [{ name: 'Alder & Sons', hasOtherAdmin: false }],
    });
    // A right one does not wear out, wrong ones do.
    for (let i = 0; i < 4; i++) expect(await check(wrong)).toMatchObject(refused);
    expect(await check(right)).toMatchObject(refused);
    const later = await code(owner);
    expect(await check({ ...later, state: random(32) })).toMatchObject(refused);
    server.clock.advance(16 * 60_000);
    expect(await check(later)).toMatchObject(refused);
  });

  it('of an address without an account is never right', async () => {
    const { state } = (await request(`${newId()}@example.org`)).body;
    expect(await check({ state, code: '123456' })).toMatchObject({ body: { code: 'INVALID_CODE' } });
  });
});

describe('a reset', () => {
  it('refuses keys that are not the next ones of this account, and keeps the code for a better try', async () => {
    const account = await createSignedIn(server);
    const right = await code(account);
    const other = await createAccount(server);
    for (const [bad, expected] of [
      [await newKeys(account, { confirmPassword: random(32) }), 'BAD_INPUT'],
      [await newKeys(account, { suite: 2 }), 'BAD_INPUT'],
      [await newKeys(account, { publicKey: (await newKeys(other)).publicKey }), 'BAD_INPUT'],
      [await newKeys(account, { publicKey: account.body.publicKey }), 'ACCOUNT_CHANGED'],
      [await newKeys(account, { previous: random(32) }), 'ACCOUNT_CHANGED'],
    ] as const)
      expect((await reset({ ...right, ...bad })).body.code).toBe(expected);
    expect((await account.client.call('GET', '/api/account')).status).toBe(200);
    const next = await newKeys(account);
    expect((await reset({ ...right, ...next })).status).toBe(200);
    expect((await reset({ ...right, ...next })).body.code).toBe('INVALID_CODE');
    expect(await signIn(httpClient(server.url), { ...account.body, password: next.password })).toBe('/');
    expect(await signIn(httpClient(server.url), account.body)).toContain('CredentialsSignin');
    // Nothing was locked, so no device has anything to answer for.
    expect((await account.client.call('GET', '/api/auth/session')).body).toEqual({});
  });

  it('keeps all of the personal records for the phrase, however many', async () => {
    const account = await createSignedIn(server);
    const phraseVerification = random(32);
    await server.services.db
      .updateTable('account')
      .set({
        phrase_verification: Buffer.from(phraseVerification, 'base64url'),
        phrase_private_key: randomBytes(93),
      })
      .where('id', '=', account.userId)
      .execute();
    const stars = Array.from({ length: 1_501 }, () =>
      recordChange('star.create', { scopeId: account.userId }),
    );
    for (const part of [stars.slice(0, 1_000), stars.slice(1_000)])
      expect((await change(account, undefined, ...part)).status).toBe(200);
    const next = await newKeys(account);
    expect((await reset({ ...(await code(account)), ...next })).status).toBe(200);
    const client = httpClient(server.url);
    await signIn(client, { ...account.body, password: next.password });
    const { body } = await client.call<FormerKeys>('PATCH', '/api/users/unlock', {
      json: { phraseVerification },
    });
    const ids = new Set(body.records.map(({ id }) => id));
    expect(ids).toEqual(new Set(stars.map(({ args }) => args.id)));
  });

  it('takes a personal record along that was just being written', async () => {
    const account = await createSignedIn(server);
    const right = { ...(await code(account)), ...(await newKeys(account)) };
    const { pool } = server.services;
    const other = await pool.connect();
    const held = newId();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM scope WHERE id = $1 FOR NO KEY UPDATE', [account.userId]);
      await other.query(
        `INSERT INTO star (id, scope_id, version, revision, sealed, deleted, created_at, updated_at)
         VALUES ($1, $2, 1, 1, '', false, now(), now())`,
        [held, account.userId],
      );
      const done = reset(right);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
      await other.query('COMMIT');
      expect((await done).status).toBe(200);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    const { rows } = await pool.query(
      `SELECT account_id FROM star JOIN former_personal_scope USING (scope_id) WHERE id = $1`,
      [held],
    );
    expect(rows).toEqual([{ account_id: account.userId }]);
  });

  it('leaves the old device its answer through another password and the end of all other sessions', async () => {
    const { owner } = await createWorkspace(server);
    const now = await resetAndSignIn(server, owner);
    const waiting = async () => {
      const { body } = await owner.client.call<Partial<FormerDevice>>('GET', '/api/users/former');
      return body.workspaces?.length;
    };
    expect(await waiting()).toBe(1);
    const tablet = httpClient(server.url);
    const { email, password: currentPassword } = now.body;
    for (const end of [
      () => now.client.call('DELETE', '/api/account/sessions/others'),
      async () => {
        const { password, confirmPassword, accountSalt, suite, privateKey } = await newKeys(now);
        const json = {
          currentPassword,
          password,
          confirmPassword,
          accountSalt,
          suite,
          privateKey,
          kit: null,
        };
        return now.client.call('PUT', '/api/account/password', { json });
      },
    ]) {
      await signIn(tablet, { email, password: currentPassword });
      expect((await tablet.call('GET', '/api/account')).status).toBe(200);
      expect((await end()).status).toBe(200);
      expect((await tablet.call('GET', '/api/account')).status).toBe(401);
      expect(await waiting()).toBe(1);
      expect((await now.client.call<Account>('GET', '/api/account')).body.former.deviceCount).toBe(1);
    }
  });

  describe('of a member', () => {
    let tenant: TestWorkspace;
    let ben: TestAccount;
    /** Ben's browser after the reset; his old one is `ben.client`. */
    let now: TestAccount;
    beforeAll(async () => {
      tenant = await createWorkspace(server);
      ben = (await createWorkspace(server)).owner;
      await enrol(tenant, ben);
      now = await resetAndSignIn(server, ben);
    });

    it('is LOCKED in every workspace: no record, no write, but the log and their own keys', async () => {
      const { body } = await now.client.call<{ id: string; status: string }[]>('GET', '/api/workspaces');
      expect(body.map(({ status }) => status)).toEqual(['LOCKED', 'LOCKED']);
      const own = body.find(({ id }) => id !== tenant.id)!.id;
      const { answer } = await sync(now, { workspaceId: own });
      expect(answer.scopes.map(({ kind }) => kind)).toEqual(['personal']);
      const write = recordChange('task.create', { scopeId: tenant.staff.id });
      const headers = { 'x-workspace-id': tenant.id };
      const json = { id: newId(), workspaceId: tenant.id, changes: [write] };
      expect((await now.client.call('POST', '/api/changes', { json, headers })).status).toBe(404);
      const lock = await now.client.call<{ log: unknown[]; scopes: object[] }>(
        'GET',
        `/api/workspaces/${own}/lock`,
      );
      expect(lock.body.log).toHaveLength(1);
      expect(lock.body.scopes).toMatchObject([
        { scope: { kind: 'admins' }, keys: [{ type: 'grant', recipientId: ben.userId }] },
        { scope: { kind: 'staff' }, keys: [{ type: 'wrap' }] },
      ]);
    });

    it('shows a lock to whoever is locked, and those who wait to admins', async () => {
      const path = `/api/workspaces/${tenant.id}`;
      const stranger = await createSignedIn(server);
      const employee = await createSignedIn(server);
      await enrol(tenant, employee);
      const ask = async (who: TestAccount | undefined, what: string) =>
        (await (who?.client ?? httpClient(server.url)).call<{ code: string }>('GET', `${path}/${what}`)).body
          .code;
      expect(await ask(undefined, 'lock')).toBe('NOT_SIGNED_IN');
      expect(await ask(undefined, 'locked')).toBe('NOT_SIGNED_IN');
      expect(await ask(stranger, 'lock')).toBe('NOT_FOUND');
      expect(await ask(stranger, 'locked')).toBe('NOT_FOUND');
      expect(await ask(employee, 'lock')).toBe('PERMISSION_DENIED');
      expect(await ask(employee, 'locked')).toBe('PERMISSION_DENIED');
      expect(await ask(now, 'locked')).toBe('PERMISSION_DENIED');
      const waiting = await tenant.owner.client.call('GET', `${path}/locked`);
      expect(waiting.body).toMatchObject([{ userId: ben.userId, publicKey: { userId: ben.userId } }]);
    });

    it('leaves the old device nothing but to answer', async () => {
      const { client } = ben;
      expect((await client.call('GET', '/api/auth/session')).body).toEqual({
        former: { id: ben.userId, email: ben.body.email },
      });
      for (const path of ['/api/account', '/api/workspaces', `/api/workspaces/${tenant.id}/lock`])
        expect((await client.call('GET', path)).status).toBe(401);
      const facts = await client.call<{ workspaces: object[] }>('GET', '/api/users/former');
      expect(facts.body).toMatchObject({
        publicKey: ben.body.publicKey,
        newPublicKey: { userId: ben.userId },
      });
      // The log of the tenant names no certificate of his: he was put there by SQL.
      expect(facts.body.workspaces).toHaveLength(1);
      const json = {
        id: newId(),
        workspaceId: tenant.id,
        changes: [recordChange('task.create', { scopeId: tenant.staff.id })],
      };
      expect((await client.call('POST', '/api/users/former', { json })).body).toMatchObject({
        code: 'PERMISSION_DENIED',
      });
      expect((await now.client.call('GET', '/api/users/former')).status).toBe(401);
      expect((await httpClient(server.url).call('GET', '/api/users/former')).status).toBe(401);
      expect((await now.client.call<object[]>('GET', '/api/account/sessions')).body).toHaveLength(1);
    });

    it('hands out what the phrase opens for nothing but the phrase', async () => {
      const json = { phraseVerification: random(32) };
      const refused = { status: 403, body: { code: 'INVALID_PHRASE' } };
      expect(await now.client.call('PATCH', '/api/users/unlock', { json })).toMatchObject(refused);
      const renewal = { ...json, privateKey: random(93) };
      expect(await now.client.call('PUT', '/api/users/unlock/kit', { json: renewal })).toMatchObject(refused);
      for (let i = 2; i < 30; i++) await now.client.call('PATCH', '/api/users/unlock', { json });
      expect((await now.client.call('PATCH', '/api/users/unlock', { json })).status).toBe(429);
      expect((await httpClient(server.url).call('PATCH', '/api/users/unlock', { json })).status).toBe(401);
    });
  });
});
