/**
 * Proves that the server is blind: plants a canary in every sealed field, typed into the screens and written by the
 * real client, and then searches for it in every encoding in every place where the operator could look. What may be
 * found is listed in `allowed`, and has to be found there; otherwise the search itself proves nothing.
 */
import { deflateSync, gzipSync } from 'node:zlib';
import { blobTransport } from '@kontor/client/http/blobTransport';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { text } from '@kontor/contract/entity/field';
import { phraseEntropy } from '@kontor/crypto/phrase';
import { Actor, createActor, Device } from '@kontor/testkit/actor';
import { expect, test } from '@playwright/test';
import { openSite, type Site } from '../hostile/site.ts';
import { contentsOf } from './contents.ts';
import { plantEverywhere } from './controls.ts';
import { writeFullRecords } from './fullRecords.ts';
import { letGuestsIn } from './guests.ts';
import { fetchByLink } from './links.ts';
import { canaries, type Needle, needlesOf } from './marker.ts';
import { isFlag, type Plants, plants, sealedFields } from './plants.ts';
import { searchBytes } from './search.ts';
import { type SinkReport, searchSinks, sinkNames } from './sinks.ts';
import { type Typed, typeEverything } from './typed.ts';

/** The texts that the operator may read, and why; the e-mail address is no canary at all. */
const allowed = {
  'workspace name': 'the lock screen and invitations show it before any key is there',
} as const;

/**
 * Tells whether a sealed field holds no canary: a flag has no room for one, and of these what is written is
 * no choice of ours.
 */
const isUnplanted = (field: string): boolean =>
  /^sighting\.|^project\.customerId$/.test(field) || isFlag(field);

let site: Site;
let typed: Typed;
let actor: Actor;
let workspace: Workspace;
/** The secrets of invitations, and of links. */
let ofGuests: Needle[];
let ofLinks: Needle[];
const sealed: Plants = plants();
const open = canaries();

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  site = await openSite({ LOG_LEVEL: 'trace' });
});
test.afterAll(async () => {
  await actor?.session.signOut({ discard: true });
  await site.close();
});

test('canaries are typed into the screens', async ({ browser }) => {
  typed = await typeEverything(browser, site.url, sealed, open.plant('workspace name'));
  expect(typed.words).toHaveLength(24);
});

test('canaries are written into every sealed field of the contract', async () => {
  actor = await createActor(site.url, {
    // An address of its own: one made from the name would contain the marker where that consists of letters alone.
    email: `actor.${Date.now().toString(36)}@example.org`,
    firstName: sealed.text.plant('actor: first name'),
    password: sealed.text.plant('actor: password'),
  });
  workspace = await actor.open(await actor.createWorkspace());
  const blobs = blobTransport(actor.device.http.forWorkspace(workspace.id));
  const content = new Blob([crypto.getRandomValues(new Uint8Array(600))]);
  const [part] = await blobs.presign([content.size]);
  await blobs.put(part!.url, content, new AbortController().signal);
  await writeFullRecords(actor, workspace.id, (name, field) => {
    if (name === 'share.path') return [{ id: sealed.fill(name, text()), name: sealed.fill(name, text()) }];
    // A card follows it to the customer that it names, and a canary names none.
    if (name === 'project.customerId') return undefined;
    // A device writes its own anew meanwhile, and says nothing in it that the server does not know.
    if (name.startsWith('sighting.')) return undefined;
    if (name === 'workingTime.weeks')
      return [{ from: '2026-01-05', minutes: Array.from({ length: 7 }, () => sealed.number(name)) }];
    if (name === 'effort.weeks') return { '2026-01-05': { time: sealed.number(name), billable: 0 } };
    if (name.startsWith('exportTemplate.') && field.kind === 'data') return [sealed.fill(name, text())];
    if (name === 'invoicedHours.entries') return [{ id: sealed.fill(name, text()) }];
    if (name === 'message.files')
      return [{ id: sealed.text.plant(name), name: sealed.fill(name, text()), size: 600, parts: [] }];
    if (name === 'trashEntry.sharing')
      return [
        { documentId: sealed.fill(name, text()), customerId: sealed.fill(name, text()), isShared: true },
      ];
    if (name === 'taskEdit.edits') return [{ field: 'title', from: null, to: sealed.fill(name, text()) }];
    if (name === 'timeEntry.segments') return [{ from: 0, to: sealed.number(name) }];
    if (name === 'month.targets') return [{ day: '2026-01-05', minutes: sealed.number(name) }];
    if (name === 'monthAddendum.changes')
      return [
        { noun: 'timeEntry', id: sealed.fill(name, text()), after: { description: sealed.text.plant(name) } },
      ];
    if (name === 'signing.signers')
      return [
        {
          userId: sealed.fill(name, text()),
          name: sealed.fill(name, text()),
          email: sealed.fill(name, text()),
        },
      ];
    if (name === 'signing.fields') {
      const place = { page: 0, x: sealed.number(name), y: 0, width: 0, height: 0 };
      return [{ ...place, id: sealed.fill(name, text()), userId: sealed.fill(name, text()), kind: 'text' }];
    }
    if (name === 'signingAnswer.mark' || name === 'keptSignature.mark')
      return { typed: sealed.fill(name, text()) };
    if (name === 'signingAnswer.values') return { field: sealed.fill(name, text()) };
    if (/\.(thumbnail|words)$/.test(name))
      return { blobId: sealed.text.plant(name), size: sealed.number(name), parts: [] };
    if (!name.endsWith('.parts')) return sealed.fill(name, field);
    const sha256 = sealed.text.plant(name);
    return [{ fileKey: part!.fileKey, size: sealed.number(name), sha256 }];
  });
  const fields = sealedFields();
  const missing = fields.filter((field) => !sealed.filled.has(field));
  expect(fields.length).toBeGreaterThan(200);
  expect(missing.filter((field) => !isUnplanted(field))).toEqual([]);
  test.info().annotations.push({
    type: 'coverage',
    description: `${fields.length - missing.length} of ${fields.length} sealed fields`,
  });
  // Things also go wrong: the messages of a refused attempt must not remain anywhere either.
  const wrong = new Device(site.url).session.signIn(actor.person.email, sealed.text.plant('wrong password'));
  await expect(wrong).rejects.toMatchObject({ code: 'CredentialsSignin' });
});

test('people come in by link and by words', async ({ browser }) => {
  ofGuests = await letGuestsIn(browser, site.url, actor, workspace.id);
  expect(ofGuests.length).toBeGreaterThan(20);
});

test('somebody without an account fetches a file by a link', async ({ browser }) => {
  ofLinks = await fetchByLink(browser, site.url, workspace, sealed);
  expect(ofLinks.length).toBeGreaterThan(20);
});

test('the canaries are really there, for those who hold the keys', async () => {
  const { who } = typed.person;
  const device = new Device(site.url);
  await device.session.signIn(who.email, who.password);
  const owner = new Actor(site.url, who, device);
  const typedIn = await owner.open(owner.session.workspaces.list[0]!.id);
  const seen = (await contentsOf(owner, typedIn.id)) + (await contentsOf(actor, workspace.id));
  const document = typedIn.collections.document.all().find(({ name }) => name === typed.fileName)!;
  const { downloads } = await typedIn.files();
  const file = await (await downloads.blob(document)).text();
  await owner.session.signOut({ discard: true });
  /** Secrets are no records, and what is typed into the search is kept nowhere. */
  const elsewhere = /password|search|^actor:|^link: (content|from|by)/;
  const lost = [...sealed.text.planted].filter(
    ([canary, field]) => !elsewhere.test(field) && !seen.includes(canary) && !file.includes(canary),
  );
  expect(lost).toEqual([]);
  const texts = new Set(sealed.text.planted.keys());
  expect(sealed.values().filter((value) => !texts.has(value) && !seen.includes(value))).toEqual([]);
});

/** Returns the first words of the phrase in sequence, with every separator, and its entropy. */
function phraseNeedles(words: readonly string[]): Needle[] {
  const first = words.slice(0, 4);
  const joined = [' ', ',', ', ', '-', '_', '\n', '","', ''].flatMap((gap) => needlesOf(first.join(gap)));
  return [...joined, ...needlesOf(phraseEntropy(words.join(' ')))];
}

const hitsOf = (reports: readonly SinkReport[]) =>
  reports.flatMap(({ hits }) => hits.map(({ sink, encoding, around }) => `${sink} (${encoding}): ${around}`));

test('no sink holds any of them', async () => {
  const reports = await searchSinks(site, [
    ...sealed.needles(),
    ...phraseNeedles(typed.words),
    ...ofGuests,
    ...ofLinks,
  ]);
  expect(reports.map(({ sink }) => sink)).toEqual([...sinkNames]);
  for (const { sink, pieces, bytes } of reports) {
    expect(pieces, `pieces of ${sink}`).toBeGreaterThan(0);
    expect(bytes, `bytes of ${sink}`).toBeGreaterThan(0);
  }
  expect(hitsOf(reports)).toEqual([]);
  test.info().annotations.push({
    type: 'searched',
    description: reports.map(({ sink, pieces, bytes }) => `${sink}: ${pieces} in ${bytes} bytes`).join('; '),
  });
});

test('what may be read is found, and nothing else is allowed', async () => {
  expect([...open.planted.values()]).toEqual(Object.keys(allowed));
  const reports = await searchSinks(site, needlesOf(open.marker));
  const found = reports.filter(({ hits }) => hits.length > 0).map(({ sink }) => sink);
  expect(found).toEqual(expect.arrayContaining(['database files and write-ahead log', 'dump', 'bodies']));
});

test('the search finds what is planted: in each sink, in each encoding, each secret', async () => {
  const control = canaries();
  const before = await searchSinks(site, needlesOf(control.marker));
  expect(hitsOf(before)).toEqual([]);
  await plantEverywhere(site, { actor, workspaceId: workspace.id }, control.plant('control'));
  const after = await searchSinks(site, needlesOf(control.marker));
  expect(after.filter(({ hits }) => hits.length === 0).map(({ sink }) => sink)).toEqual([]);

  const needles = [...sealed.needles(), ...phraseNeedles(typed.words), ...ofGuests, ...ofLinks];
  expect(needles.length).toBeGreaterThan(200);
  for (const needle of needles) {
    const bytes = Buffer.concat([Buffer.from('..'), needle[1], Buffer.from('..')]);
    expect(searchBytes('control', bytes, [needle]), needle[0]).toHaveLength(1);
    for (const [name, pack] of Object.entries({ gzipSync, deflateSync })) {
      const packed = Buffer.concat([Buffer.from('..'), pack(bytes)]);
      expect(searchBytes('control', packed, [needle]).length, `${needle[0]}, ${name}`).toBeGreaterThan(0);
    }
  }
  // The parts of the phrase that are searched for really are parts of the phrase.
  expect(needles.some(([, bytes]) => bytes.toString() === typed.words.slice(0, 4).join(' '))).toBe(true);
});
