/**
 * Measures how costs grow with the workspace, over four sizes: the slope of the line through their logarithms, 1 for
 * costs that grow as the records do, 0 for costs that do not grow. All sizes are measured in one run; within a size the
 * measurements take turns, since four servers working at once would disturb each other.
 */
import { buildIfNeeded } from '../tools/build.ts';
import { freshProfile, inBrowser, type Profile, timeToPaint } from './browser.ts';
import { startAway } from './catchingUp.ts';
import { moveDown } from './editing.ts';
import { watchKeys } from './keyToPaint.ts';
import { growthOf, loneFigure, median } from './measure.ts';
import { listItem, listUrl, openCold, openWarm, settle } from './opening.ts';
import { recordCountsOr, runs, sized } from './options.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';
import { bodies, rate, sender } from './writing.ts';

// One account may send 256 MiB of records in an hour.
const sizes = recordCountsOr('10000,30000,80000,200000', '500,1000,2000,4000');
/** Number of samples for measurements that take seconds at the largest size. */
const few = Math.min(runs, 3);
const edits = sized(30, 5);
const writes = sized(200, 20);

/** Slopes to be reached: for costs that grow as the records do, and for costs that must not grow at all. */
const proportional = '<= 1.05';
const level = '<= 0.05';

const measured = {
  import: { name: 'import', unit: 's', target: proportional },
  stored: { name: 'cold sync of everything', unit: 'ms', target: proportional },
  cold: { name: 'first list, cold', unit: 'ms', target: level },
  warm: { name: 'first list, warm', unit: 'ms', target: level },
  edit: { name: 'an edit in a list of 50, key to paint', unit: 'ms', target: level },
  delta: { name: 'catching up after 100 changes', unit: 'ms', target: level },
  write: { name: 'a durable write, one client', unit: 'ms', target: level },
} as const;

type Costs = Record<keyof typeof measured, number>;

async function samples(count: number, sample: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push(await sample());
  return median(all);
}

const editing = (profile: Profile, world: World): Promise<number> =>
  inBrowser(profile, async (page) => {
    await timeToPaint(page, listUrl(world), listItem);
    await watchKeys(page);
    let i = 0;
    return samples(edits, async () => (await moveDown(page, i++)).ms);
  });

/** Measures the ms of a write; the writes run one after the other. */
async function writing(world: World): Promise<number> {
  const send = sender(world, 1);
  const made = async () => bodies(world, world.projectIds.slice(-1), writes);
  await rate(await made(), 1, send);
  return 1000 / (await rate(await made(), 1, send));
}

async function costsAt(records: number): Promise<Costs> {
  progress(`at ${records}`);
  const world = await startWorld(records, { env: { LOG_LEVEL: 'error' } });
  const cold = { list: [] as number[], stored: [] as number[] };
  for (let i = 0; i < few; i++) {
    const { list, stored } = await openCold(world);
    cold.list.push(list);
    cold.stored.push(stored);
  }
  const profile = freshProfile();
  await settle(profile, world);
  const warm = await samples(runs, () => openWarm(profile, world));
  const edit = await editing(profile, world);
  await profile.remove();
  const away = await startAway(world);
  await away.catchUp();
  const delta = await samples(runs, away.catchUp);
  await away.close();
  const write = await writing(world);
  await world.stop();
  return {
    import: world.importSeconds,
    stored: median(cold.stored),
    cold: median(cold.list),
    warm,
    edit,
    delta,
    write,
  };
}

await buildIfNeeded();
await report('Growth', async () => {
  const points: (readonly [size: number, costs: Costs])[] = [];
  for (const size of sizes) points.push([size, await costsAt(size)]);
  const shown = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
  return {
    figures: Object.entries(measured).map(([key, { name, unit, target }]) => {
      const costs = points.map(([size, each]) => [size, each[key as keyof Costs]] as const);
      const note = `${costs.map(([, cost]) => shown(cost)).join(', ')} ${unit}`;
      return loneFigure(`growth of: ${name}`, growthOf(costs), { unit: '', target, note });
    }),
    proofs: [
      `sizes ${sizes.map((size) => size.toLocaleString('en')).join(', ')}; a cold sync counts once all records are stored`,
    ],
  };
});
