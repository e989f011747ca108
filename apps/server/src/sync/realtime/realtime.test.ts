/** The embedded endpoint against the real pusher-js, and against frames that pusher-js would never send. */
import { once } from 'node:events';
import { type AddressInfo, createConnection } from 'node:net';
import { channelOf, presenceEvent, revisionEvent, typingEvent } from '@kontor/contract/wire/channel';
import Fastify, { type FastifyInstance } from 'fastify';
import Pusher, { type Channel } from 'pusher-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signChannel } from '../../adapters/realtime/channel.ts';
import type { Realtime } from '../../adapters/realtime/realtime.ts';
import { sendFailure } from '../../http/errors.ts';
import { realtimeAuthRoute } from './authRoute.ts';
import { openEmbeddedRealtime } from './embeddedRealtime.ts';
import { Hub } from './hub.ts';
import { SocketLimits } from './socketLimits.ts';

const workspace = '018f0000-0000-7000-8000-000000000001';
const ada = '018f0000-0000-7000-8000-0000000000aa';
const eve = '018f0000-0000-7000-8000-0000000000ee';
const ben = '018f0000-0000-7000-8000-0000000000be';
const staff = channelOf.workspace(workspace, 'staff');
const adaChannel = channelOf.user(ada);
const hint = (revision: number) => ({ scope: workspace, revision });

const appKey = { key: 'kontor', secret: 'a secret of this test' };

let app: FastifyInstance;
let hub: Hub;
let realtime: Realtime;
let port: number;
let clock: number;
let liveSessions: Set<string>;
let closers: (() => void)[];
/** Happens after somebody's right was looked up, and before it is answered. */
let meanwhile: () => void;

/** Sessions of this test: the Bearer token is `<session id> <user id>`. */
beforeEach(async () => {
  closers = [];
  meanwhile = () => {};
  clock = Date.now();
  liveSessions = new Set(['phone', 'laptop', 'eve', 'desk']);
  const onError = (error: unknown) => {
    throw error;
  };
  hub = new Hub({ app: appKey, now: () => clock, limits: new SocketLimits(false), onError });
  realtime = await openEmbeddedRealtime({
    hub,
    app: appKey,
    liveSessions: async (ids) => new Set(ids.filter((id) => liveSessions.has(id))),
    mayListen: async (listeners) => listeners.map(() => true),
    onError,
  });
  app = Fastify();
  app.setErrorHandler(sendFailure);
  app.decorateRequest('signedIn', undefined);
  app.addHook('onRequest', async (request) => {
    const [sessionId, userId] = (request.headers.authorization ?? '').split(' ');
    if (sessionId && userId && liveSessions.has(sessionId)) request.signedIn = { sessionId, userId };
  });
  await app.register(
    realtimeAuthRoute({
      realtime,
      mayListen: async (userId, channel) => {
        const may =
          channel.kind === 'user'
            ? channel.id === userId
            : channel.kind === 'room' || [ada, ben].includes(userId);
        meanwhile();
        return may;
      },
    }),
  );
  realtime.serve(app.server, {
    isOwnPage: ({ headers }) => [undefined, 'https://kontor.example'].includes(headers.origin),
    addressOf: ({ headers }) => String(headers['x-forwarded-for'] ?? '203.0.113.1'),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});

afterEach(async () => {
  for (const close of closers) close();
  await realtime.close();
  await app.close();
});

function connect(sessionId: string, userId: string, key = appKey.key): Pusher {
  const client = new Pusher(key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: `http://127.0.0.1:${port}/api/realtime/auth`,
      headers: { authorization: `${sessionId} ${userId}` },
    },
  });
  closers.push(() => client.disconnect());
  return client;
}

const happens = (on: { bind(event: string, done: (data: unknown) => void): unknown }, event: string) =>
  new Promise<unknown>((resolve) => {
    on.bind(event, resolve);
  });

const join = async (client: Pusher, name: string): Promise<Channel> => {
  const channel = client.subscribe(name);
  await happens(channel, 'pusher:subscription_succeeded');
  return channel;
};

const postAuth = (fields: Record<string, string>, who = `phone ${ada}`) =>
  fetch(`http://127.0.0.1:${port}/api/realtime/auth`, {
    method: 'POST',
    headers: { authorization: who },
    body: new URLSearchParams(fields),
  });

/** Opens a bare socket and waits for its id. */
async function bareSocket(path = '/app/kontor?protocol=7', origin?: string, from?: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    ...(origin && { origin }),
    ...(from && { headers: { 'x-forwarded-for': from } }),
  });
  closers.push(() => socket.terminate());
  const messages: { event: string; channel?: string; data: unknown }[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const say = (event: string, data: object = {}) => socket.send(JSON.stringify({ event, data }));
  return { socket, messages, closed, say };
}

async function establishedSocket() {
  const bare = await bareSocket();
  await expect.poll(() => bare.messages.length).toBe(1);
  const { socket_id: socketId } = JSON.parse(bare.messages[0]!.data as string) as { socket_id: string };
  return { ...bare, socketId };
}

describe('somebody who types in a room', () => {
  const room = channelOf.room('018f0000-0000-7000-8000-0000000000cc');

  it('is shown to the others there, under their own name, and to nobody else', async () => {
    const [client, other] = [connect('phone', ada), connect('eve', eve)];
    const [ofAda, ofEve] = await Promise.all([join(client, room), join(other, room)]);
    const elsewhere = await join(other, channelOf.user(eve));
    const heard: unknown[] = [];
    ofEve.bind(typingEvent, (data: unknown) => heard.push(data));
    for (const channel of [ofAda, elsewhere]) channel.bind(typingEvent, () => heard.push('too far'));
    expect(ofAda.trigger(typingEvent, { userId: eve, text: 'what is typed' })).toBe(true);
    await expect.poll(() => heard).toEqual([{ userId: ada }]);
  });

  it.each([
    ['elsewhere', () => staff, typingEvent],
    ['in another event', () => room, 'client-words'],
  ])('is refused %s', async (_, channel, event) => {
    const client = connect('phone', ada);
    const joined = await join(client, channel());
    const refused = happens(client.connection, 'error');
    joined.trigger(event, {});
    expect(await refused).toMatchObject({ data: { code: 4301 } });
  });
});

describe('somebody who is there', () => {
  it('is shown to the others of the staff under their own name, with no more than that', async () => {
    const [ofAda, ofBen] = await Promise.all([
      join(connect('phone', ada), staff),
      join(connect('desk', ben), staff),
    ]);
    const heard: unknown[] = [];
    ofBen.bind(presenceEvent, (data: unknown) => heard.push(data));
    ofAda.bind(presenceEvent, () => heard.push('too far'));
    ofAda.trigger(presenceEvent, { userId: eve, presence: 'away', asks: true, where: 'a place' });
    await expect.poll(() => heard).toEqual([{ userId: ada, presence: 'away', asks: true }]);
  });

  it.each([
    ['in a state that there is not', () => staff, { presence: 'asleep' }],
    ['without one', () => staff, undefined],
    ['in a room', () => channelOf.room('018f0000-0000-7000-8000-0000000000cc'), { presence: 'away' }],
  ])('is refused %s', async (_, channel, data) => {
    const client = connect('phone', ada);
    const joined = await join(client, channel());
    const refused = happens(client.connection, 'error');
    joined.trigger(presenceEvent, data);
    expect(await refused).toMatchObject({ data: { code: 4301 } });
  });
});

describe('pusher-js', () => {
  it('connects, joins and hears hints of its channels alone', async () => {
    const client = connect('phone', ada);
    const [ofStaff, ofAda] = await Promise.all([join(client, staff), join(client, adaChannel)]);
    expect(client.connection.socket_id).toMatch(/^\d+\.\d+$/);
    const heard: unknown[] = [];
    for (const channel of [ofStaff, ofAda]) channel.bind(revisionEvent, (data: unknown) => heard.push(data));
    realtime.publish([channelOf.user(eve)], revisionEvent, hint(1));
    realtime.publish([staff, adaChannel], revisionEvent, hint(2));
    realtime.publish([staff], revisionEvent, hint(3));
    await expect.poll(() => heard).toEqual([hint(2), hint(2), hint(3)]);
    client.unsubscribe(staff);
    await expect
      .poll(() => {
        realtime.publish([staff], revisionEvent, hint(4));
        realtime.publish([adaChannel], revisionEvent, hint(5));
        return heard.slice(-2);
      })
      .toEqual([hint(5), hint(5)]);
  });

  it('is refused a channel of somebody else, and keeps its connection', async () => {
    const client = connect('eve', eve);
    const refused = client.subscribe(staff);
    expect(await happens(refused, 'pusher:subscription_error')).toMatchObject({ status: 403 });
    await join(client, channelOf.user(eve));
  });

  it('is told that another key is not known', async () => {
    const client = connect('phone', ada, 'other');
    expect(await happens(client.connection, 'error')).toMatchObject({ error: { data: { code: 4001 } } });
    await expect.poll(() => client.connection.state).toBe('disconnected');
  });

  it('stays away when its session is revoked; the other device stays', async () => {
    const [phone, laptop] = [connect('phone', ada), connect('laptop', ada)];
    await Promise.all([join(phone, staff), join(laptop, staff)]);
    realtime.closeSession('phone');
    await expect.poll(() => phone.connection.state).toBe('disconnected');
    expect(laptop.connection.state).toBe('connected');
    expect(hub.size).toBe(1);
  });

  it('is closed within five seconds even if nobody says that its session ended', async () => {
    const phone = connect('phone', ada);
    await join(phone, staff);
    liveSessions.delete('phone');
    await expect.poll(() => phone.connection.state, { timeout: 5_000 }).toBe('disconnected');
  }, 10_000);

  it('comes back and is asked again when the rights of its user change', async () => {
    const client = connect('phone', ada);
    const channel = await join(client, adaChannel);
    const again = happens(channel, 'pusher:subscription_succeeded');
    const before = client.connection.socket_id;
    realtime.closeUser(ada);
    await again;
    expect(client.connection.socket_id).not.toBe(before);
    const heard = happens(channel, revisionEvent);
    realtime.publish([adaChannel], revisionEvent, hint(9));
    expect(await heard).toEqual(hint(9));
  });

  it('listens to nothing with a leave that was given while they were shut out', async () => {
    const { socketId, closed, messages, say } = await establishedSocket();
    meanwhile = () => realtime.closeUser(ada);
    const answer = await postAuth({ socket_id: socketId, channel_name: staff });
    const { auth } = (await answer.json()) as { auth: string };
    say('pusher:subscribe', { channel: staff, auth });
    expect(await closed).toBe(4200);
    expect(messages.map(({ event }) => event)).not.toContain('pusher_internal:subscription_succeeded');
  });

  it('may not send events of its own', async () => {
    const client = connect('phone', ada);
    const channel = await join(client, adaChannel);
    const error = happens(client.connection, 'error');
    channel.trigger('client-typing', {});
    expect(await error).toMatchObject({ data: { code: 4301 } });
    expect(client.connection.state).toBe('connected');
  });
});

describe('the authorisation call', () => {
  it('answers for an own socket and refuses without a session', async () => {
    const { socketId } = await establishedSocket();
    const fields = { socket_id: socketId, channel_name: staff };
    expect(await (await postAuth(fields)).json()).toEqual({
      auth: signChannel(appKey, socketId, staff),
      isOwn: true,
    });
    expect((await postAuth(fields, '')).status).toBe(401);
  });

  it('refuses forged ids, newlines and channels that do not exist', async () => {
    const { socketId } = await establishedSocket();
    const [process, id] = socketId.split('.') as [string, string];
    const forged = [
      '1.1',
      `${process}.1`,
      `${socketId}\n`,
      `\n${socketId}`,
      `${socketId}:private-user-${eve}`,
      `${process}.${id}.0`,
      `${process}`,
      '-1.2',
      '1e3.1',
      '１.１',
      '',
    ];
    for (const socket_id of forged)
      expect((await postAuth({ socket_id, channel_name: staff })).status).toBe(403);
    const channels = [
      `${staff}\n`,
      `${staff} `,
      staff.replace('staff', 'owners'),
      staff.replace('private-', 'presence-'),
      staff.replace('private-', ''),
      `private-user-${ada.toUpperCase()}`,
      'private-user-../x',
      '',
    ];
    for (const channel_name of channels)
      expect((await postAuth({ socket_id: socketId, channel_name })).status).toBe(403);
    expect((await postAuth({ socket_id: socketId })).status).toBe(403);
    expect((await postAuth({ socket_id: socketId, channel_name: staff })).status).toBe(200);
  });

  it('refuses a socket that belongs to another session', async () => {
    const { socketId } = await establishedSocket();
    const own = channelOf.user(eve);
    expect((await postAuth({ socket_id: socketId, channel_name: adaChannel })).status).toBe(200);
    expect((await postAuth({ socket_id: socketId, channel_name: own }, `eve ${eve}`)).status).toBe(403);
  });
});

describe('bare sockets', () => {
  it('cannot join with a wrong, foreign or missing proof', async () => {
    const { say, messages, socketId } = await establishedSocket();
    const other = await establishedSocket();
    await postAuth({ socket_id: socketId, channel_name: adaChannel });
    for (const auth of [
      undefined,
      'kontor:00',
      signChannel(appKey, other.socketId, staff),
      signChannel(appKey, socketId, adaChannel),
      signChannel({ ...appKey, secret: 'x' }, socketId, staff),
    ])
      say('pusher:subscribe', { channel: staff, auth });
    await expect.poll(() => messages.length).toBe(6);
    expect(messages.slice(1).every(({ event }) => event === 'pusher:subscription_error')).toBe(true);
    say('pusher:subscribe', { channel: staff, auth: signChannel(appKey, socketId, staff) });
    await expect.poll(() => messages.at(-1)?.event).toBe('pusher_internal:subscription_succeeded');
  });

  it('gets an answer to its ping', async () => {
    const { say, messages } = await establishedSocket();
    say('pusher:ping');
    await expect.poll(() => messages.at(-1)?.event).toBe('pusher:pong');
  });

  it('is closed for a frame over 64 KiB, and not for one below', async () => {
    const small = await establishedSocket();
    small.say('pusher:ping', { padding: 'x'.repeat(65_000) });
    await expect.poll(() => small.messages.at(-1)?.event).toBe('pusher:pong');
    const large = await establishedSocket();
    large.say('pusher:ping', { padding: 'x'.repeat(65_536) });
    expect(await large.closed).toBe(1009);
    await expect.poll(() => hub.size).toBe(1);
  });

  it.each([
    '{',
    '[]',
    'null',
    '"x"',
    '{"event":1}',
    '{"event":"pusher:subscribe"}',
    '{"event":"other","data":{}}',
  ])('is closed for %s', async (text) => {
    const { socket, closed } = await establishedSocket();
    socket.send(text);
    expect(await closed).toBe(1003);
  });

  it('is closed for binary frames and for floods', async () => {
    const binary = await establishedSocket();
    binary.socket.send(Buffer.from('{}'));
    expect(await binary.closed).toBe(1003);
    const flood = await establishedSocket();
    for (let i = 0; i < 300; i++) flood.say('pusher:ping');
    expect(await flood.closed).toBe(4100);
  });

  it('may join so many channels and no more', async () => {
    const { say, messages, socketId } = await establishedSocket();
    await postAuth({ socket_id: socketId, channel_name: adaChannel });
    for (let i = 0; i < 129; i++) {
      const channel = channelOf.customer(`018f0000-0000-7000-8000-${String(i).padStart(12, '0')}`);
      say('pusher:subscribe', { channel, auth: signChannel(appKey, socketId, channel) });
    }
    await expect.poll(() => messages.length).toBe(130);
    expect(messages.at(-2)!.event).toBe('pusher_internal:subscription_succeeded');
    expect(messages.at(-1)).toMatchObject({ event: 'pusher:error', data: { code: 4302 } });
  });

  it('is pinged when silent, closed when it stays silent, and closed when nobody claims it', async () => {
    const claimed = await establishedSocket();
    await postAuth({ socket_id: claimed.socketId, channel_name: staff });
    const unclaimed = await establishedSocket();
    hub.checkHeartbeats();
    clock += 16_000;
    hub.checkHeartbeats();
    expect(await unclaimed.closed).toBe(4202);
    clock += 105_000;
    hub.checkHeartbeats();
    await expect.poll(() => claimed.messages.at(-1)?.event).toBe('pusher:ping');
    clock += 30_000;
    hub.checkHeartbeats();
    expect(await claimed.closed).toBe(4201);
  });

  it('is one of 256 that an address may hold before somebody signs in with them', async () => {
    const sockets = await Promise.all(Array.from({ length: 256 }, () => establishedSocket()));
    expect(await (await bareSocket()).closed).toBe(4100);
    // Another address, and one that leaves room.
    const elsewhere = await bareSocket(undefined, undefined, '203.0.113.2');
    await expect.poll(() => elsewhere.messages.length).toBe(1);
    await postAuth({ socket_id: sockets[0]!.socketId, channel_name: staff });
    const next = await establishedSocket();
    expect(await (await bareSocket()).closed).toBe(4100);
    next.socket.terminate();
    await expect.poll(() => hub.size).toBe(257);
    await establishedSocket();
    // They are let go together.
    clock += 16_000;
    hub.checkHeartbeats();
    expect(await Promise.all(sockets.slice(1).map(({ closed }) => closed))).toEqual(Array(255).fill(4202));
    await expect.poll(() => hub.size).toBe(1);
    await establishedSocket();
  });

  it('is one of a hundred of its user', async () => {
    const claim = ({ socketId }: { socketId: string }, who?: string) =>
      postAuth({ socket_id: socketId, channel_name: staff }, who).then(({ status }) => status);
    const sockets = await Promise.all(Array.from({ length: 101 }, () => establishedSocket()));
    const last = sockets.pop()!;
    expect(await Promise.all(sockets.map((socket) => claim(socket)))).toEqual(Array(100).fill(200));
    expect(await claim(last, `laptop ${ada}`)).toBe(403);
    expect(await last.closed).toBe(4100);
    sockets[0]!.socket.terminate();
    await expect.poll(() => hub.size).toBe(99);
    expect(await claim(await establishedSocket(), `laptop ${ada}`)).toBe(200);
  });

  it('is refused with another protocol, path or origin', async () => {
    expect(await (await bareSocket('/app/kontor?protocol=5')).closed).toBe(4007);
    expect(await (await bareSocket('/app/kontor')).closed).toBe(4007);
    await expect(bareSocket('/other')).rejects.toThrow('404');
    await expect(bareSocket('/app/kontor/x?protocol=7')).rejects.toThrow('404');
    await expect(bareSocket('/app/kontor?protocol=7', 'https://evil.example')).rejects.toThrow('403');
    const own = await bareSocket('/app/kontor?protocol=7', 'https://kontor.example');
    await expect.poll(() => own.messages.length).toBe(1);
  });

  it('cannot end the server with an address that nobody can parse', async () => {
    for (const path of ['//', 'http://[', '//[::1', '*', '/app/%ff', 'http://:99999/']) {
      const stream = createConnection(port, '127.0.0.1');
      stream.end(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
      const answer = (await stream.toArray()).join('');
      expect(answer, path).toMatch(/^HTTP\/1.1 (101|40\d) /);
    }
    await establishedSocket();
  });

  it('cannot end the server with a bad frame, refused or not', async () => {
    for (const path of ['/app/other?protocol=7', '/app/kontor?protocol=7']) {
      const { socket, closed } = await bareSocket(path);
      // A reserved opcode, written past the client's own framing.
      (socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(
        Buffer.from([0x8f, 0x80, 0, 0, 0, 0]),
      );
      await closed;
    }
    await establishedSocket();
  });

  it.each<[string, (revision: number, page: string) => void]>([
    ['here', (revision, page) => realtime.publish([staff], revisionEvent, hint(revision), () => page)],
    [
      'by another process',
      (revision, page) => hub.publish([staff], revisionEvent, { ...hint(revision), page }),
    ],
  ])('is told no more than that there is something new once it has a backlog: %s', async (_, publish) => {
    const { socket, socketId, say, messages } = await establishedSocket();
    await postAuth({ socket_id: socketId, channel_name: staff });
    say('pusher:subscribe', { channel: staff, auth: signChannel(appKey, socketId, staff) });
    await expect.poll(() => messages.length).toBe(2);
    socket.pause();
    const page = 'A'.repeat(4_000);
    // More bytes than it may have waiting, were each told with its page.
    const count = 4_000;
    for (let revision = 1; revision <= count; revision++) publish(revision, page);
    socket.resume();
    await expect.poll(() => messages.length, { timeout: 10_000 }).toBe(2 + count);
    const pages = messages.slice(2).map(({ data }) => 'page' in JSON.parse(String(data)));
    expect([pages[0], pages.at(-1)]).toEqual([true, false]);
    expect(hub.size).toBeGreaterThan(0);
  });

  it('is dropped when it does not read, and holds up nobody', async () => {
    const slow = await establishedSocket();
    const quick = await establishedSocket();
    for (const { socketId, say } of [slow, quick]) {
      await postAuth({ socket_id: socketId, channel_name: staff });
      say('pusher:subscribe', { channel: staff, auth: signChannel(appKey, socketId, staff) });
    }
    await expect.poll(() => [slow.messages.length, quick.messages.length]).toEqual([2, 2]);
    slow.socket.pause();
    let revision = 0;
    await expect
      .poll(
        () => {
          for (let i = 0; i < 5_000; i++) realtime.publish([staff], revisionEvent, hint(++revision));
          return hub.size;
        },
        { timeout: 10_000, interval: 5 },
      )
      .toBe(1);
    await expect.poll(() => quick.messages.length, { timeout: 10_000 }).toBe(2 + revision);
    expect(quick.messages.at(-1)).toEqual({
      event: 'revision',
      channel: staff,
      data: JSON.stringify(hint(revision)),
    });
  }, 30_000);
});
