/** Acts on documents, and what is said of them: the trash. */
import { createProject } from '@kontor/client/nouns/project';
import { shareDocuments } from '@kontor/client/nouns/share';
import { emptyTrash, trashDocuments } from '@kontor/client/nouns/trash';
import { observable } from '@kontor/client/observable';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideWorkspace } from '../../platform/workspace/workspace.ts';
import { deleteDocuments, dropExpired, restoreDocuments } from './actions.ts';

const said = vi.hoisted(() => [] as string[]);
const undo = vi.hoisted(() => ({ run: () => {} }));
const say = vi.hoisted(() => (message: string, action?: typeof undo) => {
  said.push(message);
  if (action) undo.run = action.run;
});
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: say, success: say, info: say } }));

const days = (count: number) => count * 86_400_000;
let ada: Replica;
let scopeId: string;
/** The server's time as far as it is known, and whether it takes changes. */
const server: { time: number | undefined; isWritable: boolean } = { time: undefined, isWritable: true };
const confirmed = observable<boolean | undefined>(true);

beforeEach(async () => {
  said.length = 0;
  Object.assign(server, { time: undefined, isWritable: true });
  confirmed.set(true);
  ada = await openOn(createDevice(), new ProtocolServer(), { isWritable: () => server.isWritable });
  provideWorkspace({ records: { ...ada, confirmed, serverTime: () => server.time }, userId: 'ada' } as never);
  scopeId = createProject(ada, { name: 'P' }).id;
  await ada.outbox.sent();
  await ada.pull();
});
afterEach(() => ada.close());

const folder = (name: string, parentId?: string) =>
  ada.create('document', scopeId, { kind: 'folder', name, ...(parentId && { parentId }) });
/** Makes the project a new customer's. */
function customer(id: string): string {
  ada.transaction((transaction) => {
    transaction.createScope({ id, kind: 'customer', access: 'open' });
    ada.create('customer', id, { id, name: 'Haus Ast', type: 'COMPANY' });
  });
  ada.update('project', scopeId, { customerId: id });
  return id;
}
const trash = () => ada.collections.trashEntry.all();

/** Deletes what has been in the trash for too long by a device and a server whose clocks say this; undefined: not known. */
function dropAt(deviceTime: number, serverTime: number | undefined): void {
  vi.useFakeTimers({ toFake: ['Date'], now: deviceTime });
  server.time = serverTime;
  dropExpired({ scopeId })();
  vi.useRealTimers();
}

it('empties the trash where the server’s clock and the device’s both say so', () => {
  const now = Date.now();
  trashDocuments(ada, [folder('Plans').id]);
  const clocks = [
    [400, undefined],
    [400, 29],
    [29, 400],
    [0, 400],
  ] as const;
  for (const [device, told] of clocks) dropAt(now + days(device), told && now + days(told));
  expect(trash()).toHaveLength(1);
  dropAt(now + days(31), now + days(31));
  expect(trash()).toEqual([]);
});

it('empties the trash by itself only where it may write and somebody vouched for the workspace', () => {
  const later = Date.now() + days(31);
  trashDocuments(ada, [folder('Plans').id]);
  server.isWritable = false;
  dropAt(later, later);
  server.isWritable = true;
  for (const unknown of [false, undefined]) {
    confirmed.set(unknown);
    dropAt(later, later);
  }
  expect(trash()).toHaveLength(1);
});

it('empties the trash once somebody vouched for the workspace, while it is looked at', () => {
  trashDocuments(ada, [folder('Plans').id]);
  const later = Date.now() + days(31);
  confirmed.set(false);
  vi.useFakeTimers({ toFake: ['Date'], now: later });
  server.time = later;
  const stop = dropExpired({ scopeId });
  expect(trash()).toHaveLength(1);
  confirmed.set(true);
  expect(trash()).toEqual([]);
  stop();
  vi.useRealTimers();
});

it('empties the trash of all projects by itself, each in a transaction of its own', () => {
  const { id: other } = createProject(ada, { name: 'Q' });
  const there = ada.create('document', other, { kind: 'folder', name: 'Offers' });
  for (const { id } of [folder('Plans'), folder('Sums'), there]) trashDocuments(ada, [id]);
  const scopes: number[] = [];
  const transaction = ((run) => {
    const before = trash();
    const result = ada.transaction(run);
    const gone = before.filter(({ id }) => !ada.collections.trashEntry.get(id));
    scopes.push(new Set(gone.map((entry) => entry.scopeId)).size);
    return result;
  }) as Replica['transaction'];
  const later = Date.now() + days(31);
  server.time = later;
  provideWorkspace({ records: { ...ada, transaction, confirmed, serverTime: () => server.time } } as never);
  vi.useFakeTimers({ toFake: ['Date'], now: later });
  dropExpired()();
  vi.useRealTimers();
  expect([scopes, trash()]).toEqual([[1, 1], []]);
});

it('says what is not there any more when somebody emptied the trash before "Undo"', () => {
  const [plans, offers] = [folder('Plans'), folder('Offers')];
  deleteDocuments([plans, offers]);
  const entryOf = (documentId: string) => trash().find((entry) => entry.documentId === documentId)!.id;
  emptyTrash(ada, [entryOf(plans.id)]);
  undo.run();
  expect(said.at(-1)).toBe('Offers is back. The rest is not in the trash any more.');
  deleteDocuments([ada.collections.document.get(offers.id)!]);
  emptyTrash(ada, [entryOf(offers.id)]);
  undo.run();
  expect(said.at(-1)).toMatch(/^This is not in the trash any more/);
});

it('says nothing of the trash by "Undo" where another workspace is open by then, or none', async () => {
  deleteDocuments([folder('Plans')]);
  const another = await openOn(createDevice(), new ProtocolServer());
  for (const open of [{ records: { ...another, id: 'another' } } as never, undefined]) {
    provideWorkspace(open);
    undo.run();
  }
  expect(said.slice(1)).toEqual(['Restoring failed.', 'Restoring failed.']);
  await another.close();
});

it('says which names and places what comes back has now, where they are not the old ones', () => {
  const plans = folder('Plans');
  const roof = folder('Roof', plans.id);
  deleteDocuments([roof]);
  folder('Roof', plans.id);
  undo.run();
  expect(said.at(-1)).toBe('Roof is back. Under another name, since the old one is taken: Roof (2).');
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => folder(name, plans.id));
  deleteDocuments([a!]);
  const first = undo.run;
  deleteDocuments([b!, c!, d!, ada.collections.document.get(roof.id)!]);
  deleteDocuments([plans]);
  first();
  expect(said.at(-1)).toBe(
    'a is back. At the top, since the old place is not there, or lies in the trash: a.',
  );
  expect(ada.collections.document.get(a!.id)?.parentId).toBeUndefined();
  for (const name of ['b', 'c', 'd', 'Roof (2)']) folder(name);
  restoreDocuments(trash().filter(({ name }) => name !== 'Plans'));
  expect(said.at(-1)).toBe(
    '4 items are back. Under another name, since the old one is taken: b (2), c (2), d (2), …. ' +
      'At the top, since the old place is not there, or lies in the trash: b (2), c (2), d (2), ….',
  );
});

it('shares again what comes back, and says so where it does not', () => {
  const customerId = customer('019a0000-0000-7000-8000-0000000000c1');
  const plans = folder('Plans');
  shareDocuments(ada, [plans.id], customerId);
  deleteDocuments([plans]);
  expect(ada.collections.share.all()).toEqual([]);
  undo.run();
  expect(said.at(-1)).toBe('Plans is back.');
  expect(ada.collections.share.all()).toMatchObject([{ documentId: plans.id, scopeId: customerId }]);
  deleteDocuments([ada.collections.document.get(plans.id)!]);
  customer('019a0000-0000-7000-8000-0000000000c2');
  undo.run();
  expect(said.at(-1)).toBe('Plans is back. Not everything that a customer saw is shared again.');
  expect(ada.collections.share.all()).toEqual([]);
});
