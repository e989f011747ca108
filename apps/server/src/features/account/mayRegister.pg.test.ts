import { afterEach, describe, expect, it } from 'vitest';
import { createAccount, mailedCode, registration } from '../../testing/accounts.ts';
import { httpClient } from '../../testing/httpClient.ts';
import { invite, withdraw } from '../../testing/invitations.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace } from '../../testing/workspaces.ts';

let server: TestServer;
afterEach(() => server.stop());

const start = async (REGISTRATION: 'invitation' | 'closed') => {
  server = await startTestServer({ env: { REGISTRATION, BILLING: 'none' } });
};
const terms = async () => (await httpClient(server.url).call('GET', '/api/server')).body;
const register = async (email?: string) => {
  const json = registration(email === undefined ? {} : { email });
  const { status, body } = await httpClient(server.url).call<{ code?: string }>(
    'POST',
    '/api/users/register',
    { json },
  );
  return body.code ?? status;
};

/** Signs up, and returns calls in the browser that did. */
async function signUp(email = registration().email) {
  const client = httpClient(server.url);
  await client.call('POST', '/api/users/register', { json: registration({ email }) });
  const call = async (path: string, json: object) => {
    const { status, body } = await client.call<{ code?: string }>('POST', `/api/users/${path}`, { json });
    return body.code ?? status;
  };
  return {
    verify: async () => call('verify', { email, verificationCode: await mailedCode(server, email) }),
    resend: () => call('resend', { email }),
  };
}

describe('who may make an account', () => {
  it('is the first person in any case, who finds the form open', async () => {
    await start('closed');
    expect(await terms()).toMatchObject({ registration: 'open', billing: 'none' });
    await createAccount(server);
    expect(await terms()).toMatchObject({ registration: 'closed', billing: 'none' });
    expect(await register()).toBe('REGISTRATION_CLOSED');
  });

  it('is by invitation whoever is invited', async () => {
    await start('invitation');
    const workspace = await createWorkspace(server);
    const email = 'invited@example.org';
    await invite(workspace, email);
    expect(await terms()).toMatchObject({ registration: 'invitation', billing: 'none' });
    expect(await register('stranger@example.org')).toBe('REGISTRATION_CLOSED');
    expect(await register(email)).toBe(200);
  });

  it('is nobody where it is closed, invited or not', async () => {
    await start('closed');
    const workspace = await createWorkspace(server);
    const email = 'invited@example.org';
    await invite(workspace, email);
    expect(await register(email)).toBe('REGISTRATION_CLOSED');
    // Nothing speaks of a trial, and nothing but the disk limits what is stored.
    expect((await workspace.owner.client.call('GET', '/api/workspaces')).body).toMatchObject([
      { subscription: null, access: 'full', storageLimit: null },
    ]);
  });

  it('is asked again when the sign-up ends, and when it asks for another code', async () => {
    await start('invitation');
    const second = await signUp();
    const workspace = await createWorkspace(server);
    expect([await second.resend(), await second.verify()]).toEqual(Array(2).fill('REGISTRATION_CLOSED'));
    const email = 'invited@example.org';
    const link = await invite(workspace, email);
    const invited = await signUp(email);
    expect(await invited.resend()).toBe(200);
    expect((await withdraw(workspace, link)).status).toBe(200);
    expect([await invited.resend(), await invited.verify()]).toEqual(Array(2).fill('REGISTRATION_CLOSED'));
  });
});
