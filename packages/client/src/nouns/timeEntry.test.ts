import { addDays } from '@kontor/contract/time/day';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCollections } from '../replica/collections.ts';
import { partsOf, partsOn } from './timeSheet.ts';

const hour = 3_600_000;
const first = Date.parse('2025-12-01T00:00Z');

it('finds every entry that touches a day, whatever its zone, its length, and whether it goes on', () => {
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
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), fc.integer({ min: 0, max: 800 }), (made, n) => {
      const day = addDays('2025-12-01', n);
      const now = first + 900 * 24 * hour;
      const collections = createCollections();
      const records = made.map(({ from, hours, ...rest }, i) => ({
        ...{ id: `${i}`, taskId: 't', status: hours ? 'DONE' : 'IN_PROGRESS', ...rest },
        segments: [{ from, ...(hours && { to: from + hours * hour }) }],
      }));
      collections.timeEntry.write(records.map((record) => ({ id: record.id, record: record as never })));
      const touching = partsOf(records.filter(({ scopeId }) => scopeId === 'own') as never, now);
      const onDay = touching.filter((part) => part.day === day).map(({ entry }) => entry.id);
      const found = partsOn(collections, 'own', day, now).map(({ entry }) => entry.id);
      expect(new Set(found)).toEqual(new Set(onDay));
    }),
  );
});
