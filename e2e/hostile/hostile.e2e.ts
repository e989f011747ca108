/**
 * The hostile server: real browsers behind a proxy that lies, the real server behind it. A script passes when the
 * client refuses in words that a person sees, posts nothing, and lets neither key nor plaintext out; and when the same
 * flow without the lie works.
 */
import { expect, test } from '@playwright/test';
import { documentScripts } from './documentScripts.ts';
import { fileScripts } from './fileScripts.ts';
import { invitationScripts } from './invitationScripts.ts';
import { keyScripts } from './keyScripts.ts';
import { memberScripts } from './memberScripts.ts';
import { requestBytes } from './proxy.ts';
import { recordScripts } from './recordScripts.ts';
import { openScene, type Scene } from './scene.ts';
import { play, posted, type Script } from './script.ts';
import { leaksIn } from './secrets.ts';
import { signInScripts } from './signInScripts.ts';
import { unlockScripts } from './unlockScripts.ts';

/** What has to run; a script that is not listed, or listed and not run, fails the last test. */
const listed = [
  'M01',
  'M02',
  'M03',
  'M04',
  'M05',
  'M06',
  'M07',
  'M08',
  'M09',
  'M10',
  'M11',
  'M12',
  'M13',
  'M14',
  'M15',
  'M16',
  'M17',
  'M18',
  'M22',
  'M23',
  'M24',
  'M25',
  'M26',
  'M27',
  'M28',
  'M29',
];

const scripts: Script[] = [
  ...recordScripts,
  ...fileScripts,
  ...keyScripts,
  ...signInScripts,
  ...invitationScripts,
  ...unlockScripts,
  ...documentScripts,
  ...memberScripts,
];
const played: string[] = [];
let scene: Scene;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
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
  await expect.poll(() => posted(proxy.exchanges.slice(start))).toContain('POST /api/changes');
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
  expect(played.toSorted()).toEqual(listed);
});
