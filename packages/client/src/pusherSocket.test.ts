/** The protocol's client against frames and codes by hand; `testkit` and the server's tests have the real other end. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PusherSocket } from './pusherSocket.ts';

class FarEnd {
  static readonly OPEN = 1;
  readonly readyState = FarEnd.OPEN;
  readonly url: string;
  readonly sent: string[] = [];
  isClosed = false;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;

  constructor(url: string) {
    this.url = url;
    ends.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text).event);
  }
  close() {
    this.isClosed = true;
  }
  say(event: string, data: object = {}) {
    this.onmessage!({ data: JSON.stringify({ event, data: JSON.stringify(data) }) });
  }
  establish(timeout = 120) {
    this.say('pusher:connection_established', { socket_id: '1.2', activity_timeout: timeout });
  }
}

let ends: FarEnd[];
let states: string[];
let heard: unknown[];
let socket: PusherSocket;
const newest = () => ends.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FarEnd);
  [ends, states, heard] = [[], [], []];
  socket = new PusherSocket('ws://localhost/app/kontor', {
    onState: () => states.push(socket.state),
    onConnected: (socketId) => heard.push(socketId),
    onMessage: (message) => heard.push(message),
  });
  socket.connect();
});
afterEach(() => {
  socket.disconnect();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a socket of Pusher’s protocol', () => {
  it('connects, answers pings and hands on what is said', () => {
    newest().establish();
    newest().say('pusher:ping');
    newest().say('revision', { scope: 'a', revision: 3 });
    newest().onmessage!({ data: 'no JSON' });
    socket.connect();
    expect(ends).toHaveLength(1);
    expect(states).toEqual(['connecting', 'connected']);
    expect(newest().sent).toEqual(['pusher:pong']);
    expect(heard).toEqual([
      '1.2',
      { event: 'revision', channel: undefined, data: { scope: 'a', revision: 3 } },
    ]);
  });

  it('asks after silence whether the other end lives, and leaves one that does not', () => {
    newest().establish(20);
    newest().say('revision');
    vi.advanceTimersByTime(19_999);
    expect(newest().sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(newest().sent).toEqual(['pusher:ping']);
    newest().say('pusher:pong');
    vi.advanceTimersByTime(20_000 + 29_999);
    expect(socket.state).toBe('connected');
    vi.advanceTimersByTime(1);
    expect(socket.state).toBe('connecting');
    expect(newest().isClosed).toBe(true);
  });

  it('comes back at once, after a pause that grows, or not at all, as the code says', () => {
    newest().establish();
    newest().onclose!({ code: 4200 });
    vi.advanceTimersByTime(0);
    expect(ends).toHaveLength(2);
    for (const [tries, pause] of [1_000, 2_000, 4_000].entries()) {
      newest().onclose!({ code: tries === 0 ? 4100 : 1006 });
      vi.advanceTimersByTime(pause - 1);
      expect(ends).toHaveLength(2 + tries);
      vi.advanceTimersByTime(1);
      expect(ends).toHaveLength(3 + tries);
    }
    newest().establish();
    newest().onclose!({ code: 4009 });
    vi.advanceTimersByTime(600_000);
    expect(ends).toHaveLength(5);
    expect(socket.state).toBe('disconnected');
  });

  it('counts as unavailable after a while, goes on trying, and tries at once when told', () => {
    vi.advanceTimersByTime(10_000);
    expect(socket.state).toBe('unavailable');
    vi.advanceTimersByTime(1_000);
    expect(ends).toHaveLength(2);
    socket.connect();
    expect(ends).toHaveLength(3);
    newest().establish();
    expect(states).toEqual(['connecting', 'unavailable', 'connecting', 'connected']);
  });

  it('leaves a socket for a new one, and hears the old one no more', () => {
    newest().establish();
    const old = newest();
    socket.reconnect();
    old.say('revision');
    old.onclose!({ code: 4009 });
    newest().establish();
    expect(old.isClosed).toBe(true);
    expect(heard).toEqual(['1.2', '1.2']);
    socket.disconnect();
    vi.advanceTimersByTime(600_000);
    expect(ends).toHaveLength(2);
    expect(states.at(-1)).toBe('disconnected');
  });
});
