// @vitest-environment happy-dom
/** The time for which a message stands, the stack's bounds, and taking back what a message tells of. */
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clear, present, ToastHost } from './host.tsx';

it('closes no message by itself that is to stay', () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('');
  present('error', 'Wiped', { stays: true });
  expect(show.mock.lastCall![0].autoClose).toBe(false);
  present('info', 'Deleted', { action: { label: 'Undo', run: () => {} } });
  expect(show.mock.lastCall![0].autoClose).toBe(10_000);
  present('error', 'Failed');
  // The stack says how long.
  expect(show.mock.lastCall![0]).not.toHaveProperty('autoClose');
  show.mockRestore();
});

it('stacks at most five at the top right, for 5,000 ms each, which then go within 200 ms', () => {
  const { props } = ToastHost();
  expect(props).toMatchObject({ position: 'top-right', limit: 5, autoClose: 5000, transitionDuration: 200 });
});

describe('Undo', () => {
  let root: Root;
  const run = vi.fn();
  const pressUndo = (target: EventTarget = document.body, more: KeyboardEventInit = {}) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, ...more }));
  beforeEach(() => {
    run.mockReset();
    root = createRoot(document.body.appendChild(document.createElement('div')));
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <main tabIndex={-1}>
            <button type="button">Row</button>
            <input />
          </main>
          <ToastHost />
        </MantineProvider>,
      ),
    );
  });
  afterEach(() => {
    flushSync(() => notifications.clean());
    flushSync(() => root.unmount());
    document.body.replaceChildren();
  });
  const named = (words: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)!;

  it('has a key while its message stands, outside of text', () => {
    present('info', 'Deleted', { action: { label: 'Undo', isUndo: true, run } });
    present('info', 'Created', { action: { label: 'Open', run: () => expect.fail() } });
    pressUndo(document.querySelector('input')!);
    expect(run).not.toHaveBeenCalled();
    pressUndo();
    pressUndo();
    expect(run).toHaveBeenCalledOnce();
  });

  it('goes with all messages at once', () => {
    present('info', 'Deleted', { action: { label: 'Undo', isUndo: true, run } });
    present('error', 'Not stored', { stays: true });
    flushSync(clear);
    pressUndo();
    expect(document.querySelector('[role="status"], [role="alert"]')).toBeNull();
    expect(run).not.toHaveBeenCalled();
  });

  it('takes back one thing for a key that is held down', () => {
    present('info', 'Deleted', { action: { label: 'Undo', isUndo: true, run } });
    pressUndo(document.body, { repeat: true });
    expect(run).not.toHaveBeenCalled();
  });

  it('takes back nothing behind a sheet that opened since, but what was done in one', () => {
    const open = () => {
      const sheet = document.body.appendChild(document.createElement('div'));
      sheet.setAttribute('role', 'dialog');
      return sheet;
    };
    const sheet = open();
    present('info', 'Deleted', { action: { label: 'Undo', isUndo: true, run } });
    const question = open();
    pressUndo();
    expect(run).not.toHaveBeenCalled();
    question.remove();
    pressUndo();
    expect(run).toHaveBeenCalledOnce();
    sheet.remove();
  });

  it('gives the focus back to what had it, by the key, too, from whatever of the stack has it', async () => {
    for (const label of ['Undo', 'Undo too'])
      flushSync(() => present('info', 'Deleted', { action: { label, isUndo: true, run } }));
    await vi.waitFor(() => expect(named('Undo too')).toBeDefined());
    named('Row').focus();
    named('Undo').focus();
    flushSync(() => pressUndo(named('Undo')));
    expect(run).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(named('Row'));
  });

  it('gives the focus back to what had it', async () => {
    flushSync(() => present('info', 'Deleted', { action: { label: 'Undo', isUndo: true, run } }));
    await vi.waitFor(() => expect(named('Undo')).toBeDefined());
    named('Row').focus();
    named('Undo').focus();
    flushSync(() => named('Undo').click());
    expect(run).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(named('Row'));
  });
});
