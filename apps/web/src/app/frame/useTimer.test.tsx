// @vitest-environment happy-dom
/** The question about a timer that was forgotten. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useTimer } from './useTimer.ts';

const open = vi.hoisted(() => ({ entry: undefined as object | undefined }));
vi.mock('../../features/timeEntry/queries.ts', () => ({
  useNow: () => Date.now(),
  useOpenEntry: () => open.entry,
}));
vi.mock('../../platform/workspace/workspace.ts', () => ({ useWorkspace: () => ({ records: { id: 'w' } }) }));
vi.mock('../../features/timeEntry/actions.ts', () => ({}));
vi.mock('../../platform/activity.ts', () => ({ noteActivity: () => () => {} }));

/** Draws a frame and leaves it again; returns what it asked. */
function visit(): string | undefined {
  let asks: string | undefined;
  const Frame = () => {
    asks = useTimer().question;
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Frame />));
  act(() => root.unmount());
  return asks;
}

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('is asked once, however many frames follow the timer', () => {
  const running = (id: string) => ({ id, status: 'IN_PROGRESS', segments: [{ from: 0 }], zone: 'UTC' });
  open.entry = running('first');
  expect([visit(), visit()]).toEqual(['forgotten', undefined]);
  open.entry = running('second');
  expect(visit()).toBe('forgotten');
  open.entry = running('first');
  expect(visit()).toBeUndefined();
});
