import { idTime } from '@kontor/contract/entity/idTime';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { findMoment } from './moment.ts';

/** Rows at growing revisions, at times that grow unevenly. */
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100_000 })), {
  minLength: 1,
  maxLength: 60,
});

it('finds the first row of a moment, however unevenly people write, in a few looks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: -10, max: 7_000_000 }), async (all, at) => {
      let [createdRevision, msecs] = [0, 1_700_000_000_000];
      const rows = all.map(([revisions, ms]) => {
        createdRevision += revisions;
        msecs += ms;
        return { createdRevision, id: uuidv7({ msecs }) };
      });
      const end = createdRevision + 1;
      let looks = 0;
      const found = await findMoment(1_700_000_000_000 + at, end, async (before, limit) => {
        looks++;
        return rows.filter((row) => row.createdRevision < before).slice(-limit);
      });
      const first = rows.find(({ id }) => idTime(id) >= 1_700_000_000_000 + at);
      expect(found).toBe(first?.createdRevision ?? end);
      expect(looks).toBeLessThan(25);
    }),
  );
});
