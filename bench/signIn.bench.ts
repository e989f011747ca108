/**
 * Signing in on a browser that holds nothing: from the key that sends the password until the first list is painted, of
 * the person's workspaces and of a workspace's tasks. The floor is what the password alone costs, on purpose: deriving
 * its keys in a worker of the same browser. The difference is what the product adds.
 */
import { passwordSuite } from '@kontor/contract/wire/account';
import { createAccountSalt, derivePasswordKeys, type PasswordInput } from '@kontor/crypto/password';
import { buildIfNeeded } from '../tools/build.ts';
import { type Awaited, inBrowser, paintedAt, typeSignIn, watchPaint, withFresh } from './browser.ts';
import { serveBuilt } from './floor/builtPage.ts';
import type { Derived } from './floor/kdf/worker.ts';
import { alternate, type Figure, loneFigure, median } from './measure.ts';
import { listItem, listUrl } from './opening.ts';
import { recordCountsOr, runs } from './options.ts';
import { report } from './report.ts';
import { startWorld, type World } from './world.ts';

const records = recordCountsOr('10000', '1000').at(-1)!;
/** ms that somebody takes to type; what the page fetches ahead comes meanwhile. */
const typing = 2_000;

/** Measures the ms from the key that sends the password to the paint of what lies behind the sign-in. */
const signInTo = ({ server, actor }: World, path: string, awaited: Awaited): Promise<number> =>
  withFresh((profile) =>
    inBrowser(profile, async (page) => {
      await watchPaint(page, awaited);
      await page.goto(`${server.url}/login?redirect=${encodeURIComponent(path)}`);
      await typeSignIn(page, actor.person);
      await page.waitForTimeout(typing);
      await page.evaluate(() => {
        window.addEventListener(
          'keydown',
          ({ timeStamp }) => Object.assign(globalThis, { kontorSentAt: timeStamp }),
          { capture: true, once: true },
        );
      });
      await page.keyboard.press('Enter');
      const painted = await paintedAt(page);
      const sent = await page.evaluate(() => (globalThis as { kontorSentAt?: number }).kontorSentAt);
      if (sent === undefined) throw new Error('the page was left, and its clock with it');
      return painted - sent;
    }),
  );

/** Measures the ms of deriving the keys of a password, the second time in a page. */
const derive = (url: string, input: PasswordInput): Promise<number> =>
  withFresh((profile) =>
    inBrowser(profile, async (page) => {
      await page.goto(url);
      const given = { ...input, accountSalt: [...input.accountSalt] };
      const run = () =>
        page.evaluate(({ accountSalt, ...rest }) => {
          const { derive } = globalThis as unknown as { derive(input: PasswordInput): Promise<Derived> };
          return derive({ ...rest, accountSalt: new Uint8Array(accountSalt) });
        }, given);
      await run();
      const { ms, authKey } = await run();
      const { authKey: wanted } = await derivePasswordKeys(input);
      if (authKey.join() !== wanted.join()) throw new Error('the floor derived another key');
      return ms;
    }),
  );

await buildIfNeeded();
await report('Signing in', async () => {
  const world = await startWorld(records);
  const floor = await serveBuilt('kdf');
  const { email, password } = world.actor.person;
  const input = { email, password, accountSalt: createAccountSalt(), suite: passwordSuite };
  const toList = new URL(listUrl(world)).pathname;
  const times = await alternate(
    {
      floor: () => derive(floor.url, input),
      workspaces: () => signInTo(world, '/', { ...listItem, text: 'Muster GmbH' }),
      tasks: () => signInTo(world, toList, listItem),
    },
    runs,
  );
  const kdf = median(times.floor);
  const figure = (name: string, all: number[], target: string): Figure =>
    loneFigure(`password to ${name}, less the ${Math.round(kdf)} ms of its derivation`, median(all) - kdf, {
      unit: 'ms',
      target,
    });
  const count = records.toLocaleString('en');
  return {
    figures: [
      figure('the list of workspaces', times.workspaces, '<= 150 ms'),
      figure(`the first list of a workspace of ${count}`, times.tasks, ''),
    ],
    proofs: ['the floor derived the key that the same password gives in Node'],
  };
});
