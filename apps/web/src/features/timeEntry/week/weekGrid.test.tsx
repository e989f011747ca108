// @vitest-environment happy-dom
import { createCollections } from '@kontor/client/replica/collections';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { timeMessages } from '../messages.ts';
import type { Week } from './useWeek.ts';
import { WeekGrid } from './weekGrid.tsx';

const set = vi.hoisted(() => vi.fn());
vi.mock('../actions.ts', async (actual) => ({ ...(await actual<object>()), setCell: set }));

/** Draws a week with some rows. */
function draw(rows: Week['rows']) {
  const days = [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}`);
  const week: Week = {
    ...{ days, rows, parts: [], overlaps: new Set(), hints: new Map() },
    hours: { id: 'hours', userId: 'ben' } as Week['hours'],
    plans: days.map((day) => ({ day, due: undefined, absences: [] }) as unknown as Week['plans'][number]),
  };
  const onOpenTask = vi.fn();
  const shown = { week, today: days[0]!, day: days[0]!, added: undefined };
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <WeekGrid {...shown} onDay={() => {}} onOpenTask={onOpenTask} mayEdit={() => true} />
      </MantineProvider>,
    ),
  );
  return { element, onOpenTask, end: () => flushSync(() => root.unmount()) };
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
  provideWorkspace({ records: { collections }, userId: 'ada' } as unknown as OpenWorkspace);
  const named = { taskId: 'roof', title: 'Roof', project: 'Villa', projectId: 'villa' };
  const { element, end } = draw([{ ...named, days: new Map(), total: 0 }]);
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
  const { element, onOpenTask, end } = draw([{ ...named, days: new Map(), total: 0 }]);
  const link = element.querySelector<HTMLAnchorElement>('tbody th a')!;
  expect([link.textContent, link.getAttribute('href')]).toEqual(['Roof', '?panel=task&item=roof']);
  flushSync(() => link.click());
  expect(onOpenTask).toHaveBeenCalledExactlyOnceWith('roof');
  end();
});
