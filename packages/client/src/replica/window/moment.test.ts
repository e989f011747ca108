import { idTime } from '@kontor/contract/entity/idTime';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { findMoment } from './moment.ts';

/** Rows at growing places, at times that grow unevenly; some with rows that lie in them and were made later. */
const step = fc.tuple(
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: 100_000 }),
  fc.array(fc.integer({ min: 0, max: 5_000_000 }), { maxLength: 3 }),
);
const steps = fc.array(step, { minLength: 1, maxLength: 60 });

it('finds the first row of a moment, however unevenly people write, in a few looks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: -10, max: 7_000_000 }), async (all, at) => {
      let [createdRevision, msecs] = [0, 1_700_000_000_000];
      const places = all.map(([revisions, ms, later]) => {
        createdRevision += revisions;
        msecs += ms;
        return [0, ...later].map((after) => ({ createdRevision, id: uuidv7({ msecs: msecs + after }) }));
      });
      const end = createdRevision + 1;
      let looks = 0;
      const found = await findMoment(1_700_000_000_000 + at, end, async (before, limit) => {
        looks++;
        const below = places.filter(([row]) => row!.createdRevision < before);
        const rows: (typeof places)[number] = [];
        while (rows.length < limit && below.length > 0) rows.push(...below.pop()!);
        return rows;
      });
      const first = places.map(([row]) => row!).find(({ id }) => idTime(id) >= 1_700_000_000_000 + at);
      expect(found).toBe(first?.createdRevision ?? end);
      expect(looks).toBeLessThan(25);
    }),
  );
});
