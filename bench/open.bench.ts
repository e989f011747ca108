/**
 * Opening a workspace in a browser: cold (nothing here yet: until the list is painted and everything is stored) and
 * warm (a new browser process on the same profile: until the list is painted). From the start of the navigation on,
 * with the product's own page; the floor does the same with a page of its own.
 */
import type { Page } from '@playwright/test';
import { needlesOf } from '../e2e/canary/marker.ts';
import { searchFolder } from '../e2e/canary/search.ts';
import { withDatabase } from '../e2e/database.ts';
import { buildIfNeeded } from '../tools/build.ts';
import { freshProfile, inBrowser, type Profile, paintedAt, signIn, watchPaint } from './browser.ts';
import { startOpenFloor } from './floor/openFloor.ts';
import { compare, type Figure, figureOf } from './measure.ts';
import { recordCounts, runs } from './options.ts';
import { browserPid } from './processes.ts';
import { type ReplicaPlace, storedRecords } from './replicaOnDisk.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

const listItem = '[data-list-item]';

async function measure(world: World, floorUrl: string, records: number): Promise<Figure[]> {
  const [ours, floor] = [freshProfile(), freshProfile()];
  try {
    progress(`cold, ${records}`);
    const cold = await compare(
      () => withFresh((profile) => openCold(world, profile, records)),
      () => withFresh((profile) => openFloor(profile, `${floorUrl}/cold`, records)),
      runs,
    );
    await openCold(world, ours, records);
    await settle(world, ours);
    await openFloor(floor, `${floorUrl}/cold`, records);
    progress(`warm, ${records}`);
    const warm = await compare(
      () => openWarm(world, ours),
      () => openFloor(floor, `${floorUrl}/warm`, records),
      runs,
    );
    const count = records.toLocaleString('en');
    return [
      figureOf(`cold sync of ${count}, painted and stored`, cold, { unit: 'ms', target: '<= 1.7 s' }),
      figureOf(`warm open of ${count}, list painted`, warm, { unit: 'ms', target: '<= 1.6 x, <= 0.65 s' }),
    ];
  } finally {
    ours.remove();
    floor.remove();
  }
}

async function withFresh<T>(work: (profile: Profile) => Promise<T>): Promise<T> {
  const profile = freshProfile();
  try {
    return await work(profile);
  } finally {
    profile.remove();
  }
}

const placeOf = ({ actor, workspaceId }: World): ReplicaPlace => ({
  userId: actor.session.user!.id,
  workspaceId,
});

/** The task list of the project that a pull brings last. */
const listUrl = ({ server, workspaceId, projectIds }: World) =>
  `${server.url}/${workspaceId}/projects/${projectIds.at(-1)}/tasks`;

function openCold(world: World, profile: Profile, records: number): Promise<number> {
  return inBrowser(profile, async (page) => {
    await signIn(page, world.server.url, world.actor.person);
    await watchPaint(page, listItem);
    await page.goto(listUrl(world));
    const painted = await paintedAt(page);
    const { at } = await storedRecords(page, placeOf(world), records);
    return Math.max(painted, at);
  });
}

/** Lets the app tidy its pages, as it does when there is time. */
const settle = (world: World, profile: Profile): Promise<void> =>
  inBrowser(profile, async (page) => {
    await watchPaint(page, listItem);
    await page.goto(listUrl(world));
    await paintedAt(page);
    await page.waitForTimeout(6_000);
  });

const openWarm = (world: World, profile: Profile): Promise<number> =>
  inBrowser(profile, async (page) => {
    await watchPaint(page, listItem);
    await page.goto(listUrl(world));
    return paintedAt(page);
  });

const openFloor = (profile: Profile, url: string, records: number): Promise<number> =>
  inBrowser(profile, async (page) => {
    await watchPaint(page, listItem);
    await page.goto(url);
    const painted = await paintedAt(page);
    const found = Number(await page.locator('html').getAttribute('data-records'));
    if (found !== records) throw new Error(`the floor opened ${found} of ${records} records`);
    return painted;
  });

async function prove(world: World, records: number): Promise<string[]> {
  const profile = freshProfile();
  try {
    // The browser writes cookies every half a minute: the sign-in gets a process of its own that ends in good order.
    await inBrowser(profile, (page) => signIn(page, world.server.url, world.actor.person));
    await inBrowser(profile, async (page) => {
      await watchPaint(page, listItem);
      await page.goto(listUrl(world));
      await paintedAt(page);
      await storedRecords(page, placeOf(world), records);
      process.kill(browserPid(profile.path), 'SIGKILL');
    });
    const kept = await inBrowser(profile, (page) => reopen(page, world));
    const needles = needlesOf(world.canary);
    const sinks = [searchFolder(profile.path, needles), searchFolder(world.server.dataPath, needles)];
    const hits = sinks.flatMap((sink) => sink.hits);
    if (hits.length > 0) throw new Error(`plaintext in ${hits[0]!.sink} (${hits[0]!.encoding})`);
    const searched = sinks.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    const count = records.toLocaleString('en');
    return [
      `${count}: browser killed at the mark, opened again without the sync call: ${kept} of ${records} records stored, list painted`,
      `${count}: the canary is in none of ${Math.round(searched)} MB of browser profile, database and blobs`,
      `${count}: one flipped bit in the database: ${await flipBit(world)}`,
    ];
  } finally {
    profile.remove();
  }
}

async function reopen(page: Page, world: World): Promise<number> {
  await page.route('**/api/sync', (route) => route.abort());
  await watchPaint(page, listItem);
  await page.goto(listUrl(world));
  await paintedAt(page);
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
  for (const records of recordCounts) {
    const world = await startWorld(records);
    const floor = await startOpenFloor(world.server.dataPath, records);
    try {
      figures.push(...(await measure(world, floor.url, records)));
      proofs.push(...(await prove(world, records)));
    } finally {
      await floor.stop();
      await world.stop();
    }
  }
  return { figures, proofs };
});
