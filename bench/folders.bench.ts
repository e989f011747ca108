/**
 * Folders as large as a drive's: 3,000 of them side by side, and one with 10,000 files, beside a tenth of that in the same run.
 * Each click is made once before it counts, so that its code is there.
 */
import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../tools/build.ts';
import { inBrowser, signIn, withFresh } from './browser.ts';
import { type Click, type Clicked, press } from './click.ts';
import { type Figure, median, pairFigure } from './measure.ts';
import { runs, sized } from './options.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

interface Sizes {
  folders: number;
  files: number;
}

const few: Sizes = { folders: 300, files: 1_000 };
const many: Sizes = sized({ folders: 3_000, files: 10_000 }, { folders: 600, files: 2_000 });

/** Documents that are made at once. */
const batch = 500;
const full = 'Fotos';

/** Makes folders and a full one in a project; of the files there are the records alone. */
async function fill(
  { actor, workspaceId }: World,
  scopeId: string,
  { folders, files }: Sizes,
): Promise<void> {
  const workspace = await (await actor.onAnotherDevice()).open(workspaceId);
  const createdBy = actor.session.user!.id;
  const make = (count: number, of: (i: number) => object) => {
    for (let from = 0; from < count; from += batch)
      workspace.transaction(() => {
        for (let i = from; i < Math.min(from + batch, count); i++)
          workspace.create('document', scopeId, { createdBy, createdAt: Date.now() - i, ...of(i) } as never);
      });
  };
  const { id: parentId } = workspace.create('document', scopeId, {
    kind: 'folder',
    name: full,
    createdBy,
    createdAt: Date.now(),
  });
  make(folders, (i) => ({ kind: 'folder', name: `Ordner ${i}` }));
  make(files, (i) => ({
    kind: 'file',
    name: `IMG_${String(i).padStart(5, '0')}.jpg`,
    size: (i * 7_919) % 5_000_000,
    mimeType: 'image/jpeg',
    parentId,
  }));
  await workspace.outbox.sent();
  await workspace.close();
}

const link = (name: string) => (page: Page) => page.locator('main').getByRole('link', { name, exact: true });
const button = (name: string) => (page: Page) =>
  page.locator('main').getByRole('button', { name, exact: true });

const clicks: Click[] = [
  { name: 'the folders of a project', on: link('Documents'), shows: 'main tbody [title^="Ordner"]' },
  { name: 'a full folder', on: link(full), shows: 'main tbody [title^="IMG_"]' },
  {
    name: 'all of it selected',
    on: (page) => page.getByRole('checkbox', { name: 'Select all' }),
    shows: 'main tr[data-selected]',
  },
  {
    name: 'nothing of it selected',
    on: button('Clear selection'),
    shows: 'main tbody tr[data-index]:not([data-selected])',
  },
  { name: 'its pictures', on: button('Show as pictures'), shows: 'main ul [title^="IMG_"]' },
  { name: 'its rows', on: button('Show as list'), shows: 'main tbody [title^="IMG_"]' },
];

/** Makes each click so many times, and once before. */
async function clicked(page: Page, address: string): Promise<Map<string, Clicked[]>> {
  const seen = new Map<string, Clicked[]>(clicks.map(({ name }) => [name, []]));
  await page.goto(address);
  for (let round = 0; round <= runs; round++) {
    for (const click of clicks) {
      const one = await press(page, click);
      if (round > 0) seen.get(click.name)!.push(one);
    }
    await link('Overview')(page).click();
  }
  return seen;
}

await buildIfNeeded();
await report('Folders', async () => {
  const world = await startWorld(100, { projectSizes: [50, 50] });
  for (const [i, sizes] of [few, many].entries()) {
    progress(`${sizes.folders} folders and ${sizes.files} files`);
    await fill(world, world.projectIds[i]!, sizes);
  }
  const { url } = world.server;
  const [small, large] = await withFresh((profile) =>
    inBrowser(profile, async (page) => {
      await signIn(page, url, world.actor.person);
      const both: Map<string, Clicked[]>[] = [];
      for (const id of world.projectIds)
        both.push(await clicked(page, `${url}/${world.workspaceId}/projects/${id}`));
      return both;
    }),
  );
  const ms = (each: readonly Clicked[]) => median(each.map((one) => one.ms));
  return {
    figures: clicks.map(
      ({ name }): Figure =>
        pairFigure(`click to ${name}, p50`, ms(large!.get(name)!), ms(small!.get(name)!), {
          unit: 'ms',
          target: '',
          note: `longest task ${Math.max(...large!.get(name)!.map(({ longest }) => longest)).toFixed(0)} ms`,
        }),
    ),
    proofs: [
      `${many.folders} folders beside each other and ${many.files} files in one, against ${few.folders} and ${few.files}`,
    ],
  };
});
