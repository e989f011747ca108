// @vitest-environment happy-dom
import type { Session } from '@kontor/client/session/session';
import { afterEach, expect, it, vi } from 'vitest';
import { lastActivity, noteActivity } from './activity.ts';
import { ownItemsOf } from './ownItems.ts';
import { leaveOnPurpose, provideSession } from './workspace/session.ts';

const hour = 3_600_000;
const start = new Date('2026-11-23T08:00').getTime();
const at = (time: number) => vi.setSystemTime(time);
const act = () => window.dispatchEvent(new Event('keydown'));

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('keeps a moment for each workspace, and one for the device, over pages without a workspace', () => {
  vi.useFakeTimers({ now: start });
  noteActivity('a')();
  expect([lastActivity('a'), lastActivity('b'), lastActivity()]).toEqual([0, 0, 0]);
  at(start + 10 * hour);
  let stop = noteActivity('b');
  at(start + 10 * hour + 20 * 60_000);
  act();
  stop();
  // From one to the other, at once: what happened in this one all day is new.
  expect(lastActivity('a')).toBe(start);
  stop = noteActivity('a');
  expect([lastActivity('a'), lastActivity('b'), lastActivity()]).toEqual([start, 0, start]);
  stop();
  // A visit goes on in a minute, and over a page of the account.
  at(start + 10 * hour + 25 * 60_000);
  stop = noteActivity('a');
  expect(lastActivity('a')).toBe(start);
  at(start + 12 * hour);
  expect(lastActivity('a')).toBe(start + 10 * hour + 25 * 60_000);
  act();
  expect(lastActivity('a')).toBe(start + 10 * hour + 25 * 60_000);
  expect(lastActivity('b')).toBe(start + 10 * hour + 20 * 60_000);
  stop();
});

it('goes on noting after a clock that ran ahead', () => {
  vi.useFakeTimers({ now: start });
  noteActivity('a')();
  at(start + 8760 * hour);
  noteActivity('a')();
  at(start + 3 * hour);
  noteActivity('a')();
  expect([lastActivity('a'), lastActivity()]).toEqual([start, start]);
  at(start + 5 * hour);
  expect([lastActivity('a'), lastActivity()]).toEqual([start + 3 * hour, start + 3 * hour]);
});

it('notes in a workspace by the server’s clock, by which its records change, on the device by its own', () => {
  vi.useFakeTimers({ now: start });
  const server = () => Date.now() - 3 * hour;
  noteActivity('a', server)();
  at(start + hour);
  expect([lastActivity('a', server()), lastActivity()]).toEqual([start - 3 * hour, start]);
});

it('forgets the moments with a sign-out, and not while it is not known yet who is here', () => {
  vi.useFakeTimers({ now: start });
  ownItemsOf('ada');
  noteActivity('a')();
  at(start + hour);
  let tell = () => {};
  const session = {
    user: undefined as { id: string } | undefined,
    subscribe: (listener: () => void) => {
      tell = listener;
      return () => {};
    },
  };
  provideSession(session as unknown as Session);
  session.user = { id: 'ada' };
  tell();
  expect(lastActivity('a')).toBe(start);
  leaveOnPurpose();
  session.user = undefined;
  tell();
  leaveOnPurpose(false);
  expect([lastActivity('a'), localStorage.length]).toEqual([0, 0]);
});
