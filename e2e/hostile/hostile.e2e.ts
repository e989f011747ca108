/**
 * The hostile server: real browsers behind a proxy that lies, the real server behind it. A script passes when the
 * client refuses in words that a person sees, posts nothing, and lets neither key nor plaintext out; and when the same
 * flow without the lie works. Scripts about the client's engine play without a browser in `engine.e2e.ts`; one for each
 * notice that a person reads of them plays here too.
 */
import { expect, test } from '@playwright/test';
import type { Person } from '../person/person.ts';
import { emptiedScripts } from './emptiedScripts.ts';
import { engineScripts } from './engineScripts.ts';
import { fileScripts } from './fileScripts.ts';
import { invitationScripts } from './invitationScripts.ts';
import { oldKeys } from './keyScripts.ts';
import { inBrowser, wordedInBrowser } from './listed.ts';
import { requestBytes } from './proxy.ts';
import { openScene, type Scene } from './scene.ts';
import { play, posted, type Script } from './script.ts';
import { leaksIn } from './secrets.ts';
import { signInScripts } from './signInScripts.ts';
import { unlockScripts } from './unlockScripts.ts';

const scripts: Script<Person>[] = [
  ...fileScripts,
  ...signInScripts,
  ...invitationScripts,
  ...unlockScripts,
  oldKeys,
  ...emptiedScripts,
  ...engineScripts.filter(({ id }) => wordedInBrowser.includes(id)),
];
const played: string[] = [];
let scene: Scene<Person>;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  scene = await openScene(browser);
});
test.afterAll(() => scene.close());

test('the detectors find what is planted', async () => {
  const { proxy } = scene.site;
  const { page } = scene.member;
  const start = proxy.exchanges.length;
  // A person writes: that is posted, and without a lie nothing of it is readable.
  const title = scene.title();
  await page.getByPlaceholder('Add a task and press Enter').fill(title);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => posted(proxy.exchanges.slice(start)))
    .toContainEqual(expect.stringMatching(/^POST \/api\/changes/));
  const sent = proxy.exchanges.slice(start);
  const secrets = await scene.secrets();
  expect(leaksIn(sent, secrets)).toEqual([]);
  // Each secret is found where it is planted, whatever its encoding.
  expect(secrets.length).toBeGreaterThan(50);
  for (const needle of secrets) {
    const planted = {
      ...sent[0]!,
      requestBody: Buffer.concat([Buffer.from('{"a":"'), needle[1], Buffer.from('"}')]),
    };
    expect(leaksIn([planted], [needle]), needle[0]).toHaveLength(1);
  }
  expect(requestBytes(sent).length).toBeGreaterThan(1_000);
});

for (const script of scripts)
  test(`${script.id}: ${script.title}`, async () => {
    await play(script, scene);
    played.push(script.id);
  });

test('every listed script was played', () => {
  expect(played.toSorted()).toEqual(inBrowser);
});
