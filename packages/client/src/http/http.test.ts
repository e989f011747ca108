import { describe, expect, it } from 'vitest';
import { blobTransport } from './blobTransport.ts';
import { CallError } from './callError.ts';
import { Http, type HttpOptions } from './http.ts';

interface Seen {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
  credentials: RequestCredentials | undefined;
}

/**
 * Returns a connection whose far end answers from a list, one after the other; a thrown one is a broken
 * connection.
 */
function connection(answers: (Response | Error)[], options: Partial<HttpOptions> = {}) {
  const seen: Seen[] = [];
  const fake: typeof fetch = async (input, init) => {
    const method = init?.method ?? 'GET';
    const { body, credentials } = init ?? {};
    seen.push({ url: String(input), method, headers: new Headers(init?.headers), body, credentials });
    const answer = answers.shift();
    if (!answer) throw new Error('asked too often');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { seen, http: new Http({ origin: 'https://kontor.example', fetch: fake, ...options }) };
}

const ok = (body: unknown = {}) => Response.json(body);
const failed = (status: number, code: string, data?: unknown) =>
  Response.json({ code, status, message: 'no', data }, { status });

describe('the connection', () => {
  it('names protocol and workspace, and sends the token to the API', async () => {
    const { seen, http } = connection([ok({ a: 1 }), ok()], { bearer: () => 'secret' });
    expect(await http.json('/api/x', { query: { q: 'ä' } })).toEqual({ a: 1 });
    await http.forWorkspace('w1').json('/api/y', { method: 'POST', body: { b: 2 } });
    expect(seen[0]?.url).toBe('https://kontor.example/api/x?q=%C3%A4');
    expect(seen[0]?.headers.get('x-kontor-protocol')).toBe('1');
    expect(seen[0]?.headers.get('x-workspace-id')).toBeNull();
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer secret');
    expect(seen[1]?.headers.get('x-workspace-id')).toBe('w1');
    expect(seen[1]?.body).toBe('{"b":2}');
    expect(seen[1]?.headers.get('content-type')).toBe('application/json');
  });

  it('gives up where no answer begins in time, and not while one comes', async () => {
    const silent: typeof fetch = (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error));
      });
    const dead = new Http({ origin: 'https://kontor.example', fetch: silent });
    const asked = dead.json('/api/x', { method: 'POST', beginsWithin: 20 });
    await expect(asked).rejects.toMatchObject({ code: 'OFFLINE' });
    const given = dead.json('/api/x', { signal: AbortSignal.timeout(20), beginsWithin: 10_000 });
    await expect(given).rejects.toMatchObject({ name: 'TimeoutError' });
    const slow: typeof fetch = async (_, init) =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            init?.signal?.addEventListener('abort', () => controller.error(init.signal!.reason));
            setTimeout(() => {
              controller.enqueue(new TextEncoder().encode('{"a":1}'));
              controller.close();
            }, 60);
          },
        }),
      );
    const http = new Http({ origin: 'https://kontor.example', fetch: slow });
    expect(await http.json('/api/x', { beginsWithin: 20 })).toEqual({ a: 1 });
  });

  it('names who is signed in; a workspace that was opened as somebody stays theirs', async () => {
    const { seen, http } = connection([1, 2, 3, 4, 5, 6].map(() => ok()));
    await http.json('/api/x');
    http.callAs('anna');
    const opened = http.forWorkspace('w1');
    await http.json('/api/x');
    http.callAs('bob');
    await opened.json('/api/x');
    await opened.forWorkspace('w2').json('/api/x');
    await http.json('/api/x');
    await http.json('/api/x', { as: null });
    const names = seen.map(({ headers }) => headers.get('x-kontor-user'));
    expect(names).toEqual([null, 'anna', 'anna', 'anna', 'bob', null]);
  });

  it('says by what its accounts know this device, and keeps what replaces it', async () => {
    let kept: string | undefined;
    const deviceToken = {
      read: () => kept,
      keep: (token: string) => {
        kept = token;
      },
    };
    const renewed = Response.json({}, { headers: { 'x-kontor-device': 'second' } });
    const { seen, http } = connection([ok(), renewed, ok()], { bearer: () => undefined, deviceToken });
    for (const told of [undefined, 'first']) {
      kept = told;
      await http.forWorkspace('w1').json('/api/x', { method: 'POST' });
    }
    await http.json('/api/x');
    expect(seen.map(({ headers }) => headers.get('x-kontor-device'))).toEqual([null, 'first', 'second']);
  });

  it('sends forms, texts and bytes as they are', async () => {
    const bodies = [new URLSearchParams({ a: 'b' }), '{"b":2}', new Uint8Array([1]), new Blob(['c'])];
    const { seen, http } = connection(bodies.map(() => ok()));
    for (const body of bodies) await http.json('/api/x', { method: 'POST', body });
    expect(seen.map(({ body }) => body)).toEqual(bodies);
    expect(seen.map(({ headers }) => headers.get('content-type'))).toEqual(bodies.map(() => null));
  });

  it('stops asking when it is told to', async () => {
    const stop = new AbortController();
    const { seen, http } = connection([new TypeError('aborted'), ok()]);
    stop.abort(new Error('enough'));
    await expect(http.json('/api/x', { signal: stop.signal })).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });

  it.each(['https://evil.example/x', '//evil.example/x'])('sends nothing to %s', async (path) => {
    const deviceToken = { read: () => 'device', keep: () => undefined };
    const { seen, http } = connection([ok()], { bearer: () => 'secret', deviceToken });
    await expect(http.json(path)).rejects.toBeInstanceOf(TypeError);
    expect(seen).toEqual([]);
  });

  it('hands parts of files to and from the storage without the tokens', async () => {
    const answers = [ok(), new Response('abcd'), new Response('bc')];
    const deviceToken = { read: () => 'device', keep: () => undefined };
    const { seen, http } = connection(answers, { bearer: () => 'secret', deviceToken });
    const blobs = blobTransport(http.forWorkspace('w1'));
    const [url, { signal }] = ['https://storage.example/part?signature=1', new AbortController()];
    await blobs.put(url, new Blob(['abcd']), signal);
    expect(await blobs.get(url, signal)).toEqual(new TextEncoder().encode('abcd'));
    await blobs.get(url, signal, { start: 1, end: 3 });
    expect(seen.map(({ method, headers }) => [method, ...headers])).toEqual([
      ['PUT'],
      ['GET'],
      ['GET', ['range', 'bytes=1-2']],
    ]);
    expect(seen.map(({ credentials }) => credentials)).toEqual(['omit', 'omit', 'omit']);
  });

  it.each([408, 409, 425, 429, 500, 502, 503, 504])('asks once more after %i, for a GET', async (status) => {
    const { seen, http } = connection([failed(status, 'INTERNAL'), ok({ a: 1 })]);
    expect(await http.json('/api/x')).toEqual({ a: 1 });
    expect(seen).toHaveLength(2);
  });

  it.each([408, 409, 425, 429, 500, 502, 503, 504, 'a broken connection'] as const)(
    'asks once more for a part of a file after %s',
    async (first) => {
      const broken =
        first === 'a broken connection' ? new TypeError('refused') : new Response('', { status: first });
      const { seen, http } = connection([broken, new Response('abcd')]);
      const bytes = await blobTransport(http).get(
        'https://storage.example/part',
        new AbortController().signal,
      );
      expect(bytes).toEqual(new TextEncoder().encode('abcd'));
      expect(seen).toHaveLength(2);
    },
  );

  it('asks the storage no third time, never twice to store, and not after it was told to stop', async () => {
    const unavailable = () => new Response('', { status: 503 });
    const { seen, http } = connection([
      unavailable(),
      unavailable(),
      unavailable(),
      new TypeError('aborted'),
    ]);
    const blobs = blobTransport(http);
    const [url, stop] = ['https://storage.example/part', new AbortController()];
    await expect(blobs.get(url, stop.signal)).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(2);
    await expect(blobs.put(url, new Blob(['a']), stop.signal)).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(3);
    stop.abort(new Error('enough'));
    await expect(blobs.get(url, stop.signal)).rejects.toThrow('enough');
    expect(seen).toHaveLength(4);
  });

  it('asks once more and no oftener', async () => {
    const { seen, http } = connection([failed(503, 'INTERNAL'), failed(503, 'INTERNAL'), ok()]);
    await expect(http.json('/api/x')).rejects.toMatchObject({ code: 'INTERNAL', status: 503 });
    expect(seen).toHaveLength(2);
  });

  it('repeats neither what was refused nor what writes', async () => {
    const { seen, http } = connection([failed(404, 'NOT_FOUND'), failed(503, 'INTERNAL')]);
    await expect(http.json('/api/x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(http.json('/api/x', { method: 'POST', body: {} })).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(2);
  });

  it('knows the server’s time by its answers, whatever the clock of the device says', async () => {
    const date = 'Tue, 03 Mar 2026 10:00:00 GMT';
    const { http } = connection([
      ok(),
      Response.json({}, { headers: { date } }),
      Response.json({}, { headers: { date: 'soon' } }),
    ]);
    await http.json('/api/x');
    expect(http.serverTime).toBeUndefined();
    const ofWorkspace = http.forWorkspace('w1');
    for (const _ of [1, 2]) {
      await ofWorkspace.json('/api/x');
      const late = http.serverTime! - Date.parse(date);
      expect(late).toBeGreaterThanOrEqual(0);
      // Records take whole ms alone.
      expect(http.serverTime).toSatisfy(Number.isInteger);
      expect(late).toBeLessThan(600_000);
    }
  });

  it('carries code and data of a failure', async () => {
    const { http } = connection([failed(409, 'STALE_VERSION', { stale: [] })]);
    const call = http.json('/api/changes', { method: 'POST', body: {} });
    await expect(call).rejects.toBeInstanceOf(CallError);
    await expect(call).rejects.toMatchObject({ code: 'STALE_VERSION', data: { stale: [] } });
  });

  it('says OFFLINE where nothing answers, and INTERNAL where a stranger does', async () => {
    const { http } = connection([new TypeError('refused'), new TypeError('refused')]);
    await expect(http.json('/api/x')).rejects.toMatchObject({ code: 'OFFLINE', status: 0 });
    const page = new Response('<h1>Bad gateway</h1>', { status: 400 });
    await expect(connection([page]).http.json('/api/x')).rejects.toMatchObject({
      code: 'INTERNAL',
      status: 400,
    });
    const html = new Response('<h1>Hello</h1>');
    await expect(connection([html]).http.json('/api/x')).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('tells whoever listens that the session is over', async () => {
    const { http } = connection([failed(401, 'NOT_SIGNED_IN'), failed(401, 'NOT_SIGNED_IN')]);
    let told = 0;
    const stop = http.onUnauthorized(() => told++);
    await expect(http.forWorkspace('w1').json('/api/x')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(told).toBe(1);
    stop();
    await expect(http.json('/api/x')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(told).toBe(1);
  });

  it('takes no word of a proxy for the end of the session', async () => {
    const { http } = connection([
      new Response('<h1>Sign in to the company network</h1>', { status: 401 }),
      Response.json({ error: 'expired' }, { status: 401 }),
      failed(401, 'NOT_SIGNED_IN'),
    ]);
    let told = 0;
    http.onUnauthorized(() => told++);
    for (const _ of [1, 2])
      await expect(http.json('/api/x')).rejects.toMatchObject({ code: 'INTERNAL', status: 401 });
    expect(told).toBe(0);
    const answer = await http.send('/api/x');
    expect(told).toBe(1);
    expect(await answer.json(), 'who asked can still read it').toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  it('does not take the end of a session for that of the next one', async () => {
    const { http } = connection([1, 2].map(() => failed(401, 'NOT_SIGNED_IN')));
    let told = 0;
    http.onUnauthorized(() => told++);
    http.callAs('anna');
    const opened = http.forWorkspace('w1');
    http.callAs('bob');
    await expect(opened.json('/api/x')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(told).toBe(0);
    await expect(http.json('/api/x')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(told).toBe(1);
  });

  it('reads the same failures through the typed client', async () => {
    const { seen, http } = connection([failed(404, 'NOT_FOUND'), ok([])]);
    const api = await http.api();
    await expect(api.account.revokeSession({ id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await api.workspace.list()).toEqual([]);
    expect(seen[0]?.method).toBe('DELETE');
    expect(seen[1]?.url).toBe('https://kontor.example/api/workspaces');
  });
});
