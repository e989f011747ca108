/** Catching up after 100 changes, in a large workspace against a small one: it must cost what changed, not what is there. */
import { changes, startAway } from './catchingUp.ts';
import { compare, figureOf } from './measure.ts';
import { recordCounts, runs, sized } from './options.ts';
import { report } from './report.ts';
import { startWorld } from './world.ts';

const [small, large] = [1_000, recordCounts.at(-1)!];

await report('Catching up', async () => {
  const [few, many] = [await startAway(await startWorld(small)), await startAway(await startWorld(large))];
  const times = await compare(many.catchUp, few.catchUp, sized(Math.max(runs, 15), runs));
  const name = `${changes} changes at ${large.toLocaleString('en')} against ${small.toLocaleString('en')}`;
  return {
    figures: [figureOf(name, times, { unit: 'ms', target: '<= 1.05 x' })],
    proofs: [`all ${changes} changes were there each time`],
  };
});
