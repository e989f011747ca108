/**
 * Measures the memory that a fully loaded and indexed workspace takes in a browser: the heaps of the page and its workers, less
 * what they hold with a small workspace. The floor is a page that holds the same records as JSON.parse creates them,
 * less what it held before.
 */
import { buildIfNeeded } from '../tools/build.ts';
import { freshProfile, inBrowser, type Profile, withFresh } from './browser.ts';
import { heapOf } from './heap.ts';
import { alternate, median, pairFigure } from './measure.ts';
import { openWholeIn, searchIn, settle } from './opening.ts';
import { recordCountsOr, runs } from './options.ts';
import { taskFields } from './records.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

const records = recordCountsOr('100000', '5000').at(-1)!;
/** Number of records in the small workspace, whose memory is subtracted. */
const fewRecords = 100;

/** Returns the bytes in the heaps. */
const held = (profile: Profile, world: World): Promise<number> =>
  inBrowser(profile, async (page) => {
    await openWholeIn(page, world);
    await searchIn(page, world);
    // Frees what was needed only for opening the workspace.
    await page.waitForTimeout(3_000);
    const { bytes, workers } = await heapOf(page);
    if (workers === 0) throw new Error('the worker that holds the keys was not counted');
    return bytes;
  });

/** Measures the same records as parsed JSON in an empty page. */
const parsed = (): Promise<number> =>
  withFresh((profile) =>
    inBrowser(profile, async (page) => {
      const rows = taskFields(records, crypto.randomUUID()).map((fields) => {
        return { id: crypto.randomUUID(), ...fields };
      });
      const before = (await heapOf(page)).bytes;
      await page.evaluate((text) => {
        (globalThis as { kept?: unknown }).kept = JSON.parse(text);
      }, JSON.stringify(rows));
      const { bytes } = await heapOf(page);
      const at = rows.length >> 1;
      const [count, title] = await page.evaluate((at) => {
        const { kept } = globalThis as unknown as { kept: { title: string }[] };
        return [kept.length, kept[at]!.title] as const;
      }, at);
      if (count !== records || title !== String((rows[at] as { title?: unknown }).title))
        throw new Error(`the floor holds ${count} of ${records} records`);
      return bytes - before;
    }),
  );

await buildIfNeeded();
await report('Memory', async () => {
  const [few, many] = [await startWorld(fewRecords), await startWorld(records, { isCopied: true })];
  const profiles = { few: freshProfile(), many: freshProfile() };
  await settle(profiles.few, few);
  await settle(profiles.many, many);
  progress('memory');
  const samples = await alternate(
    { floor: parsed, few: () => held(profiles.few, few), many: () => held(profiles.many, many) },
    Math.min(runs, 3),
  );
  const of = (side: keyof typeof samples) => median(samples[side]) / 1e6;
  const count = records.toLocaleString('en');
  return {
    figures: [
      pairFigure(
        `memory of ${count} records: heaps of page and worker`,
        of('many') - of('few'),
        of('floor'),
        {
          unit: 'MB',
          target: '<= 110 MB, search index included',
          note: `${of('many').toFixed(0)} MB in all, ${of('few').toFixed(0)} with ${fewRecords} records`,
        },
      ),
    ],
    proofs: [
      `the page showed what is assigned in all ${many.projectIds.length} projects before it was looked at, and found a task by the index, which the device has of each`,
    ],
  };
});
