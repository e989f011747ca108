import { addDays } from '@kontor/contract/time/day';
import { dayAt } from '@kontor/contract/time/zone';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createCollections } from '../replica/collections.ts';
import { chargedElsewhere } from './movedWork.ts';
import { beginOf, newestEntries, zoneBefore, zoneOf } from './timeEntry.ts';
import { partsOf, partsOn } from './timeSheet.ts';

const hour = 3_600_000;
const first = Date.parse('2025-12-01T00:00Z');

const entry = fc.record({
  from: fc.integer({ min: 0, max: 24 * 800 }).map((hours) => first + hours * hour),
  // Now and then one that was forgotten for years, or goes on.
  hours: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 24 * 40 }) },
    fc.constantFrom(24 * 500, undefined),
  ),
  zone: fc.constantFrom('Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', ''),
  scopeId: fc.constantFrom('own', 'other'),
});

interface Made {
  from: number;
  hours: number | undefined;
  scopeId: string;
  zone?: string;
}

/** Returns collections with some entries, and these. */
function holding(made: readonly Made[]) {
  const collections = createCollections();
  const records = made.map(({ from, hours, ...rest }, i) => ({
    id: `${i}`,
    taskId: 't',
    projectId: 'there',
    status: hours ? 'DONE' : 'IN_PROGRESS',
    ...rest,
    segments: [{ from, ...(hours && { to: from + hours * hour }) }],
  }));
  collections.timeEntry.write(records.map((record) => ({ id: record.id, record: record as never })));
  return { collections, records };
}

it('finds every entry that touches a day, whatever its zone, its length, and whether it goes on', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), fc.integer({ min: 0, max: 800 }), (made, n) => {
      const day = addDays('2025-12-01', n);
      const now = first + 900 * 24 * hour;
      const { collections, records } = holding(made);
      const touching = partsOf(records.filter(({ scopeId }) => scopeId === 'own') as never, now);
      const onDay = touching.filter((part) => part.day === day).map(({ entry }) => entry.id);
      const found = partsOn(collections, 'own', day, now).map(({ entry }) => entry.id);
      expect(new Set(found)).toEqual(new Set(onDay));
    }),
  );
});

it('walks through every entry of somebody, the newest first', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (made) => {
      const { collections, records } = holding(made);
      const own = records.filter(({ scopeId }) => scopeId === 'own');
      const walked = [...newestEntries(collections, 'own')];
      expect(new Set(walked)).toEqual(new Set(own));
      expect(walked.map(beginOf)).toEqual(own.map(beginOf).sort((a, b) => b - a));
      expect(walked).toHaveLength(own.length);
    }),
  );
});

it('reads no month that it does not reach', () => {
  const months = Array.from({ length: 24 }, (_, n) => ({
    from: first + n * 31 * 24 * hour,
    hours: 1,
    scopeId: 'own',
  }));
  const { collections } = holding(months);
  const where = vi.spyOn(collections.timeEntry, 'where');
  expect(newestEntries(collections, 'own').next().value).toMatchObject({ id: '23' });
  expect(where.mock.calls.map(([, key]) => key)).toEqual(['unbounded', '2027-11']);
});

it('takes a day’s zone from the entry that began last by its end, whatever comes later', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), fc.integer({ min: 0, max: 800 }), (made, n) => {
      const day = addDays('2025-12-01', n);
      const { collections, records } = holding(made);
      const before = records.filter(
        (each) => each.scopeId === 'own' && each.zone && dayAt(beginOf(each), zoneOf(each)) <= day,
      );
      const last = Math.max(...before.map(beginOf));
      const zones = before.filter((each) => beginOf(each) === last).map(({ zone }) => zone);
      const found = zoneBefore(collections, { id: 'own', userId: 'anna' }, day);
      expect(zones.length ? zones : [undefined]).toContain(found);
    }),
  );
});

it('looks for no zone in the months after a day', () => {
  const months = Array.from({ length: 24 }, (_, n) => ({
    from: first + n * 31 * 24 * hour,
    hours: 1,
    scopeId: 'own',
    zone: 'Europe/Berlin',
  }));
  const { collections } = holding(months);
  const where = vi.spyOn(collections.timeEntry, 'where');
  expect(zoneBefore(collections, { id: 'own', userId: 'anna' }, '2026-03-15')).toBe('Europe/Berlin');
  expect(where.mock.calls.map(([, key]) => key)).toEqual(['unbounded', '2026-03']);
});

it('says of a task that is gone nothing of where its work is charged', () => {
  const { collections, records } = holding([{ from: first, hours: 1, scopeId: 'a0' }]);
  expect(chargedElsewhere(collections, ['t'])).toEqual([]);
  collections.task.write([{ id: 't', record: { id: 't', scopeId: 'here' } as never }]);
  expect(chargedElsewhere(collections, ['t'])).toEqual(records);
});
