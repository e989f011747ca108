/**
 * Searching a large workspace as people do, in a browser: half of a compound, with a letter wrong, typed into the palette, from
 * the last key until the frame that shows the task that has it; and a task that somebody else writes, until a palette that
 * asks for it shows it.
 */
import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../tools/build.ts';
import { inBrowser, signIn, timeToPaint, withFresh } from './browser.ts';
import { heapOf } from './heap.ts';
import { type Press, press, watchKeys } from './keyToPaint.ts';
import { loneFigure, median, percentile } from './measure.ts';
import { listItem, listUrl, placeOf, searchIn } from './opening.ts';
import { recordCountsOr, sized } from './options.ts';
import { storedIndex, storedRecords } from './replicaOnDisk.ts';
import { progress, report } from './report.ts';
import { sendRecords, taskBatches } from './taskRows.ts';
import { startWorld, type World } from './world.ts';

const recordCount = recordCountsOr('100000', '5000').at(-1)!;
/** ms that a device may take for a large index. */
const patience = 600_000;
/** Tasks that somebody else writes meanwhile. */
const written = sized(20, 3);

/** A compound in the title of one task, and what is typed of it. */
const compounds = [
  ['Wintergartenverglasung', 'vergalsung'],
  ['Dachgeschossausbau', 'dachgescoss'],
  ['Kellertreppengitter', 'kelertreppe'],
  ['Garagentorantrieb', 'torantreib'],
  ['Haustürzarge', 'haustuhr'],
  ['Brandschutzklappe', 'brandshutz'],
  ['Schallschutzwand', 'schalschutz'],
  ['Regenrinnenheizung', 'regenrine'],
  ['Estrichtrocknung', 'troknung'],
  ['Balkonsanierung', 'sanirung'],
  ['Fassadenanstrich', 'fasaden'],
  ['Solarstromspeicher', 'speihcer'],
] as const;

/** Lines of the answer to the newest text; those of the one before cannot be chosen any more. */
const rows = '[role=option][data-action]';

/** Writes tasks with these titles into the last project. */
async function write({ actor, workspaceId, projectIds }: World, titles: readonly string[]): Promise<void> {
  const [batch] = taskBatches(actor.session.user!.id, projectIds.at(-1)!, titles.length);
  for (const [i, { plain }] of batch!.records.entries()) Object.assign(plain!, { title: titles[i] });
  await sendRecords(actor, workspaceId, [batch!]);
}

async function type(page: Page, [title, typed]: (typeof compounds)[number]): Promise<Press> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(typed.slice(0, -1), { delay: 40 });
  return press(page, typed.at(-1)!, { row: title, rows });
}

/** Opens the workspace in the page; ms until its index has everything. */
async function untilSearchable(page: Page, world: World): Promise<number> {
  const start = performance.now();
  await timeToPaint(page, listUrl(world), listItem);
  await searchIn(page, world, patience);
  return performance.now() - start;
}

/** Returns the ms from the send of a task until the palette shows it. */
async function arrives(page: Page, world: World, title: string): Promise<number> {
  await page.getByRole('combobox', { name: 'Search' }).fill(title);
  await page.waitForTimeout(500);
  const shown = page.locator(rows, { hasText: title }).waitFor();
  const start = performance.now();
  await Promise.all([write(world, [title]), shown]);
  return performance.now() - start;
}

await buildIfNeeded();
await report('Searching in the browser', async () => {
  const world = await startWorld(recordCount, { isCopied: true });
  await write(
    world,
    compounds.map(([title]) => title),
  );
  return withFresh(async (profile) => {
    progress('a new device');
    const cold = await inBrowser(profile, async (page) => {
      await signIn(page, world.server.url, world.actor.person);
      const ms = await untilSearchable(page, world);
      await storedRecords(page, placeOf(world), world.recordCount);
      await storedIndex(page, placeOf(world), world.projectIds);
      return ms;
    });
    progress('one that has everything');
    return inBrowser(profile, async (page) => {
      const warm = await untilSearchable(page, world);
      await watchKeys(page);
      await page.keyboard.press('Control+k');
      const presses: Press[] = [];
      for (const round of [1, 2, 3])
        for (const compound of compounds) {
          progress(`round ${round}: ${compound[1]}`);
          presses.push(await type(page, compound));
        }
      const times = presses.map(({ ms }) => ms);
      const longest = presses.map(({ longest }) => longest);
      const arrivals: number[] = [];
      for (let i = 0; i < written; i++) arrivals.push(await arrives(page, world, `Nachtrag${i}x`));
      const { bytes } = await heapOf(page);
      const count = recordCount.toLocaleString('en');
      return {
        figures: [
          loneFigure(`${count} records, a new device: until all can be searched`, cold, {
            unit: 'ms',
            target: '',
          }),
          loneFigure('the same, a device that has everything', warm, { unit: 'ms', target: '' }),
          loneFigure('last key of a misspelt half of a compound until it is shown, p50', median(times), {
            unit: 'ms',
            target: '',
            note: `${times.length} queries, p95 ${percentile(times, 95).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`,
          }),
          loneFigure('the same, with a task over 50 ms', longest.filter((ms) => ms > 50).length, {
            unit: '',
            target: '0',
            note: `longest ${Math.max(...longest).toFixed(0)} ms`,
          }),
          loneFigure('a task that somebody writes until a palette shows it, p50', median(arrivals), {
            unit: 'ms',
            target: '<= 1,000 ms',
            note: `${written} tasks, at most ${Math.max(...arrivals).toFixed(0)} ms`,
          }),
          loneFigure('heaps of page and workers', bytes / 1e6, { unit: 'MB', target: '' }),
        ],
        proofs: [
          'each misspelt half found its task, and each task that was written meanwhile was shown; the index of each project was stored before the second start',
        ],
      };
    });
  });
});
