// @vitest-environment happy-dom
/**
 * A duration that a cell could not store is told, also where the cell is gone by then. What nobody typed on this page, or what was
 * typed over another time, is not stored unasked.
 */
import { MemoryStore } from '@kontor/client/device/memoryStore';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  draftCount,
  forgetDrafts,
  keepDraft,
  keepDraftsIn,
  keptDraft,
  lookAround,
} from '../../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { openDrafts } from '../../../testing/openDrafts.ts';
import { WeekCell } from './weekCell.tsx';

const told = vi.hoisted(() => vi.fn());
vi.mock('../../../platform/toasts.tsx', () => ({ toast: { error: told } }));
const inWorkspace = (id: string | undefined) =>
  provideWorkspace(id === undefined ? undefined : ({ records: { id } } as unknown as OpenWorkspace));
beforeEach(() => {
  told.mockClear();
  forgetDrafts();
  inWorkspace('w');
});

/** Types into a cell and leaves it, or not. */
function type(text: string, onSet: (time: number) => Promise<string | undefined>, leaves = true) {
  const opened = open(onSet);
  write(opened.cell, text);
  if (leaves) blur(opened.cell);
  return opened;
}

function write(cell: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(cell, text);
  flushSync(() => cell.dispatchEvent(new Event('input', { bubbles: true })));
}
const blur = (cell: HTMLInputElement) =>
  flushSync(() => cell.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const press = (cell: HTMLInputElement, key: string) =>
  flushSync(() => cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

const hours = (count: number) => count * 3_600_000;

function open(
  onSet: (time: number) => Promise<string | undefined>,
  first: number | undefined = undefined,
  refusal?: string,
) {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const show = (time?: number, stored = time ?? 0) =>
    flushSync(() =>
      root.render(
        <MantineProvider>
          <WeekCell
            label="Roof, Monday"
            draft="cell"
            time={time}
            stored={stored}
            refusal={refusal}
            autoFocus={false}
            onSet={onSet}
          />
        </MantineProvider>,
      ),
    );
  show(first);
  return {
    element,
    cell: element.querySelector('input')!,
    said: () => element.querySelector('[role="alert"]')?.textContent,
    show,
    end: () => flushSync(() => root.unmount()),
  };
}

it('says in words what was not stored when the fault comes once the cell is gone', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { end } = type('30', () => promise);
  end();
  expect(told).not.toHaveBeenCalled();
  resolve('This day has 24 hours.');
  await vi.waitFor(() =>
    expect(told).toHaveBeenCalledExactlyOnceWith(
      'Roof, Monday: “30” was not stored. This day has 24 hours.',
      { stays: true },
    ),
  );
});

it('says the same when the cell goes with what is no duration', () => {
  const set = vi.fn();
  const { element, end } = type('1:xx', set);
  expect([element.querySelector('[role="alert"]')?.textContent, set.mock.calls]).toEqual([
    'Write a duration like 1:30, 1.5 or 90m.',
    [],
  ]);
  expect(told).not.toHaveBeenCalled();
  end();
  expect(told.mock.calls[0]?.[0]).toBe(
    'Roof, Monday: “1:xx” was not stored. Write a duration like 1:30, 1.5 or 90m.',
  );
});

it('says nothing of what was stored', async () => {
  const { end } = type('2', async () => undefined);
  end();
  await new Promise((resolve) => setTimeout(resolve));
  expect(told).not.toHaveBeenCalled();
});

it('stores what was typed when the cell goes while somebody is in it, and tells of what is no duration', async () => {
  const set = vi.fn(async (_: number): Promise<string | undefined> => undefined);
  type('2', set, false).end();
  expect(set).toHaveBeenCalledExactlyOnceWith(2 * 3_600_000);
  type('1:xx', set, false).end();
  expect(set).toHaveBeenCalledOnce();
  expect(told.mock.calls[0]?.[0]).toContain('“1:xx” was not stored.');
});

it.each([undefined, 'other'])('stores and tells nothing where its workspace is left for %s', async (next) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const late = type('30', () => promise);
  const set = vi.fn();
  const [untold, unleft] = [type('1:xx', set), type('2', set, false)];
  inWorkspace(next);
  late.end();
  untold.end();
  unleft.end();
  resolve('This day has 24 hours.');
  await new Promise((done) => setTimeout(done));
  expect([set.mock.calls, told.mock.calls]).toEqual([[], []]);
});

it('shows the time of before where the person refuses', async () => {
  const { cell, end } = type('2', async () => undefined);
  await vi.waitFor(() => expect(cell.value).toBe(''));
  end();
  expect(told).not.toHaveBeenCalled();
});

it('leaves what another tab keeps of a cell that nobody touched here', () => {
  const { cell, end } = open(vi.fn());
  const typed = { text: '2:1', stored: 0 };
  keepDraft('cell', typed);
  blur(cell);
  expect([cell.value, keptDraft('cell')]).toEqual(['', typed]);
  end();
});

it('takes nothing else while it is stored, and stands with what was typed until then', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const set = vi.fn(() => promise);
  const { cell, end } = type('2', set);
  expect([cell.readOnly, cell.value]).toEqual([true, '2']);
  press(cell, 'Escape');
  expect(cell.value).toBe('2');
  resolve(undefined);
  await vi.waitFor(() => expect(cell.readOnly).toBe(false));
  expect([cell.value, set.mock.calls]).toEqual(['', [[2 * 3_600_000]]]);
  end();
});

it('stores what stands in a cell when the page goes to the background, and keeps on the device what it cannot', async () => {
  const set = vi.fn(async (_: number): Promise<string | undefined> => undefined);
  const { cell, end } = type('2', set, false);
  expect(keptDraft('cell')).toEqual({ text: '2', stored: 0 });
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(cell.value).toBe(''));
  expect([set.mock.calls, draftCount()]).toEqual([[[2 * 3_600_000]], 0]);
  end();
  const { end: leave } = type('1:xx', set, false);
  dispatchEvent(new Event('pagehide'));
  expect([keptDraft('cell'), told.mock.calls]).toEqual([{ text: '1:xx', stored: 0 }, []]);
  // The page of before is gone, and the next one shows it.
  const again = open(set);
  expect(again.cell.value).toBe('1:xx');
  again.end();
  leave();
  expect(draftCount()).toBe(0);
});

const left = 'Not stored yet. 2:00 is stored. Enter stores what you typed, Esc drops it.';

it.each([0, 2])(
  'stores nothing that was typed over %s h before this page, until somebody says so',
  async (count) => {
    const set = vi.fn(async (_: number): Promise<string | undefined> => undefined);
    const typed = { text: '0:30', stored: hours(count) };
    keepDraft('cell', typed);
    const before = open(set, hours(2));
    expect([before.cell.value, before.said()]).toEqual(['0:30', left]);
    dispatchEvent(new Event('pagehide'));
    blur(before.cell);
    before.end();
    expect([set.mock.calls, told.mock.calls, keptDraft('cell')]).toEqual([[], [], typed]);
    const { cell, end } = open(set, hours(2));
    press(cell, 'Enter');
    blur(cell);
    await vi.waitFor(() => expect(draftCount()).toBe(0));
    expect(set.mock.calls).toEqual([[hours(0.5)]]);
    end();
  },
);

it('says why what was left in it is not stored on Enter, and tries it again when it is left', async () => {
  const set = vi.fn(async () => 'The timer runs.');
  keepDraft('cell', { text: '0:30', stored: 0 });
  const { cell, said, end } = open(set, hours(2));
  press(cell, 'Enter');
  await vi.waitFor(() => expect(said()).toBe('The timer runs.'));
  blur(cell);
  expect(set).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(cell.readOnly).toBe(false));
  end();
});

it('stores nothing of it where it takes no time', () => {
  const set = vi.fn();
  keepDraft('cell', { text: '0:30', stored: 0 });
  const { cell, said, end } = open(set, hours(2), 'The project is archived.');
  press(cell, 'Enter');
  blur(cell);
  expect([cell.value, said(), set.mock.calls]).toEqual(['0:30', undefined, []]);
  end();
});

it('stores what was left in it once somebody types on, and drops it with Esc', () => {
  const set = vi.fn(async (_: number): Promise<string | undefined> => undefined);
  keepDraft('cell', { text: '0:30', stored: 0 });
  const { cell, said, end } = open(set, hours(2));
  write(cell, '0:3');
  expect([said(), keptDraft('cell')]).toEqual([undefined, { text: '0:3', stored: hours(2) }]);
  press(cell, 'Escape');
  expect([cell.value, said(), draftCount()]).toEqual(['2:00', undefined, 0]);
  write(cell, '2:30');
  end();
  expect(set.mock.calls).toEqual([[hours(2.5)]]);
});

it('lets go of what another tab drops', async () => {
  const set = vi.fn();
  const device = new MemoryStore();
  const [key, draft, other] = ['w/cell', { text: '0:30', stored: 0 }, await openDrafts(device)];
  await other.keep(key, draft);
  keepDraftsIn(await openDrafts(device));
  const { cell, said, end } = open(set, hours(2));
  expect(cell.value).toBe('0:30');
  await other.keep(key, { text: '0:45', stored: 0 });
  await lookAround({ key, draft });
  await vi.waitFor(() => expect([cell.value, said()]).toEqual(['0:45', left]));
  await other.keep(key, undefined);
  await lookAround({ key, draft: { text: '0:45', stored: 0 } });
  await vi.waitFor(() => expect([cell.value, said()]).toEqual(['2:00', undefined]));
  end();
  expect(set).not.toHaveBeenCalled();
  keepDraftsIn(undefined);
});

it('lets what was typed wait where the hours became others meanwhile', () => {
  const set = vi.fn();
  const { cell, said, show, end } = type('0:30', set, false);
  show(hours(2));
  flushSync(() => dispatchEvent(new Event('pagehide')));
  expect([cell.value, said()]).toEqual(['0:30', left]);
  end();
  expect([set.mock.calls, told.mock.calls, keptDraft('cell')]).toEqual([[], [], { text: '0:30', stored: 0 }]);
});

it('stores what was typed while only the running timer went on', () => {
  const set = vi.fn(async (_: number): Promise<string | undefined> => undefined);
  const { cell, show, end } = open(set);
  show(hours(2), hours(1));
  write(cell, '2:30');
  show(hours(2) + 60_000, hours(1));
  end();
  expect([set.mock.calls, told.mock.calls]).toEqual([[[hours(2.5)]], []]);
});

it('lets it wait, too, where it is left as a field, until Enter', async () => {
  const set = vi.fn(async (_: number): Promise<string | undefined> => undefined);
  const { cell, said, show, end } = type('0:30', set, false);
  show(hours(2));
  blur(cell);
  expect([cell.value, said(), set.mock.calls]).toEqual(['0:30', left, []]);
  press(cell, 'Enter');
  await vi.waitFor(() => expect(draftCount()).toBe(0));
  expect(set.mock.calls).toEqual([[hours(0.5)]]);
  end();
});

it('has nothing to ask where the hours became what was typed', () => {
  const set = vi.fn();
  const { cell, said, show, end } = type('2:00', set, false);
  show(hours(2));
  blur(cell);
  expect([cell.value, said(), set.mock.calls, draftCount()]).toEqual(['2:00', undefined, [], 0]);
  end();
});

it('tries what was refused not again over hours that became others since', async () => {
  const set = vi.fn(async () => 'The timer runs.');
  const { cell, said, show, end } = type('0:30', set);
  await vi.waitFor(() => expect(said()).toBe('The timer runs.'));
  show(hours(2));
  blur(cell);
  expect([cell.value, said(), set.mock.calls.length]).toEqual(['0:30', left, 1]);
  end();
});
