import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { labels } from '@kontor/contract/wire/labels';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { derivedKey } from './dataFolder.ts';
import { composeFeatures } from './features.ts';
import { type FanOutMessage, openPgFanOut } from './sync/realtime/fanOut.ts';
import { createSignedIn, registration, signIn } from './testing/accounts.ts';
import { type HttpClient, httpClient } from './testing/httpClient.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { createWorkspace, foundingBatch, send } from './testing/workspaces.ts';

let server: TestServer;
let client: HttpClient;
const logged: string[] = [];
beforeAll(async () => {
  const logTo = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk));
      done();
    },
  });
  server = await startTestServer({ logTo });
  client = httpClient(server.url);
});
afterAll(() => server.stop());

const verify = '/api/users/verify';

describe('limits', () => {
  it('refuses a body over 1 MiB', async () => {
    const { status, body } = await client.call('POST', verify, { json: { email: 'x'.repeat(1_048_577) } });
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 'TOO_LARGE', status: 413 });
  });

  it('refuses such a body by its announced length, before it is sent', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': 2 ** 31 };
      const call = request(server.url + verify, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode);
        call.destroy();
      });
      call.on('error', reject);
      call.flushHeaders();
    });
    expect(status).toBe(413);
  });

  it('takes JSON of depth 32 and refuses 33', async () => {
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect((await client.call('POST', verify, { json: nested(33) })).body).toMatchObject({
      code: 'BAD_INPUT',
      message: 'Nested too deeply',
    });
    expect((await client.call('POST', verify, { json: nested(32) })).body.message).not.toBe(
      'Nested too deeply',
    );
  });

  it.each(['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":', 'nonsense'])(
    'refuses %s',
    async (text) => {
      const answer = await fetch(server.url + verify, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'BAD_INPUT', status: 400 });
    },
  );

  it('refuses headers over 16 KiB', async () => {
    const { status } = await client.call('GET', '/healthz', { headers: { 'x-long': 'x'.repeat(17_000) } });
    expect(status).toBe(431);
  });

  it('keeps an idle connection longer than a proxy does', async () => {
    const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const call = request(`${server.url}/healthz`, { agent: new Agent({ keepAlive: true }) }, (answer) => {
        resolve(answer.headers);
        answer.destroy();
      });
      call.on('error', reject).end();
    });
    const seconds = Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1]);
    expect(seconds).toBeGreaterThan(120);
  });

  it('takes bodies of no other type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/xml',
    ]) {
      const answer = await fetch(server.url + verify, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      });
      expect(answer.status, type).toBe(415);
    }
  });
});

describe('calls of another site', () => {
  it.each(['https://evil.example', 'null'])('are refused from %s, on every kind of route', async (origin) => {
    for (const [method, path] of [
      ['GET', '/api/auth/csrf'],
      ['POST', '/api/auth/signout'],
      ['POST', '/%61pi/auth/signout'],
      ['POST', verify],
      ['GET', '/api/account'],
    ] as const) {
      const { status, body } = await client.call(method, path, { headers: { origin } });
      expect([status, body.code], path).toEqual([403, 'BAD_ORIGIN']);
    }
  });

  it('are taken from our own pages', async () => {
    const { status } = await client.call('GET', '/api/auth/csrf', { headers: { origin: server.url } });
    expect(status).toBe(200);
  });
});

describe('answers', () => {
  it('carry the security headers, failures and unknown paths too', async () => {
    for (const path of ['/healthz', '/api/auth/session', '/api/nothing', '/api/account', '/dev/nothing']) {
      const { headers } = await client.call('GET', path);
      expect(Object.fromEntries(headers), path).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('have one shape for every failure', async () => {
    expect((await client.call('GET', '/api/nothing')).body).toEqual({
      code: 'NOT_FOUND',
      status: 404,
      message: 'Not found',
    });
    expect((await client.call('GET', '/api/account')).body).toEqual({
      code: 'NOT_SIGNED_IN',
      status: 401,
      message: 'User not authorized',
    });
    expect(
      (await client.call('POST', verify, { json: { email: 'x', verificationCode: '1' } })).body,
    ).toMatchObject({
      code: 'BAD_INPUT',
      status: 400,
    });
  });

  it('are refusals, not failures, for a text that no database holds', async () => {
    const email = 'a\u0000b@example.org';
    expect((await client.call('POST', verify, { json: { email, verificationCode: '000000' } })).status).toBe(
      400,
    );
    const account = await createSignedIn(server);
    const workspace = { id: registration().userId, name: 'A\u0000B', color: '#0b5c63', logo: '' };
    const { body } = await account.client.call('POST', '/api/changes', {
      json: { id: registration().userId, changes: [{ name: 'workspace.create', args: workspace }] },
    });
    expect(body).toMatchObject({ code: 'BAD_INPUT', status: 400 });
  });

  it.each([
    ['what is there already', 'INSERT INTO blob_usage VALUES ($1, 1), ($1, 2)', 409, 'CONFLICT'],
    ['what names something that is gone', 'INSERT INTO record_usage VALUES ($1, 1)', 404, 'NOT_FOUND'],
    ['a value that is missing', 'INSERT INTO blob_usage VALUES ($1, NULL)', 400, 'BAD_INPUT'],
    ['a value that cannot be', 'INSERT INTO blob_usage VALUES ($1, -1)', 400, 'BAD_INPUT'],
  ])('are refusals, not failures, where only a constraint finds %s', async (_what, text, status, code) => {
    const value = registration().userId;
    const odd = await startTestServer({
      logTo: { write: (line) => logged.push(line) },
      features: (services) => ({
        ...composeFeatures(services),
        routes: [
          async (app) => {
            app.get('/api/odd', async () => (await services.pool.query(text, [value])).rows);
          },
        ],
      }),
    });
    logged.length = 0;
    const { status: answered, body } = await httpClient(odd.url).call('GET', '/api/odd');
    await odd.stop();
    expect([answered, body.code]).toEqual([status, code]);
    const [line] = logged.filter((each) => each.includes('a constraint refused a call'));
    expect(line).toContain('violates');
    expect(JSON.stringify(body) + logged.join()).not.toContain(value);
  });

  it('are refusals for a batch that only a constraint finds wrong, of which nothing stays', async () => {
    const { pool } = server.services;
    const { owner } = await createWorkspace(server);
    await server.alter('CREATE UNIQUE INDEX planted ON member_log (seq)');
    const { id, batch } = foundingBatch(owner);
    const { status, body } = await send(owner, batch);
    await server.alter('DROP INDEX planted');
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect((await pool.query('SELECT FROM workspace WHERE id = $1', [id])).rows).toEqual([]);
    expect((await send(owner, batch)).status).toBe(200);
  });

  it('have that shape and those headers for an address that cannot be read, too', async () => {
    for (const path of ['/%ff', '/api/%', '/assets/%c0%ae']) {
      const { status, headers, body } = await client.call('GET', path);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'BAD_INPUT', status: 400 });
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    }
  });

  it('describe the calls as OpenAPI 3.1', async () => {
    const { body } = await client.call<{ openapi: string; paths: Record<string, object> }>(
      'GET',
      '/api/openapi.json',
    );
    expect(body.openapi).toMatch(/^3\.1/);
    expect(Object.keys(body.paths)).toContain('/users/register');
    expect(Object.keys(body.paths['/account']!)).toEqual(['get', 'patch']);
  });
});

describe('behind https', () => {
  it('sends HSTS and Secure cookies', async () => {
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://kontor.example.org' } });
    const { headers } = await httpClient(secure.url).call('GET', '/api/auth/csrf');
    await secure.stop();
    // This host alone: the firm's others may not speak https.
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.getSetCookie()[0]).toMatch(/; Secure/);
  });
});

describe('the log', () => {
  it('holds one line per answer and no secret', async () => {
    logged.length = 0;
    const account = await createSignedIn(server);
    const { email, password, accountSalt, privateKey } = account.body;
    await client.call('GET', `/api/users/password-parameters?email=${encodeURIComponent(email)}`);
    await signIn(client, { email, password: registration().password });
    await client.call('GET', '/api/account', { headers: { authorization: 'Bearer geheim-geheim' } });
    const text = logged.join('');
    expect(text).toContain('"path":"/api/users/password-parameters"');
    const secrets = [
      email,
      password,
      accountSalt,
      privateKey,
      account.client.cookies.get('auth.token')!,
      'geheim',
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
    const lines = logged.map((line) => JSON.parse(line) as { path?: string; status?: number });
    expect(lines.filter((line) => line.path === '/api/users/register')).toHaveLength(1);
  });

  it('says what failed inside, which the answer does not', async () => {
    await server.alter('ALTER TABLE account RENAME TO account_away');
    const { status, body } = await client.call('GET', '/api/users/password-parameters?email=a@example.org');
    await server.alter('ALTER TABLE account_away RENAME TO account');
    expect([status, body.code, body.message]).toEqual([
      500,
      'INTERNAL',
      'Something went wrong! Please try again',
    ]);
    expect(JSON.stringify(body)).not.toContain('account');
    expect(logged.at(-2)).toContain('relation \\"account\\" does not exist');
  });
});

describe('stopping', () => {
  it('cuts off who has not sent a request whole by then', async () => {
    const stopping = await startTestServer({ stopsWithinMs: 300 });
    const { hostname, port } = new URL(stopping.url);
    const socket = connect(Number(port), hostname);
    const ended = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}));
    socket.write(
      `POST ${verify} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    await expect.poll(() => connectionsOf(stopping)).toBe(1);
    await stopping.stop();
    await ended;
  });

  it('lets a request that is under way end', async () => {
    const stopping = await startTestServer();
    const { hostname, port } = new URL(stopping.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.write(
      `POST ${verify} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    );
    await expect.poll(() => connectionsOf(stopping)).toBe(1);
    const stopped = stopping.stop();
    socket.write('}');
    await ended;
    expect(answer).toContain('HTTP/1.1 ');
    await stopped;
  });

  it('tells the other processes whose rights a request under way ends', async () => {
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stopping = await startTestServer({
      env: { DATABASE_URL: 'the pool has it' },
      features: (services) => ({
        calls: composeFeatures(services).calls,
        routes: [
          async (app) => {
            app.get('/slow', async () => {
              begun.resolve();
              await released.promise;
              services.realtime.closeUser('somebody');
              return {};
            });
          },
        ],
      }),
    });
    const { dataPath, pool, realtime } = stopping.services;
    const heard: FanOutMessage[] = [];
    const other = await openPgFanOut(
      { ...pool.options, password: pool.options.password },
      {
        secret: derivedKey(dataPath, labels.fanOut),
        onMessage: (message) => heard.push(message),
        onError: () => {},
      },
    );
    const closeSockets = vi.spyOn(realtime, 'closeSockets');
    const answer = fetch(`${stopping.url}/slow`);
    await begun.promise;
    const stopped = stopping.app.close();
    await expect.poll(() => closeSockets.mock.calls.length).toBe(1);
    released.resolve();
    expect((await answer).status).toBe(200);
    await stopped;
    await expect.poll(() => heard).toContainEqual({ kind: 'closeUser', userId: 'somebody' });
    await other.close();
    await stopping.stop();
  });

  const connectionsOf = ({ app }: TestServer) =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
});
