/** Messages and handshakes that anybody may send without an account: whatever they are, they end at most their own socket. */
import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { channelOf, presenceEvent, typingEvent } from '@kontor/contract/wire/channel';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signChannel } from '../../adapters/realtime/channel.ts';
import type { SocketGate } from '../../adapters/realtime/realtime.ts';
import { Hub } from './hub.ts';
import { acceptSockets } from './upgrade.ts';

const app = { key: 'kontor', secret: 'a secret of this test' };
const room = channelOf.room('018f0000-0000-7000-8000-000000000001');
const holder = { sessionId: 'phone', userId: '018f0000-0000-7000-8000-0000000000aa' };

let hub: Hub;
let errors: unknown[];
let now: number;
beforeEach(() => {
  errors = [];
  now = 0;
  hub = new Hub({ app, now: () => now, onError: (error) => errors.push(error) });
});
afterEach(() => hub.close());

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Messages each of which is made to throw where it is taken for a text, an object or a list. */
const made = [
  '{"event":"client-typing","channel":{"toString":0,"valueOf":0}}',
  `{"event":"client-typing","channel":${nested(16_000)}}`,
  `{"event":"client-presence","channel":"${room}","data":${nested(16_000)}}`,
  '{"event":"client-typing","channel":null}',
  '{"event":"pusher:subscribe","data":{"channel":{"toString":0},"auth":{"valueOf":0}}}',
  '{"event":"pusher:subscribe","data":null}',
  '{"event":{"toString":0}}',
];

/** A socket that exists here alone. */
class Peer extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly close = vi.fn((_code: number, _reason: string) => {
    this.readyState = 2;
  });
  readonly terminate = vi.fn();
  readonly sent: { event: string; data: string }[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
}

/** Adds a peer that is signed in and listens to a room. */
function joined(): Peer {
  const peer = new Peer();
  hub.add(peer as unknown as WebSocket, new PassThrough(), '203.0.113.1');
  const { socket_id } = JSON.parse(peer.sent[0]!.data) as { socket_id: string };
  hub.claim(socket_id, holder);
  const data = { channel: room, auth: signChannel(app, socket_id, room) };
  peer.emit('message', JSON.stringify({ event: 'pusher:subscribe', data }), false);
  expect(peer.sent.at(-1)).toMatchObject({ event: 'pusher_internal:subscription_succeeded' });
  return peer;
}

/** Values with the keys that JavaScript asks of an object of itself. */
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom('toString', 'valueOf', 'toJSON', '__proto__', 'length', 'then'),
    fc.jsonValue(),
  ),
  fc.constantFrom(room, `${room}\n`, 'private-user-', '__proto__'),
);
const message = fc.record(
  {
    event: fc.oneof(
      fc.constantFrom('pusher:subscribe', 'pusher:unsubscribe', 'pusher:pong', typingEvent, presenceEvent),
      hostile,
    ),
    channel: hostile,
    data: fc.oneof(hostile, fc.record({ channel: hostile, auth: hostile, presence: hostile, asks: hostile })),
  },
  { requiredKeys: [] },
);

it('answers or refuses whatever comes, and nothing is thrown', () => {
  fc.assert(
    fc.property(
      fc.oneof(message, fc.jsonValue()).map((value) => JSON.stringify(value)),
      (text) => {
        const peer = joined();
        expect(() => peer.emit('message', text, false)).not.toThrow();
        expect(errors).toEqual([]);
        peer.emit('close');
      },
    ),
    { numRuns: 500 },
  );
});

it.each(made)('closes or refuses %.60s', (text) => {
  const peer = joined();
  expect(() => peer.emit('message', text, false)).not.toThrow();
  expect(errors).toEqual([]);
  expect(peer.close.mock.lastCall?.[0] ?? peer.sent.at(-1)?.event).toBeOneOf([1003, 'pusher:error']);
});

it('closes the socket whose message throws nevertheless, and tells the log', () => {
  const peer = joined();
  const failure = new Error('of the listener');
  hub.onSign(() => {
    throw failure;
  });
  const text = JSON.stringify({ event: typingEvent, channel: room, data: {} });
  expect(() => peer.emit('message', text, false)).not.toThrow();
  expect(errors).toEqual([failure]);
  expect(peer.close).toHaveBeenCalledWith(1003, 'Malformed message');
});

it('listens no more to a socket that is closing', () => {
  const heard = vi.fn();
  hub.onSign(heard);
  const peer = joined();
  const sign = JSON.stringify({ event: typingEvent, channel: room, data: {} });
  peer.emit('message', sign, false);
  expect(heard).toHaveBeenCalledTimes(1);
  peer.emit('message', 'no JSON', false);
  for (let i = 0; i < 300; i++) peer.emit('message', sign, false);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(peer.close).toHaveBeenCalledTimes(1);
});

it('ends a socket that does not close once, however often it is told to', () => {
  vi.useFakeTimers();
  try {
    const peer = joined();
    for (let i = 0; i < 3; i++) hub.closeUser(holder.userId);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(peer.terminate).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

it('drops a socket that asks and does not read the answers', () => {
  const peer = new Peer();
  const stream = { writableLength: 0 };
  hub.add(peer as unknown as WebSocket, stream as Duplex, '203.0.113.1');
  stream.writableLength = 2 << 20;
  peer.emit('message', '{"event":"pusher:ping"}', false);
  expect(peer.terminate).toHaveBeenCalled();
  expect(peer.sent).toHaveLength(1);
});

async function listening(
  { isOwnPage }: Pick<SocketGate, 'isOwnPage'> = { isOwnPage: () => true },
): Promise<Server> {
  const server = createServer();
  acceptSockets(server, hub, { key: app.key, isOwnPage, addressOf: () => '203.0.113.1' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Asks for an upgrade, and returns both sides of the connection once it is answered. */
async function upgradeTo(server: Server, path: string) {
  const connected = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  const peer = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
  peer
    .resume()
    .write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
  const [socket] = (await connected) as [Socket];
  expect(String(await once(peer, 'data'))).toMatch(/^HTTP\/1.1 40[34] /);
  return { peer, socket };
}

const refused = ['/other', '/app/kontor?protocol=7'];

it.each(refused)('goes on when somebody who is refused at %s resets the connection', async (path) => {
  const server = await listening({ isOwnPage: () => false });
  const { peer, socket } = await upgradeTo(server, path);
  // As Node tells it. Without a listener it ends the process.
  expect(() => socket.emit('error', new Error('read ECONNRESET'))).not.toThrow();
  peer.destroy();
  server.close();
});

it.each(refused)(
  'holds no connection that was refused at %s and whose peer does not close it',
  async (path) => {
    const server = await listening({ isOwnPage: () => false });
    const { peer, socket } = await upgradeTo(server, path);
    await expect.poll(() => socket.destroyed).toBe(true);
    peer.destroy();
    server.close();
  },
);

it('serves the others on when somebody without an account sends them', async () => {
  const server = await listening();
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/app/kontor?protocol=7`;
  const open = async () => {
    const socket = new WebSocket(url);
    await once(socket, 'message');
    return socket;
  };
  const bystander = await open();
  for (const text of made) {
    const socket = await open();
    socket.send(text);
    await Promise.race([once(socket, 'close'), once(socket, 'message')]);
    socket.terminate();
  }
  bystander.send('{"event":"pusher:ping"}');
  const [answer] = await once(bystander, 'message');
  expect(JSON.parse(String(answer)).event).toBe('pusher:pong');
  bystander.terminate();
  server.close();
}, 20_000);
