// @vitest-environment happy-dom
/** Answers of the server about one person are gone before the next one signs in. */
import type { Session } from '@kontor/client/session/session';
import { expect, it, vi } from 'vitest';
import { calls } from './calls.ts';
import { leaveOnPurpose, provideSession } from './session.ts';

it('forgets what the server answered when the session ends, whoever ends it, and not a second time', async () => {
  const listeners: (() => void)[] = [];
  const session = {
    user: undefined as { id: string } | undefined,
    subscribe: (listener: () => void) => listeners.push(listener),
  };
  const become = (id: string | undefined) => {
    session.user = id === undefined ? undefined : { id };
    for (const listener of listeners) listener();
  };
  const devices = ['account', 'sessions'];
  const forgotten = () => vi.waitFor(() => expect(calls.getQueryData(devices)).toBeUndefined());
  provideSession(session as unknown as Session);
  for (const isOnPurpose of [false, true]) {
    become('ada');
    calls.setQueryData(devices, ['of Ada']);
    leaveOnPurpose(isOnPurpose);
    become(undefined);
    await forgotten();
    leaveOnPurpose(false);
  }

  // What is asked in between is nobody's, and is still on its way.
  calls.setQueryData(devices, ['of nobody']);
  become(undefined);
  become('ben');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls.getQueryData(devices)).toEqual(['of nobody']);

  become('ada');
  await forgotten();
});
