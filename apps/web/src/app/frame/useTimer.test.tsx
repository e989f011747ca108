// @vitest-environment happy-dom
/** The question about a timer that was forgotten. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type TimerQuestion, useTimer } from './useTimer.ts';

const open = vi.hoisted(() => ({ entry: undefined as object | undefined }));
vi.mock('../../features/timeEntry/queries.ts', () => ({
  useNow: () => Date.now(),
  useOpenEntry: () => open.entry,
}));
vi.mock('../../platform/workspace/workspace.ts', () => ({ useWorkspace: () => ({ records: { id: 'w' } }) }));
vi.mock('../../features/timeEntry/actions.ts', () => ({}));
vi.mock('../../platform/activity.ts', () => ({ noteActivity: () => () => {} }));

const running = (id: string, from = 0) => ({ id, status: 'IN_PROGRESS', segments: [{ from }], zone: 'UTC' });

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
  open.entry = running('first');
  expect([visit(), visit()]).toEqual(['forgotten', undefined]);
  open.entry = running('second');
  expect(visit()).toBe('forgotten');
  open.entry = running('first');
  expect(visit()).toBeUndefined();
});

/** Draws a frame that stays; `follow` draws it again with another open entry. */
function stay() {
  let timer: ReturnType<typeof useTimer> | undefined;
  const Frame = () => {
    timer = useTimer();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => act(() => root.unmount()));
  const follow = (entry: object | undefined) => {
    open.entry = entry;
    act(() => root.render(<Frame />));
    return timer!.question;
  };
  return { follow, ask: (question: TimerQuestion) => act(() => timer!.ask(question)) };
}

it('does not outlive its entry', () => {
  const { follow, ask } = stay();
  expect(follow(running('third'))).toBe('forgotten');
  expect(follow(undefined)).toBeUndefined();
  expect(follow(running('new', Date.now()))).toBeUndefined();
  ask('forgotten');
  expect(follow(running('new', Date.now()))).toBe('forgotten');
});

it('waits until a task is chosen', () => {
  const { follow, ask } = stay();
  follow(undefined);
  ask('start');
  expect(follow(running('fourth'))).toBe('start');
  ask(undefined);
  expect(follow(running('fourth'))).toBe('forgotten');
});
