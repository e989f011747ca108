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
import { listItem, listUrl, openCold, openWarm, placeOf, settle } from './opening.ts';
import { recordCountsOr, runs, sized } from './options.ts';
import { dropIndex, storedIndex } from './replicaOnDisk.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';
import { bodies, rate, sender } from './writing.ts';

// One account may send 256 MiB of records in an hour.
const sizes = recordCountsOr('10000,30000,80000,200000', '500,1000,2000,4000');
/** Number of samples for measurements that take seconds at the largest size. */
const few = Math.min(runs, 3);
const edits = sized(30, 5);
const writes = sized(200, 20);
/** Records of the workspace whose index takes no time but that before it is begun and before it is stored. */
const smallest = 100;

/** Slopes to be reached: for costs that grow as the records do, and for costs that must not grow at all. */
const proportional = '<= 1.05';
const level = '<= 0.05';

const measured = {
  import: { name: 'import', unit: 's', target: proportional },
  stored: { name: 'cold sync of everything', unit: 'ms', target: proportional },
  index: { name: 'index, from nothing until it is stored', unit: 'ms', target: proportional },
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

/** Measures the ms from an opening without an index until the index of everything is stored. */
const indexing = (profile: Profile, world: World): Promise<number> =>
  inBrowser(profile, async (page) => {
    // Of the same origin, and nothing of the app.
    await page.goto(`${world.server.url}/api/account`);
    await dropIndex(page, placeOf(world));
    await timeToPaint(page, listUrl(world), listItem);
    return storedIndex(page, placeOf(world), world.projectIds);
  });

/** Measures the same where there is next to nothing to index. */
async function indexingNothing(): Promise<number> {
  progress('without much to index');
  const world = await startWorld(smallest);
  const profile = freshProfile();
  await settle(profile, world);
  const ms = await samples(few, () => indexing(profile, world));
  await profile.remove();
  await world.stop();
  return ms;
}

/** Measures the ms of a write; the writes run one after the other. */
async function writing(world: World): Promise<number> {
  const send = sender(world, 1);
  const made = async () => bodies(world, world.projectIds.slice(-1), writes);
  await rate(await made(), 1, send);
  return 1000 / (await rate(await made(), 1, send));
}

async function costsAt(records: number, withoutIndexing: number): Promise<Costs> {
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
  // On a noisy machine a few records may take less than next to none.
  const index = Math.max(1, (await samples(few, () => indexing(profile, world))) - withoutIndexing);
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
    index,
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
  const withoutIndexing = await indexingNothing();
  for (const size of sizes) points.push([size, await costsAt(size, withoutIndexing)]);
  const shown = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
  return {
    figures: Object.entries(measured).map(([key, { name, unit, target }]) => {
      const costs = points.map(([size, each]) => [size, each[key as keyof Costs]] as const);
      const note = `${costs.map(([, cost]) => shown(cost)).join(', ')} ${unit}`;
      return loneFigure(`growth of: ${name}`, growthOf(costs), { unit: '', target, note });
    }),
    proofs: [
      `sizes ${sizes.map((size) => size.toLocaleString('en')).join(', ')}; a cold sync counts once all records are stored, an index once its pieces of all projects are, less the ${withoutIndexing.toFixed(0)} ms that ${smallest} records take`,
    ],
  };
});
