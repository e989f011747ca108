// @vitest-environment happy-dom
/** The timer in the system's tray. */
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { useTrayTimer } from './useTrayTimer.ts';

const minute = 60_000;
const entry = (status: 'IN_PROGRESS' | 'PAUSED', segments: object[]) =>
  ({ status, segments, taskTitle: 'Survey' }) as unknown as TimeEntry;

function Frame({ entry }: { entry: TimeEntry | undefined }) {
  useTrayTimer(entry);
  return null;
}

it('counts without the pauses, tells of a paused timer, and of nothing once it or its person is gone', () => {
  const told: unknown[] = [];
  const setTimer = async (timer: unknown) => void told.push(timer);
  // Each change is one call: two that are under way at once may arrive in either order.
  const shown = () => {
    expect(told).toHaveLength(1);
    return told.pop();
  };
  Object.assign(window, { kontorDesktop: { setTimer } });
  const root = createRoot(document.createElement('div'));
  const show = (now: TimeEntry | undefined) => flushSync(() => root.render(<Frame entry={now} />));
  const first = { from: 0, to: 10 * minute };
  const again = entry('IN_PROGRESS', [first, { from: 60 * minute }]);
  show(again);
  expect(shown()).toEqual({ startedAt: 50 * minute, label: 'Survey' });
  show(entry('PAUSED', [first]));
  expect(shown()).toEqual({ label: 'Survey' });
  show(undefined);
  expect(shown()).toBeUndefined();
  show(again);
  expect(shown()).toBeDefined();
  flushSync(() => root.unmount());
  expect(shown()).toBeUndefined();
});
