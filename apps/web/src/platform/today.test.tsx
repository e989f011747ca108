// @vitest-environment happy-dom
/** A page that stays open over midnight shows the new day. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, today } from '@kontor/contract/time/day';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { DueDate } from '../features/task/dueDate.tsx';

afterEach(() => {
  vi.useRealTimers();
});

it('calls a task due today, and then overdue, as the days pass', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T22:00').getTime() });
  const dueDate = addDays(today(), 1);
  const element = document.createElement('div');
  const root = createRoot(element);
  const rows = [1, 2, 3].map((key) => <DueDate key={key} task={{ dueDate, status: 'TODO' }} />);
  flushSync(() => root.render(rows));
  expect(element.textContent).not.toContain('Today');
  expect(vi.getTimerCount()).toBe(1);
  flushSync(() => vi.advanceTimersByTime(3 * 3_600_000));
  expect(element.textContent).toBe('TodayTodayToday');
  flushSync(() => vi.advanceTimersByTime(24 * 3_600_000));
  expect(element.textContent).toContain('Overdue');
  flushSync(() => root.unmount());
  expect(vi.getTimerCount()).toBe(0);
});

/** They ask for the day when the person does something, or a form begins with it. */
const asksOnce = [
  'features/notification/judge.ts',
  'features/notification/queries.ts',
  'features/timeEntry/month/actions.ts',
  'features/timeEntry/zone.ts',
  'platform/text/parseDay.ts',
  'screens/export/archive/takeAlong.tsx',
  'screens/time/absencePanel.tsx',
  'screens/time/entryPanel.tsx',
  'screens/time/workingTimePanel.tsx',
];

it('is followed by all that show it', () => {
  const cwd = join(import.meta.dirname, '..');
  const asking = globSync('**/*.{ts,tsx}', { cwd }).filter(
    (file) => !file.includes('.test.') && /\btoday\(\)/.test(readFileSync(join(cwd, file), 'utf8')),
  );
  expect(asking.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(asksOnce);
});
