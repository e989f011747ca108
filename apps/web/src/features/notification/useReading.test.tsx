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
  flushSync(() => window.dispatchEvent(new Event('pointermove')));
  expect(mark).toHaveBeenCalledTimes(2);
  root.unmount();
});
