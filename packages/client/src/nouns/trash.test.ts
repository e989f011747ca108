/** Tests versions and the trash on two devices that write at once. */
import { maxVersions } from '@kontor/contract/nouns/fileVersion';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conflictsOf } from '../replica/conflict.ts';
import { isUndecided } from '../replica/merge.ts';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { moveDocuments } from './document.ts';
import { replaceContent, restoreVersion, versionsOf } from './fileVersion.ts';
import { createProject } from './project.ts';
import { revokeDocuments, shareDocuments } from './share.ts';
import { daysLeft, emptyTrash, isExpired, isToBeDeleted, restoreFromTrash, trashDocuments } from './trash.ts';

const customerId = '019a0000-0000-7000-8000-0000000000c1';
let devices: [Replica, Replica];
let ada: Replica;
let ben: Replica;
let projectId: string;

async function start(): Promise<void> {
  const server = new ProtocolServer();
  server.addScope({ id: customerId, kind: 'customer', access: 'private' });
  devices = [await openOn(createDevice(), server), await openOn(createDevice(), server)];
  [ada, ben] = devices;
  projectId = createProject(ada, { name: 'P' }).id;
  await meet();
}
const stop = () => Promise.all(devices.map((device) => device.close()));

beforeEach(start);
afterEach(stop);

/** Waits until everything is sent and seen. */
async function meet(): Promise<void> {
  await Promise.all(devices.map((device) => device.outbox.sent()));
  await Promise.all(devices.map((device) => device.pull()));
}

let clock = 1_000;
const content = (blobId: string = uuidv7()) => ({
  blobId,
  fileKey: `key ${blobId}`,
  size: 7,
  uploadedAt: ++clock,
  parts: [{ fileKey: `part ${blobId}`, size: 100, sha256: '' }],
});
const folder = (of: Replica, name: string, parentId?: string) =>
  of.create('document', projectId, { kind: 'folder', name, ...(parentId && { parentId }) }).id;
const file = (of: Replica, name: string, parentId?: string) =>
  of.create('document', projectId, { kind: 'file', name, ...content(), ...(parentId && { parentId }) }).id;
const namesOf = (of: Replica, parentId: string = projectId) =>
  of.collections.document
    .where('container', parentId)
    .map(({ name }) => name)
    .sort();
const entryOf = (of: Replica, documentId: string) =>
  of.collections.trashEntry.all().find((entry) => entry.documentId === documentId)!;

it.each([['outer first'], ['inner first']])(
  'brings back what lay in each other as it lay: %s',
  async (order) => {
    const plans = folder(ada, 'Plans');
    const inner = folder(ada, 'Cellar', plans);
    const offer = file(ada, 'Offer.pdf', inner);
    await meet();
    for (const id of [offer, inner]) trashDocuments(ada, [id]);
    // Its name is taken by another one meanwhile, which goes with the outer folder.
    file(ada, 'Cellar', plans);
    trashDocuments(ada, [plans]);
    await meet();
    const entries = [plans, inner, offer].map((id) => entryOf(ben, id).id);
    restoreFromTrash(ben, order === 'outer first' ? entries : entries.reverse());
    await meet();
    for (const device of devices) {
      expect(namesOf(device)).toEqual(['Plans']);
      expect(namesOf(device, plans)).toEqual(['Cellar', 'Cellar (2)']);
      expect(namesOf(device, inner)).toEqual(['Offer.pdf']);
    }
  },
);

it('brings what lay in a folder that stays in the trash back to the top', async () => {
  const plans = folder(ada, 'Plans');
  const inner = folder(ada, 'Cellar', plans);
  const offer = file(ada, 'Offer.pdf', inner);
  trashDocuments(ada, [offer]);
  trashDocuments(ada, [plans]);
  await meet();
  restoreFromTrash(ben, [entryOf(ben, offer).id]);
  await meet();
  for (const device of devices) expect(namesOf(device)).toEqual(['Offer.pdf']);
});

it('hides a folder with all that lies in it, frees its name, and brings it back as it was', async () => {
  const plans = folder(ada, 'Plans');
  const offer = file(ada, 'Offer.pdf', plans);
  const remark = { documentId: offer, userId: ada.scopeOf('personal') };
  const { id: remarkId } = ada.create('comment', projectId, remark);
  const lying = [plans, offer, remarkId];
  replaceContent(ada, offer, content());
  await meet();
  trashDocuments(ben, [plans, offer]);
  await meet();
  for (const device of devices) {
    expect(device.collections.document.size + device.collections.comment.size).toBe(0);
    expect(device.collections.fileVersion.size).toBe(0);
    expect(lying.filter((id) => !device.isHidden(id))).toEqual([]);
    expect(device.collections.trashEntry.all()).toMatchObject([
      { name: 'Plans', kind: 'folder', size: 7, files: 1 },
    ]);
  }
  folder(ada, 'Plans');
  await meet();
  restoreFromTrash(ada, [entryOf(ada, plans).id]);
  await meet();
  for (const device of devices) {
    expect(namesOf(device)).toEqual(['Plans', 'Plans (2)']);
    expect(namesOf(device, plans)).toEqual(['Offer.pdf']);
    expect(device.collections.comment.size).toBe(1);
    expect(versionsOf(device, offer)).toHaveLength(1);
    expect(lying.filter((id) => device.isHidden(id))).toEqual([]);
    expect(device.collections.trashEntry.size).toBe(0);
  }
});

it('brings what lay in a folder that is gone back to the top', async () => {
  const plans = folder(ada, 'Plans');
  const offer = file(ada, 'Offer.pdf', plans);
  trashDocuments(ada, [offer]);
  trashDocuments(ada, [plans]);
  await meet();
  restoreFromTrash(ben, [entryOf(ben, offer).id]);
  await meet();
  expect([namesOf(ada), namesOf(ben)]).toEqual([['Offer.pdf'], ['Offer.pdf']]);
});

it('is out of a customer’s sight in the trash, and back in it with its shared folder', async () => {
  const project = ada.collections.project.get(projectId)!;
  ada.update('project', project.id, { customerId });
  const plans = folder(ada, 'Plans');
  const offer = file(ada, 'Offer.pdf', plans);
  shareDocuments(ada, [plans], customerId);
  const shared = () =>
    ada.collections.share
      .all()
      .map(({ name }) => name)
      .sort();
  expect(shared()).toEqual(['Offer.pdf', 'Plans']);
  trashDocuments(ada, [offer]);
  expect(shared()).toEqual(['Plans']);
  restoreFromTrash(ada, [entryOf(ada, offer).id]);
  expect(shared()).toEqual(['Offer.pdf', 'Plans']);
  trashDocuments(ada, [plans]);
  expect(shared()).toEqual([]);
  await meet();
  expect(ben.collections.share.size).toBe(0);
});

describe('sharing again', () => {
  const other = '019a0000-0000-7000-8000-0000000000c2';
  const shared = () =>
    ada.collections.share
      .all()
      .map(({ name }) => name)
      .sort();
  const restore = async (documentId: string) => {
    restoreFromTrash(ada, [entryOf(ada, documentId).id]);
    await meet();
  };

  beforeEach(async () => {
    for (const [id, name] of [
      [customerId, 'Haus Ast'],
      [other, 'Hof Birke'],
    ] as const)
      ada.transaction((transaction) => {
        transaction.createScope({ id, kind: 'customer', access: 'open' });
        ada.create('customer', id, { id, name, type: 'COMPANY' });
      });
    ada.update('project', projectId, { customerId });
    await meet();
  });

  it('shows a customer what they saw, and nothing else, once it is out of the trash', async () => {
    const plans = folder(ada, 'Plans');
    const inside = folder(ada, 'Inside', plans);
    const [offer] = [file(ada, 'Offer.pdf', inside), file(ada, 'Secret.pdf', inside)];
    const open = folder(ada, 'Open');
    const [draft] = [file(ada, 'Draft.pdf', open), file(ada, 'Bill.pdf', open)];
    shareDocuments(ada, [offer, open], customerId);
    revokeDocuments(ada, [draft], customerId);
    await meet();
    const before = shared();
    expect(before).toEqual(['Bill.pdf', 'Offer.pdf', 'Open']);
    for (const each of [plans, open]) {
      trashDocuments(ada, [each]);
      await meet();
      await restore(each);
      expect(shared()).toEqual(before);
    }
    expect(ben.collections.share.all()).toHaveLength(before.length);
  });

  it('follows the folder that it comes back to', async () => {
    const open = folder(ada, 'Open');
    const bill = file(ada, 'Bill.pdf', open);
    shareDocuments(ada, [open], customerId);
    trashDocuments(ada, [bill]);
    revokeDocuments(ada, [open], customerId);
    await restore(bill);
    expect(shared()).toEqual([]);
  });

  it('does not share with a customer who is gone, or whose project it is no more', async () => {
    const [bill, offer] = [file(ada, 'Bill.pdf'), file(ada, 'Offer.pdf')];
    shareDocuments(ada, [bill, offer], customerId);
    trashDocuments(ada, [bill]);
    trashDocuments(ada, [offer]);
    ada.update('project', projectId, { customerId: other });
    await restore(bill);
    ada.update('project', projectId, { customerId });
    ada.remove('customer', customerId);
    await restore(offer);
    expect(shared()).toEqual([]);
    expect(namesOf(ben)).toEqual(['Bill.pdf', 'Offer.pdf']);
  });
});

it(`keeps ${maxVersions} contents, the one in force among them, and any of them can be brought back`, async () => {
  const first = content();
  const id = ada.create('document', projectId, { kind: 'file', name: 'Offer.pdf', ...first }).id;
  const contents = Array.from({ length: maxVersions }, () => content());
  for (const each of contents.slice(0, -1)) replaceContent(ada, id, each);
  expect(versionsOf(ada, id).at(-1)).toMatchObject({
    blobId: first.blobId,
    uploadedBy: ada.scopeOf('personal'),
  });
  replaceContent(ada, id, contents.at(-1)!);
  const kept = versionsOf(ada, id);
  expect(kept.map(({ blobId }) => blobId)).toEqual(
    contents
      .slice(0, -1)
      .map(({ blobId }) => blobId)
      .reverse(),
  );
  restoreVersion(ada, kept[5]!);
  await meet();
  for (const device of devices) {
    expect(device.collections.document.get(id)).toMatchObject({
      blobId: kept[5]!.blobId,
      blobs: kept[5]!.blobs,
    });
    expect(versionsOf(device, id)).toHaveLength(maxVersions - 1);
    expect(versionsOf(device, id).map(({ blobId }) => blobId)).toContain(contents.at(-1)!.blobId);
  }
});

it('keeps a content that came in beside another one among the versions, and asks nobody about it', async () => {
  const first = content();
  const id = ada.create('document', projectId, { kind: 'file', name: 'Offer.pdf', ...first }).id;
  await meet();
  const [hers, his] = [content(), content()];
  replaceContent(ada, id, hers);
  await ada.outbox.sent();
  replaceContent(ben, id, his);
  ben.update('document', id, { name: 'Plan.pdf' });
  await meet();
  const blobsOf = (device: Replica) => versionsOf(device, id).map(({ blobId }) => blobId);
  for (const device of devices) {
    const document = device.collections.document.get(id)!;
    expect(document.blobId).toBe(hers.blobId);
    expect(blobsOf(device)).toEqual([his.blobId, first.blobId]);
    expect(isUndecided('document', document)).toBe(false);
  }
  const third = content();
  replaceContent(ada, id, third);
  await meet();
  for (const device of devices) {
    expect(conflictsOf(device.collections.document.get(id)!)).toEqual([]);
    expect(blobsOf(device)).toEqual([his.blobId, hers.blobId, first.blobId]);
  }
  restoreVersion(ben, versionsOf(ben, id)[0]!);
  await meet();
  for (const device of devices) {
    expect(device.collections.document.get(id)).toMatchObject({ blobId: his.blobId, fileKey: his.fileKey });
    expect(blobsOf(device)).toEqual([third.blobId, hers.blobId, first.blobId]);
  }
});

it('brings back at once what came in beside another content', async () => {
  const id = file(ada, 'Offer.pdf');
  await meet();
  const [hers, his] = [content(), content()];
  replaceContent(ada, id, hers);
  await ada.outbox.sent();
  replaceContent(ben, id, his);
  await meet();
  restoreVersion(ada, versionsOf(ada, id)[0]!);
  await meet();
  for (const device of devices) {
    const document = device.collections.document.get(id)!;
    expect([document.blobId, conflictsOf(document)]).toEqual([his.blobId, []]);
    expect(versionsOf(device, id).map(({ blobId }) => blobId)).toContain(hers.blobId);
  }
});

it('says how long it keeps what is in the trash', () => {
  const entry = { updatedAt: 0, createdAt: 1_000 } as Parameters<typeof isExpired>[0];
  const days = (count: number) => 1_000 + count * 86_400_000;
  expect([-0.01, 0, 0.5, 29.5, 40].map((count) => daysLeft(entry, days(count)))).toEqual([30, 30, 30, 1, 1]);
  expect([29.9, 30.1].map((count) => isExpired(entry, days(count)))).toEqual([false, true]);
});

it('is to be deleted by what was signed and this clock, too, not by the word of the server alone', () => {
  const day = 86_400_000;
  type Entry = Parameters<typeof isToBeDeleted>[0];
  const cases = [
    { updatedAt: 60, createdAt: 60, server: 100, device: 100, is: true },
    // The server's word: since when it lies there, and what the time is.
    { updatedAt: 1, createdAt: 90, server: 100, device: 100, is: false },
    { updatedAt: 90, createdAt: 90, server: 400, device: 100, is: false },
    { updatedAt: 1, createdAt: 90, server: 400, device: 100, is: false },
    // A clock that is wrong here, or was where it was put there.
    { updatedAt: 90, createdAt: 90, server: 100, device: 400, is: false },
    { updatedAt: 90, createdAt: 1, server: 100, device: 100, is: false },
    { updatedAt: 60, createdAt: 400, server: 100, device: 100, is: false },
  ];
  for (const { updatedAt, createdAt, server, device, is } of cases) {
    const entry = { updatedAt: updatedAt * day, createdAt: createdAt * day } as Entry;
    const times = { server: server * day, device: device * day };
    expect(isToBeDeleted(entry, times), JSON.stringify([updatedAt, createdAt, server, device])).toBe(is);
  }
});

const acts = [
  'file',
  'folder',
  'replace',
  'restoreVersion',
  'move',
  'trash',
  'restore',
  'empty',
  'meet',
] as const;
type Act = { who: 0 | 1; what: (typeof acts)[number]; which: number; where: number };

function run({ who, what, which, where }: Act): void | Promise<void> {
  const device = devices[who]!;
  const all = device.collections.document.all();
  const chosen = all.length > 0 ? all[which % all.length] : undefined;
  const folders = all.filter(({ kind }) => kind === 'folder');
  const into =
    where % (folders.length + 1) === 0 ? undefined : folders[(where % (folders.length + 1)) - 1]!.id;
  const entries = device.collections.trashEntry.all();
  const entry = entries.length > 0 ? entries[which % entries.length]!.id : undefined;
  const name = `${what} ${uuidv7()}`;
  if (what === 'meet') return meet();
  if (what === 'file') file(device, name, into);
  else if (what === 'folder') folder(device, name, into);
  else if (what === 'restore' && entry) restoreFromTrash(device, [entry]);
  else if (what === 'empty' && entry) emptyTrash(device, [entry]);
  else if (!chosen) return;
  else if (what === 'trash') trashDocuments(device, [chosen.id]);
  else if (what === 'replace' && chosen.kind === 'file') replaceContent(device, chosen.id, content());
  else if (what === 'restoreVersion') {
    const [version] = versionsOf(device, chosen.id);
    if (version) restoreVersion(device, version);
  } else if (what === 'move')
    try {
      moveDocuments(device, [chosen.id], { scopeId: projectId, parentId: into });
    } catch (error) {
      // Into itself.
      if (!(error instanceof RangeError)) throw error;
    }
}

const stateOf = ({ collections }: Replica) => ({
  documents: collections.document
    .all()
    .map(({ id, blobId, parentId }) => `${id} ${blobId} ${parentId}`)
    .sort(),
  versions: collections.fileVersion
    .all()
    .map(({ id }) => id)
    .sort(),
  trash: collections.trashEntry
    .all()
    .map(({ id }) => id)
    .sort(),
});

it('shows both devices the same, each document once or in the trash, whatever two people do', async () => {
  const act = fc.record({
    who: fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>,
    what: fc.constantFrom(...acts),
    which: fc.nat(20),
    where: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (given) => {
      await stop();
      await start();
      for (const each of given) await run(each);
      await meet();
      await meet();
      expect(stateOf(ben)).toEqual(stateOf(ada));
      // What can be brought back comes back, and nothing is left over.
      const entries = ada.collections.trashEntry.all();
      const hidden = new Set(entries.map(({ documentId }) => documentId));
      for (const id of hidden) expect(ada.collections.document.get(id)).toBeUndefined();
      restoreFromTrash(
        ada,
        entries.map(({ id }) => id),
      );
      await meet();
      expect(ada.collections.trashEntry.size).toBe(0);
      expect(stateOf(ben)).toEqual(stateOf(ada));
      for (const { id } of ada.collections.document.all())
        expect(versionsOf(ada, id).length).toBeLessThan(maxVersions);
    }),
    { numRuns: process.env.LONG ? 500 : 25 },
  );
});
