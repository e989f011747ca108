/** Two app processes over one database, each with sockets of its own. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelOf, revisionEvent } from '@kontor/contract/wire/channel';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Realtime } from '../../adapters/realtime/realtime.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openEmbeddedRealtime } from './embeddedRealtime.ts';
import { type FanOutMessage, openPgFanOut } from './fanOut.ts';
import { Hub } from './hub.ts';

const app = { key: 'kontor', secret: 'a secret of this test' };
const ada = '018f0000-0000-7000-8000-0000000000aa';
const channel = channelOf.user(ada);
const holder = { sessionId: 'phone', userId: ada };
const hint = (revision: number) => ({ scope: ada, revision });

type Process = { realtime: Realtime; server: Server; url: string };

let database: TestDatabase;
let errors: unknown[];
let closers: (() => Promise<unknown>)[];

beforeEach(async () => {
  errors = [];
  closers = [];
  database = await createTestDatabase('template1');
});

afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.reverse()) await close();
  await database.drop();
});

const shared = {
  secret: Buffer.from('known to all processes'),
  onError: (error: unknown) => errors.push(error),
};

async function startProcess(): Promise<Process> {
  const realtime = await openEmbeddedRealtime({
    hub: new Hub({ app, onError: (error) => errors.push(error) }),
    app,
    liveSessions: async (ids) => new Set(ids),
    mayListen: async (listeners) => listeners.map(() => true),
    openFanOut: (onMessage) => openPgFanOut(database.connection, { ...shared, onMessage }),
    onError: (error) => errors.push(error),
  });
  const server = createServer();
  realtime.serve(server, { isOwnPage: () => true, addressOf: () => '203.0.113.1' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    await realtime.close();
    server.close();
  });
  return { realtime, server, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function connect(to: Process) {
  const socket = new WebSocket(`${to.url}/app/kontor?protocol=7`);
  const messages: { event: string; data: string }[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  await expect.poll(() => messages.length).toBe(1);
  const { socket_id: socketId } = JSON.parse(messages[0]!.data) as { socket_id: string };
  const join = (auth: string) =>
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
  const revisions = () =>
    messages.filter(({ event }) => event === revisionEvent).map(({ data }) => JSON.parse(data).revision);
  return { messages, closed, socketId, join, revisions };
}

describe('two processes', () => {
  it('authorise, tell and close each other’s sockets', async () => {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    const socket = await connect(one);
    // The call goes to the process that does not have the socket.
    socket.join((await two.realtime.authorise(socket.socketId, channel, holder))!);
    await expect.poll(() => socket.messages.at(-1)?.event).toBe('pusher_internal:subscription_succeeded');

    one.realtime.publish([channel], revisionEvent, hint(1));
    two.realtime.publish([channel], revisionEvent, hint(2));
    await expect.poll(socket.revisions).toEqual([1, 2]);

    two.realtime.closeSession('other');
    two.realtime.closeSession(holder.sessionId);
    expect(await socket.closed).toBe(4009);
    expect(errors).toEqual([]);
  });

  it('go on after a notification that none of them sent', async () => {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    const socket = await connect(one);
    socket.join((await one.realtime.authorise(socket.socketId, channel, holder))!);
    await expect.poll(() => socket.messages.at(-1)?.event).toBe('pusher_internal:subscription_succeeded');
    const client = new pg.Client(database.connection);
    await client.connect();
    for (const payload of ['', 'no JSON', '{}', '["x",null]'])
      await client.query("SELECT pg_notify('kontor_realtime', $1)", [payload]);
    await client.end();
    two.realtime.publish([channel], revisionEvent, hint(1));
    await expect.poll(socket.revisions).toEqual([1]);
    await expect.poll(() => errors.length).toBe(8);
  });

  it('make a subscription wait for the word of whose socket it is', async () => {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    const socket = await connect(one);
    const other = await connect(one);
    const auth = (await two.realtime.authorise(socket.socketId, channel, holder))!;
    // Sent at once, and with a proof for a socket of which no word ever comes.
    socket.join(auth);
    other.join(auth);
    await expect.poll(() => socket.messages.at(-1)?.event).toBe('pusher_internal:subscription_succeeded');
    await expect.poll(() => other.messages.at(-1)?.event).toBe('pusher:subscription_error');
    two.realtime.closeUser(ada);
    expect(await socket.closed).toBe(4200);
  });

  it('close a socket for which another session asks elsewhere', async () => {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    const socket = await connect(one);
    socket.join((await one.realtime.authorise(socket.socketId, channel, holder))!);
    await expect.poll(() => socket.messages.at(-1)?.event).toBe('pusher_internal:subscription_succeeded');
    // Their own session, asked elsewhere, leaves it open.
    await two.realtime.authorise(socket.socketId, channel, holder);
    two.realtime.publish([channel], revisionEvent, hint(1));
    await expect.poll(socket.revisions).toEqual([1]);
    const eve = { sessionId: 'eve', userId: '018f0000-0000-7000-8000-0000000000ee' };
    await two.realtime.authorise(socket.socketId, channelOf.user(eve.userId), eve);
    expect(await socket.closed).toBe(4009);
  });

  it('carry many hints in order and many channels in one', async () => {
    // Who was there hears of who comes.
    const two = await startProcess();
    const one = await startProcess();
    const socket = await connect(one);
    socket.join((await one.realtime.authorise(socket.socketId, channel, holder))!);
    await expect.poll(() => socket.messages.at(-1)?.event).toBe('pusher_internal:subscription_succeeded');
    const crowd = Array.from({ length: 1_000 }, (_, at) =>
      channelOf.user(`018f0000-0000-7000-8000-${String(at).padStart(12, '0')}`),
    );
    for (let revision = 1; revision <= 500; revision++)
      two.realtime.publish([channel], revisionEvent, hint(revision));
    two.realtime.publish([...crowd, channel], revisionEvent, hint(501));
    const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
    await expect.poll(socket.revisions, { timeout: 5_000 }).toEqual(upTo(501));
    // As large as one gets (`hints.ts`), to as many people as one message names.
    const page = 'A'.repeat(4_000);
    two.realtime.publish([...crowd.slice(1, 30), channel], revisionEvent, hint(502), () => page);
    await expect.poll(socket.revisions).toEqual(upTo(502));
    expect(JSON.parse(socket.messages.at(-1)!.data)).toEqual({ ...hint(502), page });
    expect(errors).toEqual([]);
  });

  it('send every client through a pull when the connection between them was cut', async () => {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    const [here, there] = [await connect(one), await connect(two)];
    const admin = new pg.Client(database.connection);
    await admin.connect();
    await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await admin.end();
    expect(await Promise.all([here.closed, there.closed])).toEqual([4200, 4200]);
    expect(errors.length).toBeGreaterThan(0);
    // And it works again, once both are back: until then a new socket may be sent away once more.
    const attempt = async () => {
      const socket = await connect(one);
      const auth = await two.realtime.authorise(socket.socketId, channel, holder).catch(() => undefined);
      if (!auth) return [];
      socket.join(auth);
      await Promise.race([
        socket.closed,
        expect.poll(() => socket.messages.at(-1)?.event).toBe('pusher_internal:subscription_succeeded'),
      ]);
      two.realtime.publish([channel], revisionEvent, hint(7));
      await Promise.race([socket.closed, expect.poll(socket.revisions).toEqual([7])]);
      return socket.revisions();
    };
    await expect.poll(attempt, { timeout: 10_000 }).toEqual([7]);
  });

  it('believe nothing that none of them has sent', async () => {
    const heard: FanOutMessage[] = [];
    const fanOut = await openPgFanOut(database.connection, {
      ...shared,
      onMessage: (message) => heard.push(message),
    });
    closers.push(() => fanOut.close());
    const stranger = await openPgFanOut(database.connection, {
      secret: Buffer.from('another'),
      onMessage: () => undefined,
      onError: () => undefined,
    });
    closers.push(() => stranger.close());
    await stranger.send({ kind: 'publish', channels: [channel], event: revisionEvent, data: hint(1) });
    const other = new pg.Client(database.connection);
    await other.connect();
    closers.push(() => other.end());
    for (const forged of ['', 'x', `["x",${JSON.stringify({ kind: 'reconnectAll' })}]`])
      await other.query(`SELECT pg_notify('kontor_realtime', $1)`, [forged]);
    await expect.poll(() => errors.length).toBe(5);
    expect(heard).toEqual([]);
  });

  /** Opens one that speaks, and one that keeps what it hears. */
  async function openPair() {
    const heard: FanOutMessage[] = [];
    const one = await openPgFanOut(database.connection, { ...shared, onMessage: () => undefined });
    const two = await openPgFanOut(database.connection, {
      ...shared,
      onMessage: (message) => message.kind !== 'here' && heard.push(message),
    });
    closers.push(
      () => one.close(),
      () => two.close(),
    );
    return { one, heard };
  }

  it('show and repeat nothing to each other that somebody else hears in the database', async () => {
    const stranger = new pg.Client(database.connection);
    const overheard: string[] = [];
    stranger.on('notification', ({ payload }) => overheard.push(payload!));
    await stranger.connect();
    closers.push(() => stranger.end());
    await stranger.query('LISTEN kontor_realtime');
    const { one, heard } = await openPair();
    await one.send({ kind: 'closeUser', userId: ada });
    await expect.poll(() => heard.length).toBe(1);
    await expect.poll(() => overheard.length).toBe(3);
    expect(overheard.map((text) => Buffer.from(text, 'base64url').toString()).join()).not.toContain(ada);
    expect(overheard.join()).not.toContain(ada);
    const say = (text: string) => stranger.query("SELECT pg_notify('kontor_realtime', $1)", [text]);
    // To its sender, too, in another spelling.
    await say(overheard.at(-1)!);
    await say(` ${overheard.at(-1)!}`);
    await expect.poll(() => errors.length).toBe(3);
    expect(heard.length).toBe(1);
    // To somebody who has not heard of the sender, later.
    const late: unknown[] = [];
    const refused: unknown[] = [];
    const other = await openPgFanOut(database.connection, {
      ...shared,
      onMessage: (message) => late.push(message),
      onError: (error) => refused.push(error),
    });
    closers.push(() => other.close());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    await say(overheard[2]!);
    await expect.poll(() => refused.length).toBe(1);
    expect(late).toEqual([]);
  });

  it('send what ends rights before the news that wait, and tell no rows while many do', async () => {
    const { one, heard } = await openPair();
    const news = () =>
      one.send({
        kind: 'publish',
        channels: [channel],
        event: revisionEvent,
        data: { ...hint(1), page: 'A'.repeat(4_000) },
      });
    const all = Array.from({ length: 60 }, news);
    expect(one.isBehind).toBe(true);
    all.push(one.send({ kind: 'closeUser', userId: ada }));
    await Promise.all(all);
    expect(one.isBehind).toBe(false);
    await expect.poll(() => heard.length).toBe(61);
    expect(heard.findIndex(({ kind }) => kind === 'closeUser')).toBeLessThan(3);
  });

  it('send what ends rights before the claims that wait, and tell no rows while many do', async () => {
    const { one, heard } = await openPair();
    const all = Array.from({ length: 60 }, () => one.send({ kind: 'claim', socketId: '1.1', holder }));
    expect(one.isBehind).toBe(true);
    all.push(one.send({ kind: 'closeUser', userId: ada }));
    await Promise.all(all);
    expect(one.isBehind).toBe(false);
    await expect.poll(() => heard.length).toBe(61);
    expect(heard.findIndex(({ kind }) => kind === 'closeUser')).toBe(1);
  });

  it('tell no rows while the database does not answer', async () => {
    const { one } = await openPair();
    const { promise, resolve } = Promise.withResolvers<void>();
    vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce((() => promise) as never);
    const sent = one.send({ kind: 'closeUser', userId: ada });
    expect(one.isBehind).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 });
    expect(one.isBehind).toBe(true);
    resolve();
    await sent;
    expect(one.isBehind).toBe(false);
  });

  it('make a page for each other once they have heard of one', async () => {
    const makePage = vi.fn(() => 'AAAA');
    const one = await startProcess();
    one.realtime.publish([channel], revisionEvent, hint(1), makePage);
    expect(makePage).not.toHaveBeenCalled();
    await startProcess();
    await expect
      .poll(() => {
        one.realtime.publish([channel], revisionEvent, hint(2), makePage);
        return makePage.mock.calls.length;
      })
      .toBeGreaterThan(0);
  });

  it('still tell the others whose rights end when they close', async () => {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    const [here, there] = [await connect(one), await connect(two)];
    there.join((await two.realtime.authorise(there.socketId, channel, holder))!);
    await expect.poll(() => there.messages.at(-1)?.event).toBe('pusher_internal:subscription_succeeded');
    one.realtime.closeSockets();
    expect(await here.closed).toBe(4200);
    for (let i = 0; i < 30; i++) one.realtime.publish([channel], revisionEvent, hint(i));
    one.realtime.closeUser(ada);
    await one.realtime.close();
    expect(await there.closed).toBe(4200);
    expect(errors).toEqual([]);
  });

  type Query = (this: pg.Client) => Promise<unknown>;

  /** Cuts a process off from the database; while it comes back, its first queries behind that are answered as told. */
  async function cutOff(...answers: Query[]) {
    const heard: FanOutMessage[] = [];
    const fanOut = await openPgFanOut(database.connection, {
      ...shared,
      onMessage: (message) => {
        heard.push(message);
        // The next query tells the others.
        const answer = answers.shift();
        if (answer) vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(answer as never);
      },
    });
    closers.push(() => fanOut.close());
    const admin = new pg.Client(database.connection);
    await admin.connect();
    closers.push(() => admin.end());
    const others = 'datname = current_database() AND pid <> pg_backend_pid()';
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
    const listeners = async () =>
      (await admin.query(`SELECT 1 FROM pg_stat_activity WHERE ${others} AND query !~ 'terminate'`)).rowCount;
    return { heard, fanOut, listeners };
  }

  it('listen once, also where the connection breaks again while they come back', async () => {
    const refused = () => Promise.reject(new Error('cut'));
    const { heard, fanOut, listeners } = await cutOff(refused, refused);
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(3);
    await fanOut.send({ kind: 'closeUser', userId: ada });
    await expect.poll(listeners).toBe(1);
  });

  it('listen again, where the connection breaks right behind the word that they are back', async () => {
    const { heard, fanOut } = await cutOff(function () {
      this.emit('error', new Error('cut'));
      void this.end();
      return Promise.resolve();
    });
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(2);
    await fanOut.send({ kind: 'closeUser', userId: ada });
  });

  it('hear only others, and refuse to pretend when nobody can be reached', async () => {
    const heard: FanOutMessage[] = [];
    const onMessage = (message: FanOutMessage) => heard.push(message);
    const fanOut = await openPgFanOut(database.connection, { ...shared, onMessage });
    const other = await openPgFanOut(database.connection, { ...shared, onMessage: () => undefined });
    await fanOut.send({ kind: 'closeUser', userId: 'own' });
    await other.send({ kind: 'closeUser', userId: 'others' });
    await expect.poll(() => heard).toEqual([{ kind: 'here' }, { kind: 'closeUser', userId: 'others' }]);
    await fanOut.close();
    await expect(fanOut.send({ kind: 'reconnectAll' })).rejects.toThrow();
    await other.close();
  });
});
