/**
 * An edit on the way that people take: a key in the list of a project's tasks, until the frame that shows the list with
 * it. A task is moved with Alt and an arrow key, and a title is changed in the task's panel. The floor is a plain page
 * with as long a list that does no more than that.
 */
import type { Task } from '@kontor/contract/nouns/task';
import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../tools/build.ts';
import { inBrowser, signIn, timeToPaint, withFresh } from './browser.ts';
import { moveDown, stretch } from './editing.ts';
import { fillListPage } from './floor/listPage.ts';
import { type Press, press, shownRows, watchKeys } from './keyToPaint.ts';
import { type Figure, loneFigure, percentileFigure, type Samples } from './measure.ts';
import { listItem } from './opening.ts';
import { recordCountsOr, sized } from './options.ts';
import { taskFields } from './records.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

/** Tasks in the list. */
const tasks = recordCountsOr('10000', '300').at(-1)!;
const moves = sized(100, 10);
const renamings = sized(30, 4);
type Side = 'ours' | 'floor';
type Pages = Record<Side, Page>;
type Presses = Record<Side, Press[]>;

/** Measures the same edit in both pages in turn, the one that is measured in front. */
async function inTurn(
  pages: Pages,
  count: number,
  edit: (page: Page, i: number) => Promise<Press>,
): Promise<Presses> {
  const presses: Presses = { ours: [], floor: [] };
  for (let i = 0; i < count; i++)
    for (const side of ['floor', 'ours'] as const) {
      await pages[side].bringToFront();
      presses[side].push(await edit(pages[side], i));
    }
  return presses;
}

const newTitle = (i: number) => `Umbenannt ${i}`;

/** Gives the first row another title. */
async function rename(page: Page, i: number): Promise<Press> {
  await page.locator(listItem.selector).first().click();
  const field = page.getByRole('textbox', { name: 'Title', exact: true });
  await field.fill(newTitle(i));
  const pressed = await press(page, 'Enter', { row: newTitle(i) });
  const sheet = page.getByRole('dialog');
  if ((await sheet.count()) > 0) {
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'hidden' });
  }
  return pressed;
}

const times = ({ ours, floor }: Presses): Samples => ({
  ours: ours.map(({ ms }) => ms),
  floor: floor.map(({ ms }) => ms),
});

function figures(name: string, presses: Presses): Figure[] {
  const [ours, floor] = [presses.ours, presses.floor].map((side) => side.map(({ longest }) => longest));
  const long = ours!.filter((ms) => ms > 50).length;
  return [
    percentileFigure(`${name}: key to paint, p50`, 50, times(presses), { unit: 'ms', target: '' }),
    percentileFigure('the same, p99', 99, times(presses), {
      unit: 'ms',
      target: '<= 16.7 ms',
      note: `${ours!.length} edits`,
    }),
    loneFigure('the same, edits with a task over 50 ms', long, {
      unit: '',
      target: '0',
      note: `longest ${Math.max(...ours!).toFixed(0)} ms, of the floor ${Math.max(...floor!).toFixed(0)} ms`,
    }),
  ];
}

/** Reads the titles at the top of the first group as a device sees them that knows nothing of the page. */
async function titlesElsewhere({ actor, workspaceId, projectIds }: World): Promise<string[]> {
  const device = await actor.onAnotherDevice();
  const workspace = await device.open(workspaceId);
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const open = workspace.collections.task
    .where('scopeId', projectIds[0]!)
    .filter((task: Task) => task.status === 'TODO')
    .sort((a: Task, b: Task) => order(a.order, b.order) || order(a.id, b.id));
  await workspace.close();
  return open.slice(0, stretch).map(({ title }) => title);
}

await buildIfNeeded();
await report('An edit', async () => {
  const world = await startWorld(tasks, { projectSizes: [tasks] });
  const { url } = world.server;
  return withFresh((profile) =>
    inBrowser(profile, async (page, context) => {
      await signIn(page, url, world.actor.person);
      await timeToPaint(page, `${url}/${world.workspaceId}/projects/${world.projectIds[0]}/tasks`, listItem);
      const pages: Pages = { ours: page, floor: await context.newPage() };
      await fillListPage(
        pages.floor,
        taskFields(tasks, '').map(({ title }) => String(title)),
      );
      for (const each of Object.values(pages)) await watchKeys(each);
      progress('moves');
      const moved = await inTurn(pages, moves, moveDown);
      progress('titles');
      const renamed = await inTurn(pages, renamings, rename);
      await page.waitForTimeout(2_000);
      const [here, there] = [await shownRows(page, stretch), await titlesElsewhere(world)];
      if (here.join() !== there.join() || here[0] !== newTitle(renamings - 1))
        throw new Error(`the page shows ${here.join()}, another device ${there.join()}`);
      const count = tasks.toLocaleString('en');
      return {
        figures: [
          ...figures(`moving a task, list of ${count}`, moved),
          ...figures('changing its title', renamed),
        ],
        proofs: [
          'after each move the rows on the screen stood in the order that it makes, and at the end another device has them in the same order, with the last title',
        ],
      };
    }),
  );
});
