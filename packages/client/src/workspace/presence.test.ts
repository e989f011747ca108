/** Presence among devices that hear each other at once, on a clock that is told. */
import type { LogState } from '@kontor/contract/memberLog/state';
import { maxWatched, type PresenceSign } from '@kontor/contract/wire/channel';
import { expect, it } from 'vitest';
import type { Realtime, RealtimeState } from '../http/realtime.ts';
import { manualClock } from '../replica/testing/manualClock.ts';
import { openPresence } from './presence.ts';

/** Returns a connection between devices, a clock, and the people of a workspace. */
function scene(...names: string[]) {
  const members = new Map(names.map((name) => [name, { role: 'EMPLOYEE', status: 'ACTIVE' }]));
  const log = { get: () => ({ members }) as unknown as LogState, subscribe: () => () => {} };
  const listeners = new Map<object, { userId: string; hear: (sign: PresenceSign) => void }>();
  const states: ((state: RealtimeState) => void)[] = [];
  const told: string[] = [];
  const { clock, pass } = manualClock();
  return {
    members,
    told,
    breakConnection: () => {
      for (const tell of states) tell('unavailable');
    },
    pass,
    device: (userId: string) => {
      const realtime: Pick<Realtime, 'enterWorkspace' | 'onState'> = {
        onState: (listener) => {
          states.push(listener);
          return () => {};
        },
        enterWorkspace: (_id, hear, onJoined) => {
          const key = {};
          listeners.set(key, { userId, hear });
          queueMicrotask(onJoined);
          return {
            tell: (sign) => {
              told.push(`${userId} ${sign.presence}${sign.asks ? '?' : ''}`);
              for (const [other, { userId: id, hear: deliver }] of listeners)
                if (other !== key && id !== userId) deliver({ userId, ...sign });
            },
            leave: () => listeners.delete(key),
          };
        },
      };
      return openPresence({ workspaceId: 'w', userId, realtime, log, clock });
    },
  };
}

it('is learnt by whoever comes, follows what each does, and lapses with silence', async () => {
  const { device, pass } = scene('ada', 'ben');
  const [ada, ben] = [device('ada'), device('ben')];
  ada.show('active');
  await pass(5_000);
  expect(ben.people.get()).toEqual(new Map());
  ben.show('away');
  await pass(5_000);
  expect(ben.people.get()).toEqual(new Map([['ada', 'active']]));
  expect(ada.people.get()).toEqual(new Map([['ben', 'away']]));
  await pass(600_000);
  expect(ada.people.get()).toEqual(new Map([['ben', 'away']]));
  ada.show('away');
  await pass(80_000);
  expect(ben.people.get()).toEqual(new Map([['ada', 'away']]));
  ada.close();
  await pass(160_000);
  expect(ben.people.get()).toEqual(new Map());
  ben.close();
});

it('counts somebody as active who is so on one of two devices', async () => {
  const { device, pass } = scene('ada', 'ben');
  const [phone, desk, ben] = [device('ada'), device('ada'), device('ben')];
  ben.show('active');
  desk.show('active');
  phone.show('away');
  for (let i = 0; i < 20; i++) {
    await pass(30_000);
    expect(ben.people.get().get('ada')).toBe('active');
  }
  for (const each of [phone, desk, ben]) each.close();
});

it('forgets everybody when the connection breaks, and whoever no longer works here', async () => {
  const { device, pass, breakConnection, members } = scene('ada', 'ben', 'cem');
  const ada = device('ada');
  ada.show('active');
  const others = [device('ben'), device('cem')];
  for (const each of others) each.show('active');
  await pass(5_000);
  expect(ada.people.get().size).toBe(2);
  members.delete('cem');
  await pass(20_000);
  expect([...ada.people.get().keys()]).toEqual(['ben']);
  breakConnection();
  expect(ada.people.get().size).toBe(0);
  for (const each of [ada, ...others]) each.close();
});

it('is not told where too many people work', async () => {
  const names = Array.from({ length: maxWatched + 1 }, (_, i) => `p${i}`);
  const { device, pass, told, members } = scene(...names);
  const one = device('p0');
  one.show('active');
  await pass(120_000);
  expect(told).toEqual([]);
  members.delete('p9');
  await pass(120_000);
  expect(told[0]).toBe('p0 active?');
  one.close();
});
