// @vitest-environment happy-dom
/** A duration that a cell could not store is told, also where the cell is gone by then. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { draftCount, forgetDrafts, keepDraft, keptDraft } from '../../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
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
  const { element, cell, end } = open(onSet);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(cell, text);
  flushSync(() => cell.dispatchEvent(new Event('input', { bubbles: true })));
  if (leaves) flushSync(() => cell.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  return { element, cell, end };
}

function open(onSet: (time: number) => Promise<string | undefined>) {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <WeekCell
          label="Roof, Monday"
          draft="cell"
          time={0}
          refusal={undefined}
          autoFocus={false}
          onSet={onSet}
        />
      </MantineProvider>,
    ),
  );
  return { element, cell: element.querySelector('input')!, end: () => flushSync(() => root.unmount()) };
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
  keepDraft('cell', '2:1');
  flushSync(() => cell.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect([cell.value, keptDraft('cell')]).toEqual(['', '2:1']);
  end();
});

it('takes nothing else while it is stored, and stands with what was typed until then', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const set = vi.fn(() => promise);
  const { cell, end } = type('2', set);
  expect([cell.readOnly, cell.value]).toEqual([true, '2']);
  flushSync(() => cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(cell.value).toBe('2');
  resolve(undefined);
  await vi.waitFor(() => expect(cell.readOnly).toBe(false));
  expect([cell.value, set.mock.calls]).toEqual(['', [[2 * 3_600_000]]]);
  end();
});

it('stores what stands in a cell when the page goes to the background, and keeps on the device what it cannot', async () => {
  const set = vi.fn(async (_: number): Promise<string | undefined> => undefined);
  const { cell, end } = type('2', set, false);
  expect(keptDraft('cell')).toBe('2');
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(cell.value).toBe(''));
  expect([set.mock.calls, draftCount()]).toEqual([[[2 * 3_600_000]], 0]);
  end();
  const { end: leave } = type('1:xx', set, false);
  dispatchEvent(new Event('pagehide'));
  expect([keptDraft('cell'), told.mock.calls]).toEqual(['1:xx', []]);
  // The page of before is gone, and the next one shows it.
  const again = open(set);
  expect(again.cell.value).toBe('1:xx');
  again.end();
  leave();
  expect(draftCount()).toBe(0);
});
