import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, signIn } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('signing in', () => {
  it('opens a session with a cookie that scripts cannot read', async () => {
    const account = await createAccount(server);
    expect(await signIn(account.client, account.body, '/w/tasks?x=1')).toBe('/w/tasks?x=1');
    const { body } = await account.client.call('GET', '/api/auth/session');
    expect(body).toMatchObject({ user: { id: account.userId, email: account.body.email, language: 'en' } });
    const database = await server.services.db
      .selectFrom('session')
      .selectAll()
      .where('account_id', '=', account.userId)
      .execute();
    expect(database).toHaveLength(1);
    expect(JSON.stringify(database)).not.toContain(account.client.cookies.get('auth.token'));
  });
});
