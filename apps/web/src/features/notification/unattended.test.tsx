// @vitest-environment happy-dom
/** Reading by having something open, in a window that has the focus all the time. */
import { observable } from '@kontor/client/observable';
import type { Inbox } from '@kontor/contract/wire/notification';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { useReading } from './useReading.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('leaves what comes to a window that nobody sits at, until they are back', () => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const inbox = observable<Inbox | undefined>(undefined);
  const mark = vi.fn(async () => {});
  const notifications = { inbox, markRead: mark, markOpened: mark };
  provideWorkspace({ records: { notifications } } as unknown as OpenWorkspace);
  const Page = () => {
    useReading(['room']);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Page />));
  const come = (id: string) =>
    flushSync(() =>
      inbox.set({ notifications: [{ id, subjectId: 'room', readAt: null }] } as unknown as Inbox),
    );
  come('first');
  expect(mark).toHaveBeenCalledTimes(1);
  flushSync(() => vi.advanceTimersByTime(6 * 60_000));
  come('second');
  expect(mark).toHaveBeenCalledTimes(1);
  const move = (movementX: number) =>
    flushSync(() =>
      window.dispatchEvent(Object.assign(new Event('pointermove'), { movementX, movementY: 0 })),
    );
  // What came has moved the page under a pointer that lies still.
  move(0);
  expect(mark).toHaveBeenCalledTimes(1);
  move(3);
  expect(mark).toHaveBeenCalledTimes(2);
  root.unmount();
});
