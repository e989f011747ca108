/**
 * The clicks of a working day, from the press of the button until the frame that shows the screen behind it: a firm with
 * sixty projects, one of them with 2,000 tasks, and 500 tasks of one's own. Each click is made once before it counts, so
 * that its code is there.
 */
import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../tools/build.ts';
import { inBrowser, signIn, timeToPaint, withFresh } from './browser.ts';
import { type Click, type Clicked, press } from './click.ts';
import { loneFigure, median, percentile } from './measure.ts';
import { runs, sized } from './options.ts';
import { report } from './report.ts';
import { sendRecords, type TaskBatch, taskBatches } from './taskRows.ts';
import { startWorld, type World } from './world.ts';

const tasks = sized(2_000, 200);
const ownTasks = sized(500, 50);
const projects = sized(60, 5);

const place = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name, exact: true });
const tab = (name: string) => (page: Page) => page.locator('main').getByRole('link', { name, exact: true });
const view = (name: string) => (page: Page) =>
  page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true });

const most = (clicked: readonly Clicked[], time: keyof Clicked) =>
  `${Math.max(...clicked.map((each) => each[time])).toFixed(0)} ms`;

const clicks: Click[] = [
  { name: 'home', on: place('Home'), shows: 'section[aria-labelledby=my-tasks] [data-list-item]' },
  { name: 'projects', on: place('Projects'), shows: 'main tbody tr' },
  {
    name: 'a project',
    on: (page) => page.getByRole('link', { name: 'Projekt 1', exact: true }),
    shows: 'main dl',
  },
  { name: 'its tasks', on: tab('Tasks'), shows: 'main [data-row]' },
  { name: 'timeline', on: view('Timeline'), shows: '[data-timeline] [data-row]' },
  { name: 'board', on: view('Board'), shows: 'section[data-drop-list=DONE] [data-row]' },
  { name: 'list', on: view('List'), shows: 'ul[data-drop-list] [data-row]' },
  {
    name: 'a task',
    on: (page) => page.locator('ul[data-drop-list] [data-list-item]').first(),
    shows: '[role=dialog] [contenteditable]',
  },
];

/** Puts the person on so many open tasks of a project. */
function* assigned(world: World): Generator<TaskBatch> {
  const userId = world.actor.session.user!.id;
  for (const batch of taskBatches(userId, world.projectIds[1]!, ownTasks))
    yield {
      ...batch,
      records: batch.records.map((record) => ({
        ...record,
        refs: { assigneeIds: [userId] },
        plain: { ...record.plain, status: 'TODO' },
      })),
    };
}

await buildIfNeeded();
await report('Clicks', async () => {
  const world = await startWorld(tasks, {
    projectSizes: [tasks, ...Array.from({ length: projects - 1 }, () => 10)],
  });
  await sendRecords(world.actor, world.workspaceId, assigned(world));
  const { url } = world.server;
  return withFresh((profile) =>
    inBrowser(profile, async (page) => {
      await signIn(page, url, world.actor.person);
      await timeToPaint(page, `${url}/${world.workspaceId}/projects`, {
        selector: 'main a',
        text: 'Projekt 1',
      });
      await page.waitForTimeout(3_000);
      const seen = new Map<string, Clicked[]>(clicks.map(({ name }) => [name, []]));
      for (let round = 0; round <= runs; round++)
        for (const click of clicks) {
          const clicked = await press(page, click);
          if (round > 0) seen.get(click.name)!.push(clicked);
          if (click.name === 'a task') await page.keyboard.press('Escape');
        }
      const all = [...seen.values()].flat();
      const long = (time: 'longest' | 'processor') => all.filter((each) => each[time] > 50).length;
      return {
        figures: [
          ...[...seen].map(([name, each]) =>
            loneFigure(`click to ${name}, p50`, median(each.map(({ ms }) => ms)), {
              unit: 'ms',
              target: '',
              note: `at most ${most(each, 'ms')}, longest task ${most(each, 'longest')}, on the processor ${most(each, 'processor')}, p50 ${median(each.map(({ processor }) => processor)).toFixed(0)} ms`,
            }),
          ),
          loneFigure(
            'all clicks, p95',
            percentile(
              all.map(({ ms }) => ms),
              95,
            ),
            {
              unit: 'ms',
              target: '< 100 ms',
              note: `${all.length} clicks`,
            },
          ),
          loneFigure('clicks with a task over 50 ms', long('longest'), { unit: '', target: '0' }),
          loneFigure('the same, by the time on the processor', long('processor'), { unit: '', target: '0' }),
        ],
        proofs: [
          'each click was followed until the list, board, bars or editor behind it stood on the screen',
        ],
      };
    }),
  );
});
