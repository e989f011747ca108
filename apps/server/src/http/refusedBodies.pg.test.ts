/** Refusals cost nothing that lasts: no more is read than the limit, and the heap is afterwards what it was. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createSignedIn, type TestAccount } from '../testing/accounts.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const mebibyte = 1_048_576;

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  account = await createSignedIn(server);
});
afterAll(() => server.stop());

interface Post {
  path: string;
  /** Sent again and again until the server has had enough, or once. */
  chunk: Buffer;
  isEndless?: boolean;
}

/** Sends a body; an endless one does not say how long it will be. Returns the status, and the bytes that the server read. */
async function post(body: Post): Promise<{ status: number; read: number }> {
  for (;;)
    try {
      return await postOnce(body);
    } catch (error) {
      // The server has closed while we were still sending, and its answer was lost with that.
      if (!['EPIPE', 'ECONNRESET'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    }
}

async function postOnce({ path, chunk, isEndless }: Post): Promise<{ status: number; read: number }> {
  const accepted = once(server.app.server, 'connection') as Promise<[Socket]>;
  const call = request(server.url + path, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      ...(!isEndless && { 'content-length': chunk.length }),
      cookie: `auth.token=${account.client.cookies.get('auth.token')}`,
    },
  });
  // The server may close while we are still sending.
  call.on('error', () => undefined);
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.flushHeaders();
  const [socket] = await accepted;
  let status: number | undefined;
  const answer = answered.then(([message]) => {
    status = message.statusCode;
    message.resume();
  });
  if (isEndless)
    for (let sent = 0; status === undefined && sent < 64; sent++)
      await Promise.race([new Promise<void>((resolve) => call.write(chunk, () => resolve())), answer]);
  else call.end(chunk);
  await answer;
  const read = socket.bytesRead;
  call.destroy();
  return { status: status!, read };
}

/** Sends one text frame. Returns the code that the socket was closed with. */
async function frame(text: string): Promise<number> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/app/kontor?protocol=7`);
  await once(socket, 'open');
  socket.send(text);
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

const tooLong = Buffer.alloc(mebibyte / 4, '"'.padEnd(64, 'x'));
const tooDeep = Buffer.from('['.repeat(100_000));
const tooMany = Buffer.from(
  JSON.stringify({
    id: '0192a000-0000-7000-8000-000000000001',
    changes: Array(1_001).fill({ name: 'task.delete', args: {} }),
  }),
);
const longHeader = 'x'.repeat(17_000);
const longFrame = 'x'.repeat(65_537);

const refusals: Record<string, () => Promise<void>> = {
  'a body over 1 MiB': async () => {
    const { status, read } = await post({ path: '/api/users/verify', chunk: tooLong, isEndless: true });
    expect(status).toBe(413);
    expect(read).toBeLessThan(4 * mebibyte);
  },
  'a batch that does not say how long it is': async () => {
    const { status, read } = await post({ path: '/api/changes', chunk: tooLong, isEndless: true });
    expect(status).toBe(413);
    expect(read).toBeLessThan(4 * mebibyte);
  },
  'nested too deeply': async () =>
    expect(await post({ path: '/api/users/verify', chunk: tooDeep })).toMatchObject({ status: 400 }),
  'a batch of 1,001 changes': async () =>
    expect(await post({ path: '/api/changes', chunk: tooMany })).toMatchObject({ status: 400 }),
  'headers over 16 KiB': async () => {
    const { status } = await account.client.call('GET', '/healthz', { headers: { 'x-long': longHeader } });
    expect(status).toBe(431);
  },
  'a frame over 64 KiB': async () => expect(await frame(longFrame)).toBe(1009),
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Counts the bytes that are still reachable. */
async function heldBytes(): Promise<number> {
  // Sockets let go of their buffers when they are closed, a round of the event loop later.
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Measures the bytes by which `rounds` of every refusal, some at once, let the process grow. */
async function growth(rounds: number): Promise<number> {
  const before = await heldBytes();
  for (let round = 0; round < rounds; round++) for (const refuse of Object.values(refusals)) await refuse();
  return (await heldBytes()) - before;
}

const rounds = process.env.LONG ? 300 : 30;
const bound = 6 * mebibyte;

it.each(Object.entries(refusals))('refuses %s', (_name, refuse) => refuse());

it('keeps nothing of what it refuses', async () => {
  await growth(10);
  expect(await growth(rounds)).toBeLessThan(bound);
});

it('would be caught keeping it', async () => {
  const kept: unknown[] = [];
  const keep = (socket: Socket) => socket.on('data', (chunk) => kept.push(Buffer.from(chunk)));
  server.app.server.on('connection', keep);
  expect(await growth(10)).toBeGreaterThan(bound);
  server.app.server.off('connection', keep);
  expect(kept.length).toBeGreaterThan(10);
});
