/** Signing out leaves no key behind: neither where scripts look nor in the files of the browser's profile. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SearchEngine } from '@kontor/client/searching/searchEngine';
import { searchedNouns } from '@kontor/client/searching/searchedDocument';
import { text } from '@kontor/contract/entity/field';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import { Actor, Device } from '@kontor/testkit/actor';
import type { Page } from '@playwright/test';
import { writeFullRecords } from './canary/fullRecords.ts';
import { canaries, needlesOf } from './canary/marker.ts';
import { type Plants, plants } from './canary/plants.ts';
import { type FileSearch, searchFolder } from './canary/search.ts';
import { expect, test } from './fixture.ts';
import { startBrowser } from './ownBrowser.ts';
import { Person } from './person/person.ts';
import { dumpStorage, readRows } from './storage.ts';

// Plans leave out some of what is searched.
test.use({ serverEnv: { BILLING: 'none' } });

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

/** Returns the fields by whose words records are found, as `<noun>.<field>`. */
const searchedFields = (): string[] =>
  searchedNouns.flatMap((noun) => {
    const { title, searched } = entityOf(noun);
    return [...new Set([...title, ...searched])].map((field) => `${noun}.${field}`);
  });

/** Writes a canary into every searched field of a workspace, by a client in Node. Returns the scopes of what was written. */
async function plantSearched(url: string, who: Person['who'], planted: Plants): Promise<Set<string>> {
  const device = new Device(url);
  await device.session.signIn(who.email, who.password);
  const actor = new Actor(url, who, device);
  const { id } = actor.session.workspaces.list[0]!;
  const wanted = new Set(searchedFields());
  const written = await writeFullRecords(actor, id, (name, field) => {
    if (!wanted.has(name)) return undefined;
    if (name !== 'message.files') return planted.fill(name, field);
    return [{ id: 'file', name: planted.fill(name, text()), size: 600, parts: [] }];
  });
  expect([...wanted].filter((field) => !planted.filled.has(field))).toEqual([]);
  const { collections } = await actor.open(id);
  const nouns = new Set<EntityName>(searchedNouns);
  const scopes = written
    .filter(({ entity }) => nouns.has(entity))
    .map((record) => collections[record.entity].get(record.id)!.scopeId);
  await device.session.signOut();
  return new Set(scopes);
}

/** Different words, whose place in the index shows by its size that it has them. */
const manyWords = Array.from({ length: 8_000 }, (_, i) => `wort${i.toString(36)}`).join(' ');
const sizeOfMany = 50_000;

/** Returns how many bytes the device keeps of the index of each scope. */
async function keptIndex(page: Page): Promise<Map<string, number>> {
  const prefix = `${new URL(page.url()).pathname.split('/')[1]}/search/`;
  const sizes = new Map<string, number>();
  for (const [key, size] of await readRows(page, 'page', prefix)) {
    const scopeId = key.slice(prefix.length).split('/')[0]!;
    sizes.set(scopeId, (sizes.get(scopeId) ?? 0) + size);
  }
  return sizes;
}

/** Returns a piece of an index as the device would have it unsealed, with one text. */
async function openPiece(title: string): Promise<Uint8Array> {
  const engine = new SearchEngine();
  const tags = ['all'];
  await engine.put([{ key: randomUUID(), version: 1, time: 0, title, body: manyWords, tags }]);
  return (await engine.write({ tag: 'all' }))[0]!;
}

/** Keeps bytes in the browser, in a database of its own, until the returned function is called. */
async function keepBytes(page: Page, bytes: Uint8Array): Promise<() => Promise<void>> {
  await page.evaluate(
    (values) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('control');
        opening.onupgradeneeded = () => opening.result.createObjectStore('bytes');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('bytes', 'readwrite', { durability: 'strict' });
          transaction.objectStore('bytes').put(new Uint8Array(values), 'piece');
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [...bytes],
  );
  return () => page.evaluate(() => void indexedDB.deleteDatabase('control'));
}

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
  const sealed = plants();
  const planted = sealed.text;
  const scopeIds = await plantSearched(product.url, ada.who, sealed);
  try {
    const { context, guard } = await startBrowser(profile, product.url, launchOptions);
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
      {
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`${planted.plant('words')} Schieferdach ${manyWords}`),
      },
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
    await test.step('control: the device keeps the index of all that is searched, and of the words of the file', async () => {
      await there.page.keyboard.press('Control+k');
      await there.page.getByPlaceholder('Search, go to or do').fill('schieferdach');
      await expect(there.page.getByRole('dialog').getByRole('option', { name })).toBeVisible();
      await there.page.keyboard.press('Escape');
      await expect(async () => {
        const kept = await keptIndex(there.page);
        expect([...scopeIds].filter((id) => !kept.has(id))).toEqual([]);
        expect(Math.max(...kept.values())).toBeGreaterThan(sizeOfMany);
      }).toPass({ timeout: 60_000 });
    });

    const secrets = await secretsOf(there.page);
    expect(secrets.share).toHaveLength(32);
    const hex = Object.values(secrets).map((bytes: Buffer) => bytes.toString('hex'));
    const needles = [
      ...formsOf('share', secrets.share),
      ...formsOf('token', secrets.token),
      ['password', Buffer.from(ada.who.password)] as [string, Buffer],
      ...sealed.needles(),
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
    await test.step('control: it finds a text in a piece of the index that is not sealed', async () => {
      // What the browser packs as it is written cannot be found: one piece is not among that.
      await expect(async () => {
        const open = canaries();
        const forget = await keepBytes(there.page, await openPiece(open.plant('control')));
        const hits = found(searchFolder(profile, needlesOf(open.marker)));
        await forget();
        expect(hits).not.toEqual([]);
      }).toPass({ timeout: 60_000 });
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
