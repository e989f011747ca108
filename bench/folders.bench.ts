/**
 * A project with 3,000 folders, one of which holds 10,000 files: from the press of a button until the frame that shows it. The
 * files have names and sizes and no bytes.
 */
import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../tools/build.ts';
import { inBrowser, signIn, timeToPaint, withFresh } from './browser.ts';
import { type Click, type Clicked, press, watchLongTasks } from './clicking.ts';
import { loneFigure, median } from './measure.ts';
import { runs, sized } from './options.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

const folders = sized(3_000, 300);
const files = sized(10_000, 600);
/** Records in a transaction. */
const atOnce = 500;

/** Makes the folders, and the files in the first of them. */
async function fill({ actor, workspaceId, projectIds }: World): Promise<void> {
  const workspace = await actor.open(workspaceId);
  const [scopeId] = projectIds as [string];
  const by = { createdBy: actor.session.user!.id, createdAt: Date.now() };
  const number = (i: number) => String(i + 1).padStart(5, '0');
  const write = async (count: number, one: (i: number) => void) => {
    for (let from = 0; from < count; from += atOnce) {
      workspace.transaction(() => {
        for (let i = from; i < Math.min(count, from + atOnce); i++) one(i);
      });
      await workspace.outbox.sent();
    }
  };
  let first = '';
  await write(folders, (i) => {
    const { id } = workspace.create('document', scopeId, {
      kind: 'folder',
      name: `Folder ${number(i)}`,
      ...by,
    });
    first ||= id;
  });
  await write(files, (i) => {
    const more = { mimeType: 'image/jpeg', size: 2_000_000 + i, parts: [], ...by };
    workspace.create('document', scopeId, {
      kind: 'file',
      name: `IMG ${number(i)}.jpg`,
      parentId: first,
      ...more,
    });
  });
  const made = workspace.collections.document.where('scopeId', scopeId).length;
  if (made !== folders + files) throw new Error(`${made} documents are there`);
  await workspace.close();
}

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const clicks: Click[] = [
  { name: 'the folder', on: (page) => row(page, 'Folder 00001'), shows: 'main [data-row] a[title^=IMG]' },
  {
    name: 'sorted by name, downwards',
    on: (page) => page.getByRole('button', { name: 'Name', exact: true }),
    shows: `main [data-row] a[title="IMG ${String(files).padStart(5, '0')}.jpg"]`,
  },
  {
    name: 'all selected',
    on: (page) => page.getByRole('checkbox', { name: 'Select all' }),
    shows: 'main [role=status] ~ button',
  },
  {
    name: 'the dialog that moves them',
    on: (page) => page.getByRole('button', { name: 'Move', exact: true }).first(),
    shows: '[role=dialog] li button',
  },
  {
    name: 'the grid',
    on: (page) => page.getByRole('button', { name: 'Show as pictures' }),
    shows: 'main ul li a[title^=IMG]',
  },
  {
    name: 'all folders',
    on: (page) => page.locator('main').getByRole('link', { name: 'Folders', exact: true }),
    shows: 'main li a[title="Folder 00001"]',
  },
];

/** Makes the page as it was before a round. */
async function rewind(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show as list' }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
}

await buildIfNeeded();
await report('Folders', async () => {
  const world = await startWorld(100);
  progress(`${folders} folders and ${files} files`);
  await fill(world);
  const { url } = world.server;
  return withFresh((profile) =>
    inBrowser(profile, async (page) => {
      await signIn(page, url, world.actor.person);
      const address = `${url}/${world.workspaceId}/projects/${world.projectIds[0]}/documents`;
      const awaited = { selector: 'main [data-row] a', text: 'Folder 00001' };
      await timeToPaint(page, address, awaited);
      await page.waitForTimeout(5_000);
      const opened = await timeToPaint(page, address, awaited);
      await watchLongTasks(page);
      const seen = new Map<string, Clicked[]>(clicks.map(({ name }) => [name, []]));
      for (let round = 0; round <= runs; round++) {
        for (const click of clicks) {
          const clicked = await press(page, click);
          if (round > 0) seen.get(click.name)!.push(clicked);
          if (click.name.startsWith('the dialog')) await page.keyboard.press('Escape');
        }
        await rewind(page);
      }
      return {
        figures: [
          loneFigure(`${folders.toLocaleString('en')} folders, page loaded anew`, opened, {
            unit: 'ms',
            target: '',
          }),
          ...[...seen].map(([name, each]) =>
            loneFigure(`click to ${name}, p50`, median(each.map(({ ms }) => ms)), {
              unit: 'ms',
              target: '< 100 ms',
              note: `at most ${Math.max(...each.map(({ ms }) => ms)).toFixed(0)} ms, longest task ${Math.max(...each.map(({ longest }) => longest)).toFixed(0)} ms`,
            }),
          ),
        ],
        proofs: [
          `all ${folders + files} documents are on the device; each click was followed until what it leads to stood there`,
        ],
      };
    }),
  );
});
