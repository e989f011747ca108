// @vitest-environment happy-dom

import { observable } from '@kontor/client/observable';
import { createCollections } from '@kontor/client/replica/collections';
import type { Loaded } from '@kontor/client/replica/status';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { uiMessages } from '../../../ui/messages.ts';
import { timeMessages } from '../messages.ts';
import type { Week } from './useWeek.ts';
import { WeekGrid } from './weekGrid.tsx';

const set = vi.hoisted(() => vi.fn());
vi.mock('../actions.ts', async (actual) => ({ ...(await actual<object>()), setCell: set }));

const whole = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: true });
beforeEach(() => {
  const collections = createCollections();
  provideWorkspace({ records: { collections, loaded: whole }, userId: 'ada' } as unknown as OpenWorkspace);
});

/** The sums of a row with an hour on Monday. */
const hour = {
  days: new Map([['2026-03-09', 3_600_000]]),
  stored: new Map([['2026-03-09', 3_600_000]]),
  total: 3_600_000,
};

/** Draws a week with some rows. */
function draw(rows: Week['rows']) {
  const days = [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}`);
  const week: Week = {
    days,
    rows,
    worked: days.map(() => 0),
    parts: [],
    overlaps: new Set(),
    hints: new Map(),
    hours: { id: 'hours', userId: 'ben' } as Week['hours'],
    plans: days.map((day) => ({ day, target: undefined, absences: [] }) as unknown as Week['plans'][number]),
  };
  const [onOpenTask, onRemove] = [vi.fn(), vi.fn()];
  const shown = { week, today: days[0]!, day: days[0]!, added: undefined };
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <WeekGrid {...shown} onDay={() => {}} onOpenTask={onOpenTask} onRemove={onRemove} />
      </MantineProvider>,
    ),
  );
  return { element, onOpenTask, onRemove, end: () => flushSync(() => root.unmount()) };
}

it('says of a week without time that there is none', () => {
  const { element, end } = draw([]);
  expect([...element.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
    timeMessages.t('noEntries'),
  ]);
  end();
});

it('types the hours of somebody else by their clock', () => {
  const collections = createCollections();
  const from = Date.parse('2026-03-08T00:00Z');
  const entry = { id: 'e', scopeId: 'hours', zone: 'Pacific/Kiritimati', segments: [{ from, to: from + 1 }] };
  collections.timeEntry.write([{ id: 'e', record: entry as never }]);
  provideWorkspace({ records: { collections, loaded: whole }, userId: 'ada' } as unknown as OpenWorkspace);
  const named = { taskId: 'roof', title: 'Roof', project: 'Villa', projectId: 'villa' };
  const { element, end } = draw([{ ...named, days: new Map(), stored: new Map(), total: 0 }]);
  const cell = element.querySelector('td input')!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(cell, '2');
  cell.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync(() => cell.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  const place = { scopeId: 'hours', taskId: 'roof', day: '2026-03-09', zone: 'Pacific/Kiritimati' };
  expect(set).toHaveBeenCalledExactlyOnceWith(place, 2 * 3_600_000);
  end();
});

it('leads from a row to its task', () => {
  const named = { taskId: 'roof', title: 'Roof', project: 'Villa', projectId: 'villa' };
  const { element, onOpenTask, end } = draw([{ ...named, days: new Map(), stored: new Map(), total: 0 }]);
  const link = element.querySelector<HTMLAnchorElement>('tbody th a')!;
  expect([link.textContent, link.getAttribute('href')]).toEqual(['Roof', '?panel=task&item=roof']);
  flushSync(() => link.click());
  expect(onOpenTask).toHaveBeenCalledExactlyOnceWith('roof');
  end();
});

const roof = { taskId: 'roof', title: 'Roof', project: 'Villa', projectId: 'villa' };

it('offers to take off the week only a row on which nothing was done', async () => {
  const done = { ...roof, taskId: 'attic', title: 'Attic' };
  const empty = { ...roof, days: new Map<string, number>(), stored: new Map(), total: 0 };
  const { element, onRemove, end } = draw([{ ...done, ...hour }, empty]);
  const offered = [...element.querySelectorAll<HTMLElement>('tbody th button')];
  expect(offered.map((button) => button.getAttribute('aria-label'))).toEqual(['Take “Roof” off the week']);
  const names = [...element.querySelectorAll('tbody th')].map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual(['Attic', 'Roof']);
  offered[0]!.focus();
  flushSync(() => offered[0]!.click());
  expect(onRemove).toHaveBeenCalledExactlyOnceWith(empty);
  // The row of before gets the focus.
  const row = offered[0]!.closest('tr')!;
  const body = row.parentElement!;
  row.remove();
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Attic'));
  body.append(row);
  end();
});

it('says of the cells of a task in an archived project why they take nothing, whatever project it was in before', () => {
  const rows = [{ ...roof, days: new Map<string, number>(), stored: new Map(), total: 0 }];
  const collections = createCollections();
  const project = (id: string, archivedAt?: number) => ({
    id,
    record: { id, scopeId: id, archivedAt } as never,
  });
  const task = (scopeId: string) => ({ id: 'roof', record: { id: 'roof', scopeId } as never });
  collections.project.write([project('villa'), project('hall', 1)]);
  collections.task.write([task('hall')]);
  provideWorkspace({ records: { collections, loaded: whole }, userId: 'ada' } as unknown as OpenWorkspace);
  const { element, end } = draw(rows);
  const cell = element.querySelector<HTMLInputElement>('td input')!;
  expect([cell.readOnly, cell.title, cell.getAttribute('aria-description')]).toEqual([
    true,
    ...Array(2).fill(timeMessages.t('archived')),
  ]);
  end();
  collections.task.write([task('villa')]);
  const other = draw(rows);
  expect(other.element.querySelector('td input')!.hasAttribute('title')).toBe(false);
  other.end();
});

it('takes time for a task once that is here, and asks for its project before the rest', async () => {
  const collections = createCollections();
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  const need = vi.fn();
  collections.workingTime.write([
    { id: 'hours', record: { id: 'hours', scopeId: 'hours', userId: 'ben' } as never },
  ]);
  const records = { collections, loaded, need };
  provideWorkspace({ records, userId: 'ben' } as unknown as OpenWorkspace);
  const { element, end } = draw([{ ...roof, ...hour }]);
  const cell = element.querySelector<HTMLInputElement>('td input')!;
  const shows = () => [cell.readOnly, cell.title, cell.value];
  const waits = [true, uiMessages.t('moreComes'), '1:00'];
  await vi.waitFor(() => expect(need).toHaveBeenCalledWith(['villa']));
  expect(shows()).toEqual(waits);
  flushSync(() => loaded.set({ scopes: new Set(['hours']), heads: true, isComplete: false }));
  expect(shows()).toEqual(waits);
  collections.task.write([{ id: 'roof', record: { id: 'roof', scopeId: 'villa' } as never }]);
  flushSync(() => loaded.set({ scopes: new Set(['hours', 'villa']), heads: true, isComplete: false }));
  expect(shows()).toEqual([false, '', '1:00']);
  end();
});

it('stores what was typed in the last row on Enter, and stays there with the text selected', async () => {
  const collections = createCollections();
  provideWorkspace({ records: { collections, loaded: whole }, userId: 'ada' } as unknown as OpenWorkspace);
  let answer = (_fault?: string) => {};
  set.mockReset().mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const { element, end } = draw([{ ...roof, ...hour }]);
  const cell = element.querySelector<HTMLInputElement>('td input')!;
  flushSync(() => cell.focus());
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(cell, '2');
  flushSync(() => cell.dispatchEvent(new Event('input', { bubbles: true })));
  flushSync(() => cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  expect(set).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(cell);
  // A question takes the focus, and gives it back.
  flushSync(() => cell.blur());
  expect(set).toHaveBeenCalledOnce();
  flushSync(() => cell.focus());
  answer();
  // The week does not follow in this test: the time of before comes back.
  await vi.waitFor(() => expect(cell.value).toBe('1:00'));
  await vi.waitFor(() => expect([cell.selectionStart, cell.selectionEnd]).toEqual([0, 4]));
  end();
});
