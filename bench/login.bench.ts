/**
 * Measures the sign-in page in a browser that was never here (JavaScript, requests, time until it can be used) and what
 * a workspace loads after it. The floor is React with a form of its own.
 */
import { buildIfNeeded } from '../tools/build.ts';
import { inBrowser, signIn, timeToPaint, withFresh } from './browser.ts';
import { serveBuilt } from './floor/builtPage.ts';
import { compare, type Figure, figureOf, pairFigure } from './measure.ts';
import { runs } from './options.ts';
import { report } from './report.ts';
import { type LoadedScript, scriptsDuring, totalBytes } from './scripts.ts';
import { startWorld, type World } from './world.ts';

/** ms without anything new after which a page counts as loaded. */
const quiet = 1_500;

/** Measures the ms until the password field is on the screen, in a browser that was never here. */
const usable = (url: string): Promise<number> =>
  withFresh((profile) =>
    inBrowser(profile, (page) => timeToPaint(page, url, { selector: 'input[type=password]' })),
  );

type Loads = Record<'page' | 'login' | 'shell', LoadedScript[]>;

/**
 * Returns the scripts that the sign-in page loads by itself and with the first letter typed, and those that a workspace
 * loads after it. The browser saves data, so that nothing is loaded ahead of its use.
 */
const loads = ({ server: { url }, actor, ...world }: World): Promise<Loads> =>
  withFresh((profile) =>
    inBrowser(profile, async (page) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      );
      const bare = await scriptsDuring(page, async () => {
        await page.goto(`${url}/login`);
        await page.waitForTimeout(quiet);
      });
      // Signing in needs the cryptography, whenever it is loaded.
      const typed = await scriptsDuring(page, async () => {
        await page.locator('input[type=email]').fill('a');
        await page.waitForTimeout(quiet);
      });
      await signIn(page, url, actor.person);
      // Whatever the page after the sign-in still loads is not the workspace's.
      await page.waitForTimeout(2 * quiet);
      const shell = await scriptsDuring(page, async () => {
        await page.goto(`${url}/${world.workspaceId}/projects/${world.projectIds[0]}/tasks`);
        await page.locator('[data-list-item]').first().waitFor();
      });
      return { page: bare, login: [...bare, ...typed], shell };
    }),
  );

const sizeFigure = (name: string, scripts: LoadedScript[], floorBytes: number, target: string): Figure =>
  pairFigure(name, totalBytes(scripts) / 1000, floorBytes / 1000, {
    unit: 'kB',
    target,
    note: `${scripts.length} requests`,
  });

const largest = (scripts: readonly LoadedScript[]) =>
  [...scripts]
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 5)
    .map(({ path, bytes }) => `${path.replace('/assets/', '')} ${(bytes / 1000).toFixed(1)} kB`)
    .join(', ');

await buildIfNeeded();
await report('Sign-in page and workspace shell', async () => {
  const world = await startWorld(100);
  const floor = await serveBuilt('react');
  try {
    const { page, login, shell } = await loads(world);
    const times = await compare(
      () => usable(`${world.server.url}/login`),
      () => usable(floor.url),
      runs,
    );
    return {
      figures: [
        sizeFigure(
          'sign-in page with its cryptography',
          login,
          floor.scriptBytes,
          '<= 150 kB, <= 8 requests',
        ),
        sizeFigure('the same before a letter is typed', page, floor.scriptBytes, ''),
        sizeFigure('workspace until its task list is there', shell, floor.scriptBytes, '<= 250 kB'),
        figureOf('sign-in page usable, cold', times, { unit: 'ms', target: '<= 1.6 x' }),
      ],
      proofs: [
        `largest of the sign-in page: ${largest(login)}`,
        `largest until the list is there: ${largest(shell)}`,
      ],
    };
  } finally {
    await floor.stop();
    await world.stop();
  }
});
