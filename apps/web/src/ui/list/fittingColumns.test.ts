import { expect, it } from 'vitest';
import { type ColumnWidth, fittingColumns } from './fittingColumns.ts';

const columns: (ColumnWidth & { key: string })[] = [
  { key: 'name' },
  { key: 'customer', width: '152px', isOptional: true },
  { key: 'progress', width: '120px' },
  { key: 'dates', width: '208px', isOptional: true },
  { key: 'actions', width: '44px' },
];
const shownAt = (width: number | undefined) => fittingColumns(columns, width).map(({ key }) => key);

it('shows every column where there is room, and before the width is known', () => {
  expect(shownAt(undefined)).toHaveLength(5);
  expect(shownAt(176 + 152 + 120 + 208 + 44)).toHaveLength(5);
});

it('leaves out from the end what may be left out, until the others can be read', () => {
  expect(shownAt(699)).toEqual(['name', 'customer', 'progress', 'actions']);
  const firstly = columns.map((each) =>
    each.key === 'customer' ? { ...each, isOptional: 'first' as const } : each,
  );
  expect(fittingColumns(firstly, 699).map(({ key }) => key)).toEqual([
    'name',
    'progress',
    'dates',
    'actions',
  ]);
  expect(shownAt(560)).toEqual(['name', 'customer', 'progress', 'actions']);
});

it('shows on a phone only what may not be left out, however narrow', () => {
  expect(shownAt(559)).toEqual(['name', 'progress', 'actions']);
  expect(shownAt(100)).toEqual(['name', 'progress', 'actions']);
});
