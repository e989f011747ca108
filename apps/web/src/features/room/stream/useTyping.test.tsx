// @vitest-environment happy-dom
/** People who are typing in a room. */
import { Listeners, observable } from '@kontor/client/observable';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { useTyping } from './useTyping.ts';

it('is nobody any more whose message has come since, until they go on, and for five seconds at most', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  const messages: { userId: string; createdRevision: number; event?: 'JOIN' }[] = [];
  const listeners = new Listeners();
  let sign: (userId: string) => void = () => {};
  const records = {
    scopes: observable(new Map([['room', {}]])),
    collections: {
      message: {
        where: () => messages,
        subscribe: (listener: () => void) => listeners.add(listener),
      },
    },
    enterRoom: (_id: string, onTyping: typeof sign) => {
      sign = onTyping;
      return { typing: () => {}, leave: () => {} };
    },
  };
  provideWorkspace({ records, userId: 'ben' } as unknown as OpenWorkspace);
  let typing: readonly string[] = [];
  const Room = () => {
    typing = useTyping('room', 3).userIds;
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Room />));
  const say = (userId: string, createdRevision: number, more: { event?: 'JOIN' } = {}) =>
    act(() => {
      messages.push({ userId, createdRevision, ...more });
      listeners.call();
    });
  say('anna', 4);
  act(() => sign('anna'));
  act(() => sign('cora'));
  // An earlier one that was brought, and what she did to the room.
  say('anna', 3);
  say('anna', 5, { event: 'JOIN' });
  expect(typing).toEqual(['anna', 'cora']);
  say('anna', 6);
  expect(typing).toEqual(['cora']);
  act(() => sign('anna'));
  expect(typing).toEqual(['cora', 'anna']);
  act(() => vi.advanceTimersByTime(5_000));
  expect(typing).toEqual([]);
  act(() => root.unmount());
  expect(listeners.size).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
