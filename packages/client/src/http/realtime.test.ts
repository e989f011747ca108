/** The connection's times are the specification's. */
import Pusher, { type Options } from 'pusher-js';
import { expect, it, vi } from 'vitest';
import { Http } from './http.ts';
import { PusherRealtime } from './realtime.ts';

vi.mock('pusher-js', () => ({
  default: vi.fn(
    class {
      connection = { bind() {}, unbind() {} };
      disconnect() {}
    },
  ),
}));

it.each([
  ['https://kontor.example', { forceTLS: true, wssPort: 443, enabledTransports: ['wss'] }],
  ['http://localhost:4000', { forceTLS: false, wsPort: 4000, enabledTransports: ['ws'] }],
])('pings after 120 s of silence, waits 30 s, and is unavailable after 10 s: %s', (origin, transport) => {
  new PusherRealtime(new Http({ origin }), 'key').close();
  const [key, options] = vi.mocked(Pusher).mock.lastCall as [string, Options];
  expect(key).toBe('key');
  expect(options).toMatchObject({
    activityTimeout: 120_000,
    pongTimeout: 30_000,
    unavailableTimeout: 10_000,
    ...transport,
  });
});
