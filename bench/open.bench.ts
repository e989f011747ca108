/**
 * Opening a workspace in a browser: cold (nothing here yet: until the first list is painted, and until everything is
 * stored) and warm (a new browser process on the same profile: until the first list is painted, and until what needs
 * every project is), at the list of a project, at home and at the list of projects. What comes first is compared with a workspace of 1,000 records, the whole with a floor that has
 * nothing but the same records and a page of its own.
 */
import type { Page } from '@playwright/test';
import { needlesOf } from '../e2e/canary/marker.ts';
import { searchFolder } from '../e2e/canary/search.ts';
import { withDatabase } from '../e2e/database.ts';
import { buildIfNeeded } from '../tools/build.ts';
import {
  freshProfile,
  inBrowser,
  killBrowser,
  type Profile,
  signIn,
  timeToPaint,
  withFresh,
} from './browser.ts';
import { startOpenFloor } from './floor/openFloor.ts';
import { alternate, type Figure, figureOf } from './measure.ts';
import {
  type ColdMarks,
  listItem,
  listUrl,
  openCold,
  openHome,
  openProjects,
  openProjectsCold,
  openWarm,
  openWhole,
  placeOf,
  settle,
} from './opening.ts';
import { recordCounts, runs } from './options.ts';
import { storedRecords } from './replicaOnDisk.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

/** Records of the workspace that the first list is compared with. */
const fewRecords = 1_000;

/** The workspace that is measured: how many tasks are in it. */
interface Side {
  world: World;
  records: number;
}

async function cold(few: World, many: Side, floorUrl: string): Promise<Figure[]> {
  progress(`cold, ${many.records}`);
  const marks = await alternate<ColdMarks, 'floor' | 'few' | 'many' | 'fewProjects' | 'manyProjects'>(
    {
      floor: async () => {
        const list = await withFresh((profile) => openFloor(profile, `${floorUrl}/cold`, many.records));
        return { list, stored: list };
      },
      few: () => openCold(few),
      many: () => openCold(many.world),
      fewProjects: () => openColdList(few),
      manyProjects: () => openColdList(many.world),
    },
    runs,
  );
  const of = (side: keyof typeof marks, mark: keyof ColdMarks) => marks[side].map((each) => each[mark]);
  const count = many.records.toLocaleString('en');
  return [
    figureOf(
      `cold: first list of ${count}, against ${fewRecords.toLocaleString('en')}`,
      { ours: of('many', 'list'), floor: of('few', 'list') },
      { unit: 'ms', target: '<= 1.3 x, <= 0.8 s', note: 'floor: the small workspace' },
    ),
    figureOf(
      `cold: first rows of the list of projects of ${count}`,
      { ours: of('manyProjects', 'list'), floor: of('fewProjects', 'list') },
      { unit: 'ms', target: '<= 1.3 x, <= 0.8 s', note: 'floor: the small workspace' },
    ),
    figureOf(
      `cold: all of ${count} painted and stored`,
      { ours: of('many', 'stored'), floor: of('floor', 'stored') },
      { unit: 'ms', target: '<= 1.3 x' },
    ),
  ];
}

/** Opens the list of projects; nothing is waited for to be stored. */
async function openColdList(world: World): Promise<ColdMarks> {
  const list = await openProjectsCold(world);
  return { list, stored: list };
}

async function warm(few: World, many: Side, floorUrl: string): Promise<Figure[]> {
  const profiles = { few: freshProfile(), many: freshProfile(), floor: freshProfile() };
  try {
    await settle(profiles.few, few);
    await settle(profiles.many, many.world);
    await openFloor(profiles.floor, `${floorUrl}/cold`, many.records);
    progress(`warm, ${many.records}`);
    const times = await alternate(
      {
        few: () => openWarm(profiles.few, few),
        many: () => openWarm(profiles.many, many.world),
        floor: () => openFloor(profiles.floor, `${floorUrl}/warm`, many.records),
        whole: () => openWhole(profiles.many, many.world),
        fewHome: () => openHome(profiles.few, few),
        manyHome: () => openHome(profiles.many, many.world),
        fewProjects: () => openProjects(profiles.few, few),
        manyProjects: () => openProjects(profiles.many, many.world),
      },
      runs,
    );
    const count = many.records.toLocaleString('en');
    return [
      figureOf(
        `warm: first list of ${count}, against ${fewRecords.toLocaleString('en')}`,
        { ours: times.many, floor: times.few },
        { unit: 'ms', target: '<= 1.3 x, <= 0.4 s', note: 'floor: the small workspace' },
      ),
      figureOf(
        `warm: home with the projects that run, of ${count}`,
        { ours: times.manyHome, floor: times.fewHome },
        { unit: 'ms', target: '<= 1.3 x', note: 'floor: the small workspace' },
      ),
      figureOf(
        `warm: list of projects of ${count}`,
        { ours: times.manyProjects, floor: times.fewProjects },
        { unit: 'ms', target: '<= 1.3 x', note: 'floor: the small workspace' },
      ),
      figureOf(
        `warm: everything of ${count} answers`,
        { ours: times.whole, floor: times.floor },
        { unit: 'ms', target: '<= 1.6 x' },
      ),
    ];
  } finally {
    for (const profile of Object.values(profiles)) await profile.remove();
  }
}

const openFloor = (profile: Profile, url: string, records: number): Promise<number> =>
  inBrowser(profile, async (page) => {
    const painted = await timeToPaint(page, url, listItem);
    const found = Number(await page.locator('html').getAttribute('data-records'));
    if (found !== records) throw new Error(`the floor opened ${found} of ${records} records`);
    return painted;
  });

const prove = (world: World, records: number): Promise<string[]> =>
  withFresh(async (profile) => {
    // The browser writes cookies every half a minute: the sign-in gets a process of its own that ends in good order.
    await inBrowser(profile, (page) => signIn(page, world.server.url, world.actor.person));
    await inBrowser(profile, async (page) => {
      await timeToPaint(page, listUrl(world), listItem);
      await storedRecords(page, placeOf(world), world.recordCount);
      await killBrowser(profile, page);
    });
    const kept = await inBrowser(profile, (page) => reopen(page, world));
    if (kept < world.recordCount) throw new Error(`${kept} of ${world.recordCount} records stored`);
    const needles = needlesOf(world.canary);
    const sinks = [searchFolder(profile.path, needles), searchFolder(world.server.dataPath, needles)];
    const hits = sinks.flatMap((sink) => sink.hits);
    if (hits.length > 0) throw new Error(`plaintext in ${hits[0]!.sink} (${hits[0]!.encoding})`);
    const searched = sinks.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    const count = records.toLocaleString('en');
    return [
      `${count}: browser killed at the mark, opened again without the sync call: ${kept} of ${world.recordCount} records stored, list painted`,
      `${count}: the canary is in none of ${Math.round(searched)} MB of browser profile, database and blobs`,
      `${count}: one flipped bit in the database: ${await flipBit(world)}`,
    ];
  });

async function reopen(page: Page, world: World): Promise<number> {
  await page.route('**/api/sync', (route) => route.abort());
  await timeToPaint(page, listUrl(world), listItem);
  return (await storedRecords(page, placeOf(world))).count;
}

/** Flips a bit of one record past the server; answers what a fresh device says to it. */
async function flipBit(world: World): Promise<string> {
  await withDatabase(world.server.dataPath, (client) =>
    client.query(
      `UPDATE task SET sealed = set_bit(sealed, 800, 1 - get_bit(sealed, 800)) WHERE ctid = (SELECT min(ctid) FROM task)`,
    ),
  );
  const other = await world.actor.onAnotherDevice();
  const workspace = await other.open(world.workspaceId);
  const faults = workspace.faults.get().map(({ kind }) => kind);
  await workspace.close();
  if (faults.length !== 1) throw new Error(`expected one fault, not ${faults.length}`);
  return `refused (${faults[0]}), ${workspace.collections.task.size} others open`;
}

await buildIfNeeded();
await report('Opening a workspace', async () => {
  const figures: Figure[] = [];
  const proofs: string[] = [];
  const few = await startWorld(fewRecords);
  for (const records of recordCounts) {
    const world = await startWorld(records);
    const floor = await startOpenFloor(world.server.dataPath, records);
    const many: Side = { world, records };
    figures.push(...(await cold(few, many, floor.url)), ...(await warm(few, many, floor.url)));
    proofs.push(...(await prove(world, records)));
    await floor.stop();
    await world.stop();
  }
  return { figures, proofs };
});
