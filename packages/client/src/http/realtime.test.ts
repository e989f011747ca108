// @vitest-environment happy-dom
/** The realtime connection over a library that a test plays: its times, channels that are not joined at first, lost connections. */
import Pusher, { type Options } from 'pusher-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from './callError.ts';
import { Http } from './http.ts';
import { PusherRealtime } from './realtime.ts';

class Emitter {
  readonly #bound: (readonly [event: string, listener: (data: unknown) => void])[] = [];
  bind(...binding: [event: string, listener: (data: unknown) => void]): void {
    this.#bound.push(binding);
  }
  unbind(event: string, listener: unknown): void {
    const at = this.#bound.findIndex((each) => each[0] === event && each[1] === listener);
    if (at >= 0) this.#bound.splice(at, 1);
  }
  emit(event: string, data?: unknown): void {
    for (const [name, listener] of [...this.#bound]) if (name === event) listener(data);
  }
}

/** The library as far as it is used: it asks for each channel once on each connection. */
class FakePusher {
  connection = Object.assign(new Emitter(), {
    state: 'connected',
    socket_id: '1',
    send_event: (event: string) =>
      void (isAlive && event === 'pusher:ping' && this.connection.emit('message')),
  });
  channels = new Map<string, FakeChannel>();
  /** Names of channels in the order in which they were asked for. */
  asked: string[] = [];
  connections = 1;
  readonly options: Options;
  constructor(_key: string, options: Options) {
    this.options = options;
  }
  subscribe(name: string): FakeChannel {
    const channel = this.channels.get(name) ?? new FakeChannel(name);
    this.channels.set(name, channel);
    if (channel.subscriptionPending) channel.subscriptionCancelled = false;
    else if (this.connection.state === 'connected' && !channel.subscribed) this.#ask(name, channel);
    return channel;
  }
  #ask(name: string, channel: FakeChannel): void {
    this.asked.push(name);
    Object.assign(channel, { subscriptionPending: true, subscriptionCancelled: false });
    const { customHandler } = this.options.channelAuthorization as {
      customHandler: (params: object, callback: (error: unknown) => void) => void;
    };
    customHandler({ socketId: this.connection.socket_id, channelName: name }, (error) => {
      channel.subscriptionPending = false;
      channel.subscribed = !error;
      if (channel.subscribed && channel.subscriptionCancelled) this.unsubscribe(name);
      else channel.emit(error ? 'pusher:subscription_error' : 'pusher:subscription_succeeded');
    });
  }
  channel(name: string): FakeChannel | undefined {
    return this.channels.get(name);
  }
  allChannels(): FakeChannel[] {
    return [...this.channels.values()];
  }
  unsubscribe(name: string): void {
    const channel = this.channels.get(name);
    if (channel?.subscriptionPending) channel.subscriptionCancelled = true;
    else this.channels.delete(name);
  }
  disconnect(): void {
    this.connection.state = 'disconnected';
    for (const channel of this.channels.values())
      Object.assign(channel, { subscribed: false, subscriptionPending: false });
  }
  connect(): void {
    this.connections++;
    Object.assign(this.connection, { state: 'connected', socket_id: String(this.connections) });
    this.connection.emit('state_change');
    for (const name of this.channels.keys()) this.subscribe(name);
  }
}

class FakeChannel extends Emitter {
  subscribed = false;
  subscriptionPending = false;
  subscriptionCancelled = false;
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
}

vi.mock('pusher-js', () => ({ default: vi.fn() }));
vi.mocked(Pusher).mockImplementation(FakePusher as never);

let isAlive = true;
/** Answers to questions for a channel, one after the other; then it may be joined. */
let failures: number[] = [];

const open: PusherRealtime[] = [];
function realtime(origin = 'https://kontor.example', isOwn = () => true) {
  const http = new Http({ origin });
  vi.spyOn(http, 'json').mockImplementation(async () => {
    const status = failures.shift();
    if (status) throw new CallError(status === 403 ? 'PERMISSION_DENIED' : 'INTERNAL', status, 'no');
    return { auth: '', isOwn: isOwn() };
  });
  const connection = new PusherRealtime(http, { key: 'key' });
  open.push(connection);
  return { connection, pusher: vi.mocked(Pusher).mock.results.at(-1)!.value as FakePusher };
}

beforeEach(() => {
  vi.useFakeTimers();
  isAlive = true;
  failures = [];
});
afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ['https://kontor.example', { forceTLS: true, wssPort: 443, enabledTransports: ['wss'] }],
  ['http://localhost:4000', { forceTLS: false, wsPort: 4000, enabledTransports: ['ws'] }],
])('pings after 120 s of silence, waits 30 s, and is unavailable after 10 s: %s', (origin, transport) => {
  realtime(origin);
  const [key, options] = vi.mocked(Pusher).mock.lastCall as [string, Options];
  expect(key).toBe('key');
  expect(options).toMatchObject({
    activityTimeout: 120_000,
    pongTimeout: 30_000,
    unavailableTimeout: 10_000,
    ...transport,
  });
});

it.each([
  [true, { scope: 'a', revision: 3, page: 'AAAA' }],
  [false, { scope: 'a', revision: 3 }],
])('takes what a hint brings along where the sockets are the server’s own: %s', async (isOwn, heard) => {
  const { connection, pusher } = realtime(undefined, () => isOwn);
  const hints: unknown[] = [];
  connection.join('room', (hint) => hints.push(hint));
  await vi.advanceTimersByTimeAsync(0);
  const channel = pusher.channels.get('room')!;
  channel.emit('revision', { scope: 'a', revision: 3, page: 'AAAA' });
  channel.emit('revision', { scope: 'a', revision: 4, page: {} });
  channel.emit('revision', { scope: 'a', revision: '5' });
  channel.emit('revision', undefined);
  expect(hints).toEqual([heard, { scope: 'a', revision: 4 }]);
});

it('takes nothing more that a hint brings along once others answer than the server’s own sockets', async () => {
  let isOwn = true;
  const { connection, pusher } = realtime(undefined, () => isOwn);
  const pages: unknown[] = [];
  connection.join('room', ({ page }) => pages.push(page));
  await vi.advanceTimersByTimeAsync(0);
  const tell = () => pusher.channels.get('room')!.emit('revision', { scope: 'a', revision: 3, page: 'AAAA' });
  tell();
  isOwn = false;
  pusher.disconnect();
  pusher.connect();
  tell();
  await vi.advanceTimersByTimeAsync(0);
  tell();
  expect(pages).toEqual(['AAAA', undefined, undefined]);
  isOwn = true;
  pusher.disconnect();
  pusher.connect();
  await vi.advanceTimersByTimeAsync(0);
  tell();
  expect(pages.at(-1)).toBe('AAAA');
});

it('asks again for a channel that could not be joined, and tells that it is', async () => {
  failures = [500, 500];
  const { connection, pusher } = realtime();
  const joined = vi.fn();
  connection.join('room', () => {}, joined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(joined).toHaveBeenCalledOnce();
  expect(pusher.asked).toHaveLength(3);
  expect(pusher.connections).toBe(1);
});

it('asks again where the server refuses what it has signed', async () => {
  const { connection, pusher } = realtime();
  connection.join('room', () => {});
  await vi.advanceTimersByTimeAsync(0);
  const channel = pusher.channel('room')!;
  Object.assign(channel, { subscribed: false, subscriptionPending: true });
  channel.emit('pusher:subscription_error', { status: 403 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(channel.subscribed).toBe(true);
});

it('tries another connection once it has failed again and again', async () => {
  failures = [500, 500, 500, 500];
  const { connection, pusher } = realtime();
  const joined = vi.fn();
  connection.join('room', () => {}, joined);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(pusher.connections).toBe(2);
  expect(joined).toHaveBeenCalledOnce();
});

it('asks rarely for what this person may not join, and keeps the connection', async () => {
  failures = Array.from({ length: 100 }, () => 403);
  const { connection, pusher } = realtime();
  connection.join('room', () => {});
  await vi.advanceTimersByTimeAsync(600_000);
  expect(pusher.asked.length).toBeLessThanOrEqual(12);
  expect(pusher.connections).toBe(1);
});

it('asks no more for a channel that is left', async () => {
  failures = [500];
  const { connection, pusher } = realtime();
  const leave = connection.join('room', () => {});
  await vi.advanceTimersByTimeAsync(0);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pusher.asked).toHaveLength(1);
});

it('forgets a channel that was left before it could not be joined', async () => {
  failures = [500];
  const { connection, pusher } = realtime();
  connection.join('room', () => {})();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(pusher.asked).toHaveLength(1);
  expect(pusher.channel('room')).toBeUndefined();
});

it.each([
  ['before that was answered', 0, 1],
  ['once it could not be joined', 1, 1],
  ['and joined again, once it could not be', 1, 2],
])(
  'asks no other connection for a channel that was left while it was asked for (%s)',
  async (_, failed, joins) => {
    failures = Array.from({ length: failed }, () => 500);
    const { connection, pusher } = realtime();
    for (let join = 0; join < joins; join++) connection.join('room', () => {})();
    if (failed > 0) await vi.advanceTimersByTimeAsync(0);
    pusher.disconnect();
    pusher.connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pusher.asked).toEqual(['room']);
    expect(pusher.channel('room')).toBeUndefined();
  },
);

it('stays in a room in which somebody else here still is', async () => {
  const { connection, pusher } = realtime();
  const heard = vi.fn();
  const first = connection.enterRoom('r', () => {});
  connection.enterRoom('r', heard);
  await vi.advanceTimersByTimeAsync(0);
  first.leave();
  pusher.channel('private-room-r')?.emit('client-typing', { userId: 'u' });
  expect(heard).toHaveBeenCalledWith('u');
});

it('keeps a channel that is joined again without a connection, after it was left', async () => {
  failures = [500];
  const { connection, pusher } = realtime();
  connection.join('room', () => {})();
  await vi.advanceTimersByTimeAsync(0);
  pusher.disconnect();
  const joined = vi.fn();
  connection.join('room', () => {}, joined);
  await vi.advanceTimersByTimeAsync(5_000);
  pusher.connect();
  await vi.advanceTimersByTimeAsync(0);
  expect(joined).toHaveBeenCalledOnce();
});

it('keeps a channel whose namesake was left while it was asked for on another connection', async () => {
  failures = [500];
  const { connection, pusher } = realtime();
  const leave = connection.join('room', () => {});
  await vi.advanceTimersByTimeAsync(0);
  pusher.disconnect();
  pusher.connect();
  leave();
  await vi.advanceTimersByTimeAsync(0);
  connection.join('room', () => {});
  await vi.advanceTimersByTimeAsync(5_000);
  expect(pusher.channel('room')?.subscribed).toBe(true);
});

it('asks nothing any more once it is closed', async () => {
  failures = [500];
  const { connection, pusher } = realtime();
  connection.join('room', () => {});
  await vi.advanceTimersByTimeAsync(0);
  isAlive = false;
  comeBack();
  connection.close();
  // Its own looks at the time are over as well.
  expect(vi.getTimerCount()).toBe(0);
  expect(pusher.asked).toHaveLength(1);
});

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

it('keeps a connection that answers when its window is looked at again', async () => {
  const { pusher } = realtime();
  comeBack();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pusher.connections).toBe(1);
});

it.each([
  ['its window is looked at again', comeBack],
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the device was asleep', () => vi.setSystemTime(Date.now() + 3_600_000)],
])('makes another connection where no answer comes once %s', async (_when, wake) => {
  const { pusher } = realtime();
  await vi.advanceTimersByTimeAsync(30_000);
  isAlive = false;
  wake();
  await vi.advanceTimersByTimeAsync(21_000);
  expect(pusher.connections).toBe(2);
});

it('makes one other connection, however often it is asked for', async () => {
  const { pusher } = realtime();
  isAlive = false;
  comeBack();
  await vi.advanceTimersByTimeAsync(2_000);
  comeBack();
  while (pusher.connections < 2) await vi.advanceTimersByTimeAsync(500);
  await vi.advanceTimersByTimeAsync(3_000);
  pusher.connection.emit('message');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pusher.connections).toBe(2);
});

it('leaves a connection alone that came while an earlier one was asked', async () => {
  const { pusher } = realtime();
  isAlive = false;
  comeBack();
  pusher.disconnect();
  pusher.connect();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(pusher.connections).toBe(2);
});

it('waits for an answer that takes some seconds', async () => {
  const { pusher } = realtime();
  isAlive = false;
  comeBack();
  await vi.advanceTimersByTimeAsync(8_000);
  pusher.connection.emit('message');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pusher.connections).toBe(1);
});

it('keeps its connection in a hidden tab, where timers come late', async () => {
  const { pusher } = realtime();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  isAlive = false;
  await vi.advanceTimersByTimeAsync(5_000);
  vi.setSystemTime(Date.now() + 60_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(pusher.connections).toBe(1);
});
