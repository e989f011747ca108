/** Opening a workspace in a browser, from the start of a navigation on, with the product's own pages. */
import type { Page } from '@playwright/test';
import { type Awaited, inBrowser, type Profile, signIn, timeToPaint, withFresh } from './browser.ts';
import { type ReplicaPlace, storedIndex, storedRecords } from './replicaOnDisk.ts';
import type { World } from './world.ts';

/** ms for an idle page to tidy what it stored. */
const tidying = 6_000;

export const listItem: Awaited = { selector: '[data-list-item]' };

/** The first rows of the list of projects. */
const projectRow: Awaited = { selector: 'main tbody tr' };

/** On the first page of a workspace: the projects that run. */
const running: Awaited = { selector: 'section[aria-labelledby=running] li' };

/** Returns what stands on the first page of a workspace: whatever is assigned to the person, one task in each project. */
const everything = ({ projectIds }: World): Awaited => ({
  selector: '[role=group][aria-label="My tasks"]',
  text: `All open ${projectIds.length}`,
});

export const placeOf = ({ actor, workspaceId }: World): ReplicaPlace => ({
  userId: actor.session.user!.id,
  workspaceId,
});

/** Returns the task list of the project that a pull brings last. */
export const listUrl = ({ server, workspaceId, projectIds }: World): string =>
  `${server.url}/${workspaceId}/projects/${projectIds.at(-1)}/tasks`;

const homeUrl = ({ server, workspaceId }: World): string => `${server.url}/${workspaceId}`;
const projectsUrl = (world: World): string => `${homeUrl(world)}/projects`;

export interface ColdMarks {
  /** ms until the first list was painted. */
  list: number;
  /** ms until it was painted and all records were stored. */
  stored: number;
}

/** Opens the workspace in a browser that has nothing of it, which somebody signed in to. */
export const openCold = (world: World): Promise<ColdMarks> =>
  withFresh((profile) => openColdOn(profile, world));

const openColdOn = (profile: Profile, world: World): Promise<ColdMarks> =>
  inBrowser(profile, async (page) => {
    await signIn(page, world.server.url, world.actor.person);
    const list = await timeToPaint(page, listUrl(world), listItem);
    const { at } = await storedRecords(page, placeOf(world), world.recordCount);
    return { list, stored: Math.max(list, at) };
  });

/** Opens it cold on a profile that is kept, and lets the app tidy its pages and store the index, as it does when there is time. */
export async function settle(profile: Profile, world: World): Promise<void> {
  await openColdOn(profile, world);
  await inBrowser(profile, async (page) => {
    await timeToPaint(page, listUrl(world), listItem);
    await page.waitForTimeout(tidying);
    await storedIndex(page, placeOf(world), world.projectIds);
  });
}

/** Opens it in a new browser process on a profile that holds it; ms until the first list is painted. */
export const openWarm = (profile: Profile, world: World): Promise<number> =>
  inBrowser(profile, (page) => timeToPaint(page, listUrl(world), listItem));

/** Measures the same until the first page of the workspace shows the projects that run. */
export const openHome = (profile: Profile, world: World): Promise<number> =>
  inBrowser(profile, (page) => timeToPaint(page, homeUrl(world), running));

/** Measures the same until the list of projects shows its rows. */
export const openProjects = (profile: Profile, world: World): Promise<number> =>
  inBrowser(profile, (page) => timeToPaint(page, projectsUrl(world), projectRow));

/** Measures the same in a browser that has nothing of it, which somebody signed in to. */
export const openProjectsCold = (world: World): Promise<number> =>
  withFresh((profile) =>
    inBrowser(profile, async (page) => {
      await signIn(page, world.server.url, world.actor.person);
      return timeToPaint(page, projectsUrl(world), projectRow);
    }),
  );

/** Measures the same until a page that needs every project shows all that it has to. */
export const openWhole = (profile: Profile, world: World): Promise<number> =>
  inBrowser(profile, (page) => openWholeIn(page, world));

export const openWholeIn = (page: Page, world: World): Promise<number> =>
  timeToPaint(page, homeUrl(world), everything(world));

/** Searches for the one task that has a text, and waits until it is found and the index has everything, at most `timeout` ms for each. */
export async function searchIn(page: Page, { canary }: World, timeout = 30_000): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill(canary);
  await palette.getByRole('option', { name: canary }).waitFor({ timeout });
  await palette.getByText(/can be searched so far|made anew/).waitFor({ state: 'hidden', timeout });
  await page.keyboard.press('Escape');
}
