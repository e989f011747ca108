// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { timeMessages } from '../messages.ts';
import type { Week } from './useWeek.ts';
import { WeekGrid } from './weekGrid.tsx';

it('says of a week without time that there is none', () => {
  const days = [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}`);
  const week: Week = {
    ...{ days, rows: [], parts: [], overlaps: new Set(), hints: new Map() },
    hours: { id: 'hours' } as Week['hours'],
    plans: days.map((day) => ({ day, due: undefined, absences: [] }) as unknown as Week['plans'][number]),
  };
  const shown = { week, today: days[0]!, zone: 'UTC', day: days[0]!, added: undefined };
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <WeekGrid {...shown} onDay={() => {}} mayEdit={() => true} />
      </MantineProvider>,
    ),
  );
  expect([...element.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
    timeMessages.t('noEntries'),
  ]);
  flushSync(() => root.unmount());
});
