/** Signing out leaves no key behind: neither where scripts look nor in the files of the browser's profile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { canaries, needlesOf } from './canary/marker.ts';
import { type FileSearch, searchFolder } from './canary/search.ts';
import { expect, test } from './fixture.ts';
import { guardContext } from './guard.ts';
import { Person } from './person/person.ts';
import { countRows, dumpStorage } from './storage.ts';

interface Secrets {
  /** The half of the device's key that the server keeps, as it was handed out. */
  share: Buffer;
  /** The seeds as this device keeps them. */
  sealedSeeds: Buffer;
  token: Buffer;
}

/** Reads the secrets that only this sign-in holds from where they are kept. */
async function secretsOf(page: Page): Promise<Secrets> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'auth.token')!.value;
  const { share, seeds } = await page.evaluate(async () => {
    const account = await (await fetch('/api/account')).json();
    const { name } = (await indexedDB.databases()).find((database) => database.name!.startsWith('kontor-'))!;
    const kept = await new Promise<{ sealed: Uint8Array }>((resolve) => {
      indexedDB.open(name!).onsuccess = ({ target }) => {
        const database = (target as IDBOpenDBRequest).result;
        const request = database.transaction('account').objectStore('account').get('device');
        request.onsuccess = () => {
          database.close();
          resolve(request.result);
        };
      };
    });
    return { share: account.deviceShare as string, seeds: [...kept.sealed] };
  });
  return {
    share: Buffer.from(share, 'base64url'),
    sealedSeeds: Buffer.from(seeds),
    token: Buffer.from(token),
  };
}

/**
 * The entries that may stay: the language, the colour mode, a CSRF token, the mark of a device that was signed in before,
 * how the channel last connected.
 */
const harmless = [
  'cookie locale',
  'cookie auth.csrf',
  'cookie auth.device',
  'localStorage nuxt-color-mode',
  'localStorage pusherTransportNonTLS',
];

/** Returns true for what may stay: also what the device remembers of logs and versions, sealed under the account's keys. */
const isHarmless = (place: string) =>
  harmless.includes(place) || /^indexedDB kontor-[0-9a-f-]{36}\/memory$/.test(place);

/** Returns the forms in which bytes could appear in a file. */
const formsOf = (name: string, bytes: Buffer): [string, Buffer][] => [
  [name, bytes],
  ...(['hex', 'base64', 'base64url'] as const).map((form): [string, Buffer] => [
    `${name} in ${form}`,
    Buffer.from(bytes.toString(form)),
  ]),
];

/** Returns the names of what a search found. */
const found = ({ hits }: FileSearch): string[] => [...new Set(hits.map(({ encoding }) => encoding))];

/**
 * Waits until the browser has written the contents of fields into its session files, as it does every few seconds. A
 * field that does not forbid it serves as the sign, and so as the control of the search that follows.
 */
async function untilFieldsAreKept(page: Page, profile: string): Promise<void> {
  const text = `kept ${Date.now()}`;
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { id: 'control' }));
  });
  await page.locator('#control').fill(text);
  const needle: [string, Buffer] = ['field', Buffer.from(text, 'utf16le')];
  await expect.poll(() => found(searchFolder(profile, [needle])), { timeout: 30_000 }).toEqual(['field']);
}

test('after signing out nothing of the keys is left, in storage or on disk', async ({
  founder,
  product,
  launchOptions,
}) => {
  const ada = await founder('Ada', 'Locked Drawer');
  const profile = mkdtempSync(join(tmpdir(), 'kontor-profile-'));
  const planted = canaries();
  try {
    // The whole browser: a shell keeps no session files.
    const executablePath = process.env.KONTOR_CHROMIUM;
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...(executablePath && { executablePath }),
      baseURL: product.url,
    });
    const guard = await guardContext(context, product.url);
    const there = new Person(await context.newPage(), guard, ada.who);
    await there.signIn();
    await there.openWorkspace('Locked Drawer');
    const project = planted.plant('project');
    await there.projects.create(project);
    await there.tasks.create({ title: planted.plant('task'), description: planted.plant('description') });
    await there.tasks.addSubtask(planted.plant('subtask'));
    await untilFieldsAreKept(there.page, profile);
    await there.tasks.close();
    const name = `${planted.plant('file')}.txt`;
    await there.projects.show(project, 'Documents');
    await there.documents.add(
      { name, mimeType: 'text/plain', buffer: Buffer.from(`${planted.plant('words')} Schieferdach`) },
      name,
    );
    // Its name must not come into the browser's history, as the title of its page.
    const room = planted.plant('room');
    const frame = there.page.getByRole('navigation', { name: 'Main navigation' });
    await frame.getByRole('link', { name: 'Chat' }).click();
    await there.page.getByRole('button', { name: 'New room' }).first().click();
    await there.page.getByRole('textbox', { name: 'Name' }).fill(room);
    await there.page.getByRole('button', { name: 'Create room' }).click();
    await expect(there.page.getByRole('heading', { name: room })).toBeVisible();
    await there.isSettled();
    await test.step('control: the index has the words of the file, and the device keeps it', async () => {
      await there.page.keyboard.press('Control+k');
      await there.page.getByPlaceholder('Search, go to or do').fill('schieferdach');
      await expect(there.page.getByRole('dialog').getByRole('option', { name })).toBeVisible();
      await there.page.keyboard.press('Escape');
      const kept = () =>
        countRows(there.page, 'page', `${new URL(there.page.url()).pathname.split('/')[1]}/search/`);
      await expect.poll(kept, { timeout: 30_000 }).toBeGreaterThan(0);
    });

    const secrets = await secretsOf(there.page);
    expect(secrets.share).toHaveLength(32);
    const hex = Object.values(secrets).map((bytes: Buffer) => bytes.toString('hex'));
    const needles = [
      ...formsOf('share', secrets.share),
      ...formsOf('token', secrets.token),
      ['password', Buffer.from(ada.who.password)] as [string, Buffer],
      ...needlesOf(planted.marker),
    ];

    await test.step('control: before, storage holds the sealed seeds, the device key and the token', async () => {
      const { values, places, cryptoKeys } = await dumpStorage(there.page);
      expect(cryptoKeys).toBeGreaterThan(0);
      expect(values).toContain(secrets.sealedSeeds.toString('hex'));
      expect(values).toContain(secrets.token.toString('hex'));
      expect(places.some((place) => place.endsWith('/page'))).toBe(true);
    });
    await test.step('control: the search through the profile finds what is known to be there', () => {
      expect(found(searchFolder(profile, formsOf('sealed seeds', secrets.sealedSeeds)))).toContain(
        'sealed seeds',
      );
    });
    await test.step('even before, no secret and no content lies open in the profile', () => {
      const search = searchFolder(profile, needles);
      expect(search.files).toBeGreaterThan(10);
      expect(found(search)).toEqual([]);
    });

    await there.signOut();
    const { values, places, cryptoKeys } = await dumpStorage(there.page);
    expect(cryptoKeys).toBe(0);
    for (const secret of hex) expect(values.filter((value) => value.includes(secret))).toEqual([]);
    expect(places.filter((place) => !isHarmless(place))).toEqual([]);
    expect((await there.page.request.get('/api/account')).status()).toBe(401);

    await context.close();
    expect(found(searchFolder(profile, needles))).toEqual([]);
    expect(guard.verdict()).toEqual([]);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});

test('a session that is revoked elsewhere opens nothing any more', async ({ founder, another }) => {
  const ada = await founder('Ada', 'Lost Laptop');
  const laptop = await another(ada);
  await laptop.signIn();
  await laptop.openWorkspace('Lost Laptop');
  // What it asks before it knows.
  laptop.guard.allow(/status of 401 .*\/api\//);
  await ada.page.goto('/account?tab=security');
  const other = ada.page
    .getByRole('table', { name: 'Signed-in devices' })
    .getByRole('button', { name: 'Sign out' });
  await other.first().click();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(other).toHaveCount(0);
  // The server closes the channel, and the page, which checks why, is told that nobody is signed in.
  await expect(laptop.page).toHaveURL(/\/login/);
  // The page leaves first, and clears what it kept behind that.
  await expect(async () => {
    const { cryptoKeys, places } = await dumpStorage(laptop.page);
    expect(cryptoKeys).toBe(0);
    expect(places.filter((place) => place.startsWith('indexedDB') && !isHarmless(place))).toEqual([]);
  }).toPass();
});

test('asks about what was typed where an invitation is for another account', async ({ founder }) => {
  const ada = await founder('Ada', 'Unfinished');
  await ada.projects.create('Roof');
  const link = await ada.invitations.invite('somebody-else@example.org');
  const { page } = ada;
  await ada.invitations.open(link);
  await page.getByRole('link', { name: 'To your workspaces' }).click();
  await ada.openWorkspace('Unfinished');
  await ada.projects.open('Roof', 'Tasks');
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByRole('dialog', { name: 'New task' }).getByLabel('Title').fill('Half a thought');
  // Within the page, which holds the draft.
  await page.evaluate(() => {
    history.pushState(null, '', '/join');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: '1 form holds text that is not saved' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You are signed in as')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});
