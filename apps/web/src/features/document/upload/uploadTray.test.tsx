// @vitest-environment happy-dom
/** The list of uploads once nothing goes on: what it says, and that it goes by itself. */
import type { UploadEntry } from '@kontor/client/files/transfer';
import { observable } from '@kontor/client/observable';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { copyings } from '../copyingState.ts';
import { UploadTray } from './uploadTray.tsx';

const entries = observable<readonly UploadEntry[]>([]);
const clear = vi.fn(() => entries.set([]));
const retryAll = vi.fn(async () => {});
const cancel = vi.fn();
const asked = vi.hoisted(() => [] as string[]);
vi.mock('../../../ui/overlay/confirm.tsx', () => ({
  confirm: async ({ title }: { title: string }) => asked.push(title) > 0,
}));

let root: Root;
beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  provideWorkspace({ uploads: { entries, clear, retryAll, cancel } } as never);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  flushSync(() => root.unmount());
  vi.useRealTimers();
});

const title = () => document.querySelector('h2')?.textContent;

const entryOf = (i: number, more: Partial<UploadEntry>) =>
  ({ id: String(i), name: 'a', target: {}, sent: 0, total: 1, isKept: false, ...more }) as UploadEntry;

const render = () =>
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <UploadTray />
      </MantineProvider>,
    ),
  );

it.each([
  [['success', 'success'], 'Uploads finished', true],
  [['success', 'cancelled'], 'Uploads finished', true],
  [['cancelled'], 'Uploads cancelled', true],
  [['cancelled', 'failed'], '1 upload failed', false],
  [['cancelled', 'running'], '1 upload running', false],
] as const)('of uploads that are %j says: %s', (statuses, says, goes) => {
  entries.set(statuses.map((status, i) => entryOf(i, { status })));
  render();
  expect(title()).toBe(says);
  flushSync(() => vi.runAllTimers());
  expect(title()).toBe(goes ? undefined : says);
});

it('says, of uploads that take a while, when the page can be closed', () => {
  const notice = () => document.querySelector('[role=status]')?.textContent;
  const running = { status: 'running' } as const;
  entries.set([entryOf(0, { ...running, isKept: true }), entryOf(1, running)]);
  render();
  expect(notice()).toBe('');
  flushSync(() => vi.runAllTimers());
  expect(notice()).toMatch(/^Keep Kontor open/);
  flushSync(() => entries.set(entries.get().map((entry) => ({ ...entry, isKept: true }))));
  expect(notice()).toMatch(/^You may close Kontor/);
  flushSync(() => entries.set([entryOf(0, { status: 'success' })]));
  expect(notice()).toBe('');
});

it('tries all again at once that failed and can be tried again, where they are several', () => {
  const buttons = () => [...document.querySelectorAll<HTMLElement>('[role=status] button')];
  const causes = ['OVER_QUOTA', 'NAME_TAKEN', 'REFUSED', 'TOO_LARGE', 'FILE_NEEDED'] as const;
  entries.set(causes.map((cause, i) => entryOf(i, { status: 'failed', cause })));
  render();
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Retry all']);
  buttons()[0]!.click();
  expect(retryAll.mock.calls).toEqual([[['0', '2']]]);
  flushSync(() => entries.set(entries.get().slice(1)));
  expect(buttons()).toEqual([]);
});

it('shows copies, and asks before the page goes that holds what is left of them, between two uploads, too', () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const stop = vi.fn();
  entries.set([entryOf(0, { status: 'running', isKept: true })]);
  render();
  flushSync(() => copyings.set([{ id: 1, place: 'Hall', done: 3, total: 100, stop }]));
  flushSync(() => vi.advanceTimersByTime(3_000));
  expect(document.querySelector('[role=status]')?.textContent).toMatch(/^Keep Kontor open/);
  flushSync(() => entries.set([entryOf(0, { status: 'success' })]));
  flushSync(() => vi.advanceTimersByTime(10_000));
  expect([title(), asks(), entries.get().length]).toEqual(['Files are being copied', true, 1]);
  expect(document.querySelector('li')?.textContent).toBe('Copying to “Hall”3 of 100 files');
  document.querySelector<HTMLElement>('li button')!.click();
  expect(stop).toHaveBeenCalled();
  flushSync(() => copyings.set([]));
  expect(asks()).toBe(false);
  flushSync(() => vi.runAllTimers());
  expect(title()).toBeUndefined();
});

it('cancels what it shows alone: files of messages are taken out of their messages, saves of open files go on', async () => {
  const running = { status: 'running', isKept: true } as const;
  const ofMessage = { messageId: 'm' } as UploadEntry['target'];
  const save = { save: { checkoutId: 'c' } } as UploadEntry['target'];
  entries.set([
    entryOf(0, running),
    entryOf(1, { ...running, target: ofMessage, isKept: false }),
    entryOf(2, { ...running, target: save }),
    entryOf(3, { status: 'failed', target: ofMessage }),
    entryOf(4, { status: 'success' }),
  ]);
  render();
  expect([title(), document.querySelectorAll('li').length]).toEqual(['1 upload running', 3]);
  flushSync(() => vi.advanceTimersByTime(3_000));
  expect(document.querySelector('[role=status]')?.textContent).toMatch(/^Keep Kontor open/);
  document.querySelector<HTMLElement>('button[aria-label="Close the list of uploads"]')!.click();
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, cancel.mock.calls]).toEqual([['Cancel 2 uploads?'], [['0'], ['3']]]);
  expect(clear).toHaveBeenCalled();
});
