// @vitest-environment happy-dom
/** Answers of the server about one person are gone before the next one signs in. */
import type { Session } from '@kontor/client/session/session';
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { onPersonLeft } from '../leaving.ts';
import { calls, forgetAnswers } from './calls.ts';
import { leaveOnPurpose, provideSession } from './session.ts';

const clearToasts = vi.hoisted(() => vi.fn());
vi.mock('../toasts.tsx', () => ({ clearToasts }));

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
  const left = vi.fn();
  onPersonLeft(left);
  for (const isOnPurpose of [false, true]) {
    become('ada');
    calls.setQueryData(devices, ['of Ada']);
    leaveOnPurpose(isOnPurpose);
    become(undefined);
    await forgotten();
    leaveOnPurpose(false);
  }
  for (const each of [clearToasts, left]) expect(each).toHaveBeenCalledTimes(2);

  // What is asked in between is nobody's, and is still on its way.
  calls.setQueryData(devices, ['of nobody']);
  become(undefined);
  become('ben');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls.getQueryData(devices)).toEqual(['of nobody']);

  become('ada');
  await forgotten();
});

it('asks for nothing on behalf of a page that still stands when the session ends', async () => {
  const asked = vi.fn(async () => ['of Ada']);
  const options = { queryKey: ['account', 'addresses'], queryFn: asked };
  const page = new QueryObserver(calls, options);
  const leave = page.subscribe(() => {});
  await vi.waitFor(() => expect(page.getCurrentResult().data).toEqual(['of Ada']));
  forgetAnswers();
  // As a page does that is drawn once more.
  page.setOptions({ ...options });
  expect(calls.getQueryData(options.queryKey)).toEqual(['of Ada']);
  leave();
  await vi.waitFor(() => expect(calls.getQueryData(options.queryKey)).toBeUndefined());
  expect(asked).toHaveBeenCalledTimes(1);
});
