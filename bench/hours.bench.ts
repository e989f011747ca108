/**
 * A person's hours over the years: the page of a week, a total after an edit, and all of them in a workbook. What a page
 * shows is held against the same page of somebody with few entries, the workbook against the CSV file of the same rows.
 */
import { readFileSync } from 'node:fs';
import { splitEntries, sumRows } from '@kontor/client/nouns/hoursReport';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import type { PlainRecord } from '@kontor/client/vault/plainRecord';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { addDays, mondayOf, today } from '@kontor/contract/time/day';
import { startOfDay } from '@kontor/contract/time/zone';
import { limits } from '@kontor/contract/wire/protocol';
import type { Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { rowsOfCsv, rowsOfWorkbook } from '../e2e/workbook.ts';
import { buildIfNeeded } from '../tools/build.ts';
import { freshProfile, inBrowser, type Profile, signIn, timeToPaint } from './browser.ts';
import { heapOf } from './heap.ts';
import { alternate, type Figure, figureOf, loneFigure, median } from './measure.ts';
import { recordCountsOr, runs, sized } from './options.ts';
import { progress, report } from './report.ts';
import { sendRecords, type TaskBatch } from './taskRows.ts';
import { startWorld, type World } from './world.ts';

const many = recordCountsOr('200000', '3000').at(-1)!;
const few = Math.min(1_000, many / 3);
const edits = sized(20, 3);
const zone = 'Europe/Berlin';
const taskCount = 200;
const minute = 60_000;
const monday = mondayOf(today());

interface Hours {
  world: World;
  entries: TimeEntry[];
  profile: Profile;
}

/** Yields entries of ten minutes, newest first: half an hour apart back from this Monday's noon. */
function* entriesOf(count: number, scopeId: string, projectId: string): Generator<TimeEntry> {
  const tasks = Array.from({ length: taskCount }, () => uuidv7());
  const last = startOfDay(monday, zone) + 12 * 60 * minute;
  for (let i = 0; i < count; i++) {
    const from = last - i * 30 * minute;
    yield {
      id: uuidv7(),
      scopeId,
      version: 1,
      updatedAt: 0,
      taskId: tasks[i % taskCount]!,
      projectId,
      zone,
      taskTitle: `Aufmaß ${i % taskCount}`,
      projectName: 'Größe',
      status: 'DONE',
      isBillable: i % 3 > 0,
      segments: [{ from, to: from + 10 * minute }],
      description: `Gespräch über den Entwurf, Teil ${i}`,
    };
  }
}

function* batchesOf(entries: readonly TimeEntry[]): Generator<TaskBatch> {
  for (let start = 0; start < entries.length; start += limits.changesPerBatch) {
    const piece = entries.slice(start, start + limits.changesPerBatch);
    const records = piece.map(({ id, scopeId, version, updatedAt: _, ...plain }): PlainRecord => {
      return { entity: 'timeEntry', id, scopeId, version, refs: {}, plain };
    });
    yield { scopeId: piece[0]!.scopeId, records };
  }
}

async function startHours(count: number): Promise<Hours> {
  const world = await startWorld(60);
  const { actor, workspaceId, projectIds } = world;
  const workspace = await actor.open(workspaceId);
  const own = () => hoursOf(workspace.collections, actor.session.user!.id);
  while (!own()) await new Promise((wake) => setTimeout(wake, 20));
  await workspace.outbox.sent();
  const { scopeId } = own()!;
  await workspace.close();
  const entries = [...entriesOf(count, scopeId, projectIds[0]!)];
  progress(`${count} entries`);
  await sendRecords(actor, workspaceId, batchesOf(entries));
  const profile = freshProfile();
  await inBrowser(profile, async (page) => {
    await signIn(page, world.server.url, actor.person);
    await showsAll(page, { world, entries, profile });
  });
  return { world, entries, profile };
}

const pageOf = ({ world }: Hours, path: string) => `${world.server.url}/${world.workspaceId}/${path}`;
const clock = (ms: number) => `${Math.floor(ms / 3_600_000)}:${String((ms / minute) % 60).padStart(2, '0')}`;

/** Returns what was worked in the week from a Monday on, as the page writes it. */
function totalOf({ entries }: Hours, from: string): string {
  const end = addDays(from, 7);
  const rows = splitEntries(entries.map((entry) => ({ entry, userId: '', customerId: '', invoices: [] })));
  return clock(sumRows(rows.filter(({ day }) => day >= from && day < end)).actual);
}

const totalCell = 'tfoot tr:first-child td:last-child';

/** Opens the page of hours, until the week's total is on the screen. */
const openWeek = (hours: Hours): Promise<number> =>
  inBrowser(hours.profile, (page) =>
    timeToPaint(page, pageOf(hours, 'time'), { selector: totalCell, text: totalOf(hours, monday) }),
  );

/** Waits in the page until the week's total says something; ms from the next key or click on. */
const untilTotal = (page: Page, total: string) =>
  page.evaluate(
    ({ totalCell, total }) => {
      const seen = globalThis as { kontorTotal?: Promise<number> };
      seen.kontorTotal = new Promise((resolve) => {
        let start = 0;
        const begin = () => {
          start ||= performance.now();
        };
        for (const kind of ['keydown', 'click']) addEventListener(kind, begin, { capture: true, once: true });
        const look = () =>
          start && document.querySelector(totalCell)?.textContent === total
            ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
            : requestAnimationFrame(look);
        look();
      });
    },
    { totalCell, total },
  );
const totalTime = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { kontorTotal: Promise<number> }).kontorTotal);

/** Opens the week before, by its button. */
const turnWeek = (hours: Hours): Promise<number> =>
  inBrowser(hours.profile, async (page) => {
    await timeToPaint(page, pageOf(hours, 'time'), { selector: totalCell, text: totalOf(hours, monday) });
    await untilTotal(page, totalOf(hours, addDays(monday, -7)));
    await page.getByRole('button', { name: 'Previous week' }).click();
    return totalTime(page);
  });

/** Adds a minute to Monday's first cell, several times; ms each until the total has it. */
const editCells = (hours: Hours): Promise<number[]> =>
  inBrowser(hours.profile, async (page) => {
    await timeToPaint(page, pageOf(hours, 'time'), { selector: totalCell, text: ':' });
    await showsAll(page, hours);
    await page.goto(pageOf(hours, 'time'));
    await page.locator(totalCell).waitFor();
    const cell = page.getByRole('textbox', { name: /^Aufmaß 0, Mon/ });
    const inMinutes = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    const times: number[] = [];
    for (let i = 0; i < edits; i++) {
      const total = inMinutes(await page.locator(totalCell).innerText());
      await cell.fill(clock((inMinutes(await cell.inputValue()) + 1) * minute));
      await untilTotal(page, clock((total + 1) * minute));
      await cell.press('Enter');
      times.push(await totalTime(page));
    }
    // The next run begins with what was there.
    await cell.fill(clock((inMinutes(await cell.inputValue()) - edits) * minute));
    await cell.press('Enter');
    await page.waitForTimeout(1_000);
    return times;
  });

/** Shows the export of everything. */
async function showsAll(page: Page, hours: Hours): Promise<void> {
  await page.goto(pageOf(hours, 'settings/export'));
  // All of them come first, on a device that has none yet.
  await page.getByRole('combobox', { name: 'Period' }).selectOption('custom', { timeout: 300_000 });
  const rows = splitEntries(
    hours.entries.map((entry) => ({ entry, userId: '', customerId: '', invoices: [] })),
  ).length.toLocaleString('en');
  await page.getByText(new RegExp(`^${rows} rows · `)).waitFor({ timeout: 300_000 });
}

interface Made {
  ms: number;
  rows: number;
  /** Hours in all rows. */
  sum: number;
}

async function make(page: Page, kind: 'Excel' | 'CSV'): Promise<Made> {
  const start = performance.now();
  const download = page.waitForEvent('download', { timeout: 300_000 });
  await page.getByRole('button', { name: kind, exact: true }).click();
  const file = readFileSync(await (await download).path());
  const ms = performance.now() - start;
  if (kind === 'CSV') {
    const [head, ...rows] = rowsOfCsv(file.toString());
    const at = head!.indexOf('Hours');
    return { ms, rows: rows.length, sum: rows.reduce((sum, row) => sum + Number(row[at]), 0) };
  }
  const [head, ...rows] = rowsOfWorkbook(file);
  const [letter] = Object.entries(head!).find(([, { value }]) => value === 'Hours')!;
  const body = rows.slice(0, -1);
  return { ms, rows: body.length, sum: body.reduce((sum, row) => sum + Number(row[letter]!.value), 0) };
}

/** Holds files against the entries. @throws Error where one has other rows, or another sum */
function check(hours: Hours, made: readonly Made[]): string {
  const rows = splitEntries(
    hours.entries.map((entry) => ({ entry, userId: '', customerId: '', invoices: [] })),
  );
  const sum = sumRows(rows).actual / 3_600_000;
  // CSV has two digits behind the mark.
  for (const each of made)
    if (each.rows !== rows.length || Math.abs(each.sum - sum) > rows.length * 0.005)
      throw new Error(`${each.rows} rows of ${each.sum} h, not ${rows.length} of ${sum}`);
  return `each of ${made.length} files has all ${rows.length} rows and ${sum.toFixed(0)} hours, read by other code than wrote it`;
}

await buildIfNeeded();
await report('Hours', async () => {
  const [small, large] = [await startHours(few), await startHours(many)];
  const count = many.toLocaleString('en');
  const pair = async (name: string, measure: (hours: Hours) => Promise<number>): Promise<Figure> => {
    progress(name);
    const samples = await alternate({ floor: () => measure(small), ours: () => measure(large) }, runs);
    return figureOf(`${name}, ${count} entries, against ${few.toLocaleString('en')}`, samples, {
      unit: 'ms',
      target: '<= 1.3 x',
      note: 'floor: few entries',
    });
  };
  const figures = [
    await pair('the page of a week, in a new browser process', openWeek),
    await pair('the week before, by its button', turnWeek),
    await pair('a total after an edit, median', async (hours) => median(await editCells(hours))),
  ];
  progress('files');
  const made: Made[] = [];
  const heap = await inBrowser(large.profile, async (page) => {
    await showsAll(page, large);
    const files = await alternate({ floor: () => make(page, 'CSV'), ours: () => make(page, 'Excel') }, runs);
    made.push(...files.floor, ...files.ours);
    const times = { floor: files.floor.map(({ ms }) => ms), ours: files.ours.map(({ ms }) => ms) };
    figures.push(
      figureOf(`a workbook of ${count} entries, against CSV`, times, {
        unit: 'ms',
        target: '<= 3 s for 100,000',
      }),
    );
    return (await heapOf(page)).bytes;
  });
  const small0 = await inBrowser(small.profile, async (page) => {
    await showsAll(page, small);
    return (await heapOf(page)).bytes;
  });
  figures.push(
    loneFigure(`heaps with ${count} entries on the page of the export`, (heap - small0) / 1e6, {
      unit: 'MB',
      target: '<= 150 MB for 100,000',
      note: 'less those with few entries; the entries themselves included',
    }),
  );
  return { figures, proofs: [check(large, made)] };
});
