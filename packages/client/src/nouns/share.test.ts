/** Consequences for customers when folders do not lie where anybody meant them to. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { moveDocuments } from './document.ts';
import { createProject } from './project.ts';
import { revokeDocuments, shareDocuments } from './share.ts';

const customerId = '019a0000-0000-7000-8000-0000000000c1';
let ada: Replica;
let ben: Replica;
let projectId: string;

beforeEach(async () => {
  const server = new ProtocolServer();
  server.addScope({ id: customerId, kind: 'customer', access: 'private' });
  ada = await openOn(createDevice(), server);
  ben = await openOn(createDevice(), server);
  projectId = createProject(ada, { name: 'P' }).id;
  await meet();
});
afterEach(async () => {
  await Promise.all([ada.close(), ben.close()]);
});

/** Waits until everything is sent and seen. */
async function meet(): Promise<void> {
  await Promise.all([ada.outbox.sent(), ben.outbox.sent()]);
  await Promise.all([ada.pull(), ben.pull()]);
}

const folder = (name: string, parentId?: string) =>
  ada.create('document', projectId, { kind: 'folder', name, ...(parentId && { parentId }) }).id;
const shared = () =>
  ada.collections.share.all().map(({ name, path }) => [...path.map((step) => step.name), name].join('/'));

it('shares, renames and revokes each of two folders that were moved into each other at once', async () => {
  const [plans, offers] = [folder('Plans'), folder('Offers')];
  const inside = folder('Inside', plans);
  await meet();
  ada.update('document', plans, { parentId: offers });
  ben.update('document', offers, { parentId: plans });
  await meet();
  expect(ada.faults.get().map(({ kind }) => kind)).toEqual(['cycle', 'cycle']);

  // Both show at the top, and so neither takes the other along.
  shareDocuments(ada, [plans], customerId);
  await meet();
  expect(shared().sort()).toEqual(['Plans', 'Plans/Inside']);
  ada.update('document', plans, { name: 'Drawings' });
  await meet();
  expect(shared().sort()).toEqual(['Drawings', 'Drawings/Inside']);
  revokeDocuments(ada, [plans], customerId);
  await meet();
  expect(shared()).toEqual([]);
  expect(ada.collections.document.get(inside)?.parentId).toBe(plans);
});

it('deletes one of two folders that were moved into each other at once, and moves both', async () => {
  const [plans, offers] = [folder('Plans'), folder('Offers')];
  const [inPlans, inOffers] = [folder('In plans', plans), folder('In offers', offers)];
  const elsewhere = createProject(ada, { name: 'Q' }).id;
  await meet();
  ada.update('document', plans, { parentId: offers });
  ben.update('document', offers, { parentId: plans });
  await meet();
  const places = () =>
    [ada, ben].map(({ collections: { document } }) =>
      [plans, inPlans, offers, inOffers].map((id) => {
        const found = document.get(id);
        return found && [found.scopeId, found.parentId];
      }),
    );

  moveDocuments(ada, [plans, inOffers, offers], { scopeId: elsewhere });
  await meet();
  for (const seen of places())
    expect(seen).toEqual([
      [elsewhere, undefined],
      [elsewhere, plans],
      [elsewhere, undefined],
      [elsewhere, offers],
    ]);
  expect(ada.faults.get()).toEqual([]);

  ada.update('document', plans, { parentId: offers });
  ben.update('document', offers, { parentId: plans });
  await meet();
  expect(ada.faults.get().map(({ kind }) => kind)).toEqual(['cycle', 'cycle']);
  ada.remove('document', plans);
  await meet();
  for (const seen of places())
    expect(seen).toEqual([undefined, undefined, [elsewhere, undefined], [elsewhere, offers]]);
  expect(ada.faults.get()).toEqual([]);

  // A whole project takes all of them along.
  const again = folder('Again');
  const other = folder('Other', again);
  await meet();
  ada.update('document', again, { parentId: other });
  await meet();
  ada.remove('project', projectId);
  await meet();
  expect(ben.collections.document.get(again) ?? ben.collections.document.get(other)).toBeUndefined();
});

it('takes out of sight what shows in a folder, though nothing of that can be read here', async () => {
  const [folderId, documentId] = ['f1', 'd1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`);
  const step = { id: folderId!, name: 'Plans' };
  ada.create('share', customerId, { documentId: documentId!, kind: 'file', name: 'a.pdf', path: [step] });
  ada.create('share', customerId, { documentId: folderId!, kind: 'folder', name: 'Plans' });
  ada.create('share', customerId, { documentId: customerId, kind: 'file', name: 'other.pdf' });
  revokeDocuments(ada, [folderId!], customerId);
  await meet();
  expect(shared()).toEqual(['other.pdf']);
});
