/**
 * A room of a million messages against smaller ones: opening it on a new device and on one that has all of it, a page
 * back, a jump to a day, and what it takes of memory. The floor opens and stores the same head and does nothing else. In
 * Node: engine, vault and seals are the product's; the server's and the browser's store are stood in for, so that nothing
 * of what is measured grows with them.
 */
import './room/nouns.ts';
import { alternate, figureOf, growthOf, median, pairFigure } from './measure.ts';
import { recordCountsOr, runs } from './options.ts';
import { progress, report } from './report.ts';

const { roomWorld } = await import('./room/measure.ts');
type RoomWorld = Awaited<ReturnType<typeof roomWorld>>;

const sizes = recordCountsOr('1000,10000,100000,1000000', '1000,2000,4000,8000');
const count = (size: number) => size.toLocaleString('en');

const parts = {
  open: 'opening it',
  pageBack: 'a page back',
  jump: 'a jump to a day',
} as const;

async function samplesOf(world: RoomWorld) {
  progress(`a room of ${count(world.room.size)}`);
  const { cold, warm, floor } = await alternate(
    { floor: world.floor, cold: world.cold, warm: world.warm } as Record<string, () => Promise<unknown>>,
    runs,
  );
  return {
    floor: floor as number[],
    cold: cold as Awaited<ReturnType<RoomWorld['cold']>>[],
    warm: warm as Awaited<ReturnType<RoomWorld['warm']>>[],
  };
}

await report('Window', async () => {
  const worlds: RoomWorld[] = [];
  for (const size of sizes) worlds.push(await roomWorld(size));
  const samples: Awaited<ReturnType<typeof samplesOf>>[] = [];
  for (const world of worlds) samples.push(await samplesOf(world));
  const { ours, floor } = await worlds.at(-1)!.memory();
  const [small, large] = [samples[0]!, samples.at(-1)!];
  const largest = count(sizes.at(-1)!);
  const figures = (['cold', 'warm'] as const).flatMap((how) =>
    (Object.keys(parts) as (keyof typeof parts)[]).map((part) => {
      const points = sizes.map(
        (size, i) => [size, median(samples[i]![how].map((each) => each[part]))] as const,
      );
      const of = (side: typeof small) => median(side[how].map((each) => each[part]));
      const note = `slope ${growthOf(points.filter(([, ms]) => ms > 0)).toFixed(2)} over ${sizes.length} sizes`;
      const target = part === 'open' ? `<= 1.2 x of ${count(sizes[0]!)}` : part === 'jump' ? '<= 300 ms' : '';
      return pairFigure(
        `${parts[part]}, ${how}: ${largest} against ${count(sizes[0]!)}`,
        of(large),
        of(small),
        {
          unit: 'ms',
          target,
          note,
        },
      );
    }),
  );
  return {
    figures: [
      figureOf(
        `opening ${largest}, cold, against the floor`,
        { ours: large.cold.map(({ open }) => open), floor: large.floor },
        { unit: 'ms', target: '' },
      ),
      ...figures,
      pairFigure(
        `memory of ${largest}, read through: against the JSON of what is open`,
        ours / 1e6,
        floor / 1e6,
        {
          unit: 'MB',
          target: '<= 40 MB',
        },
      ),
    ],
    proofs: [
      'each visit showed the newest message, the one before the edge and the one of the day by their texts, and no fault',
      'each jump ended at the first message of its moment',
    ],
  };
});
