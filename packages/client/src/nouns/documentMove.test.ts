/** Documents that move to another customer, on two devices at once: about whom they are, and who sees them then. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { observable } from '../observable.ts';
import type { Replica } from '../replica/replica.ts';
import { anyAuthor } from '../replica/testing/clearVault.ts';
import { createDevice, until } from '../replica/testing/client.ts';
import { logEntry, openWithLog } from '../replica/testing/openWithLog.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { keepTogether } from '../workspace/leftBehind.ts';
import { moveDocuments } from './document.ts';
import { createProject } from './project.ts';
import { shareDocuments } from './share.ts';
import { restoreFromTrash, trashDocuments } from './trash.ts';

const [alder, birke, staff] = ['a1', 'b1', 'd1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const devices = () => [createDevice(anyAuthor), createDevice(anyAuthor)] as const;
let [adaDevice, benDevice] = devices();
let ada: Replica;
let ben: Replica;
let server: ProtocolServer;

const open = (device: typeof adaDevice) =>
  openWithLog({ server, log: [logEntry(0, 'genesis')] }, device, { role: 'ADMIN' });

beforeEach(async () => {
  server = new ProtocolServer();
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  for (const id of [alder, birke]) server.addScope({ id, kind: 'customer', access: 'private' });
  [adaDevice, benDevice] = devices();
  [ada, ben] = [await open(adaDevice), await open(benDevice)];
  await meet();
});
afterEach(() => Promise.all([ada.close(), ben.close()]));

/** Waits until everything is sent and seen. */
async function meet(): Promise<void> {
  for (const each of [ada, ben]) await each.outbox.sent();
  for (const each of [ada, ben]) await each.pull();
}

const folder = (by: Replica, name: string, customerId: string, parentId?: string) =>
  by.create('document', staff, { kind: 'folder', name, customerId, ...(parentId && { parentId }) }).id;
const aboutOf = (by: Replica, id: string) => by.collections.document.get(id)?.customerId;

it('ends in the same act what its customer saw, as far as it lies in what moves', async () => {
  const plans = folder(ada, 'Plans', alder);
  folder(ada, 'Inside', alder, plans);
  shareDocuments(ada, [plans], alder);
  expect(ada.collections.share.size).toBe(2);
  moveDocuments(ada, [plans], { scopeId: staff, customerId: birke });
  expect(ada.collections.share.all()).toEqual([]);
  await meet();
  expect(ben.collections.share.all()).toEqual([]);
});

it('takes what was put into it without a connection along, from a project as from a customer', async () => {
  const projectId = createProject(ada, { name: 'Roof' }).id;
  const inProject = ada.create('document', projectId, { kind: 'folder', name: 'Plans' }).id;
  const atAlder = folder(ada, 'Offers', alder);
  await meet();
  benDevice.connection.isOffline = true;
  const late = ben.create('document', projectId, { kind: 'folder', name: 'Late', parentId: inProject }).id;
  const deep = ben.create('document', projectId, { kind: 'folder', name: 'Deep', parentId: late }).id;
  const other = folder(ben, 'Other', alder, atAlder);
  moveDocuments(ada, [inProject, atAlder], { scopeId: staff, customerId: birke });
  await ada.outbox.sent();
  benDevice.connection.isOffline = false;
  await ben.pull();
  await meet();
  for (const by of [ada, ben]) {
    expect([late, deep, other].map((id) => aboutOf(by, id))).toEqual([birke, birke, birke]);
    expect(by.collections.document.get(deep)).toMatchObject({ scopeId: staff, parentId: late });
    expect([by.leftBehind(), by.faults.get(), by.outbox.failed.get()]).toEqual([[], [], []]);
  }
});

it('is about its new customer by the device of an author or admin where the move came last', async () => {
  const plans = folder(ada, 'Plans', alder);
  await meet();
  adaDevice.connection.isOffline = true;
  moveDocuments(ada, [plans], { scopeId: staff, customerId: birke });
  const late = folder(ben, 'Late', alder, plans);
  const deep = folder(ben, 'Deep', alder, late);
  await ben.outbox.sent();
  adaDevice.connection.isOffline = false;
  await meet();
  expect([plans, late, deep].map((id) => aboutOf(ben, id))).toEqual([birke, alder, alder]);
  const stop = keepTogether({
    workspace: { ...ben, confirmed: observable<boolean | undefined>(true) },
    userId: anyAuthor,
  });
  await until(() => aboutOf(ben, late) === birke);
  await meet();
  expect([late, deep].map((id) => aboutOf(ada, id))).toEqual([birke, birke]);
  expect([ada.leftBehind(), ben.leftBehind()]).toEqual([[], []]);
  stop();
});

it('comes out of the trash at the top where its folder is another customer’s by now', async () => {
  const plans = folder(ada, 'Plans', alder);
  const inside = folder(ada, 'Inside', alder, plans);
  const [entry] = trashDocuments(ada, [inside]);
  moveDocuments(ada, [plans], { scopeId: staff, customerId: birke });
  restoreFromTrash(ada, [entry!]);
  expect(ada.collections.document.get(inside)).toMatchObject({ customerId: alder });
  expect(ada.collections.document.get(inside)?.parentId).toBeUndefined();
});

describe('a move of several batches whose first one is refused, since its name is taken meanwhile', () => {
  const count = 600;
  let [from, to, plans, target, taken] = ['', '', '', '', ''];

  /** Counts what the customer of each project sees. */
  const seen = (by: Replica) =>
    [alder, birke].map((customerId) => by.collections.share.where('scopeId', customerId).length);
  const placed = (by: Replica) =>
    [from, to].map((projectId) => by.collections.document.where('scopeId', projectId).length);

  beforeEach(async () => {
    [from, to] = [alder, birke].map(
      (customerId) => createProject(ada, { name: 'P', type: 'CUSTOMER_PROJECT', customerId }).id,
    ) as [string, string];
    plans = ada.create('document', from, { kind: 'folder', name: 'Plans' }).id;
    target = ada.create('document', to, { kind: 'folder', name: 'Target' }).id;
    ada.transaction(() => {
      for (let i = 0; i < count; i++)
        ada.create('document', from, { kind: 'folder', name: `Sheet ${i}`, parentId: plans });
    });
    shareDocuments(ada, [plans], alder);
    shareDocuments(ada, [target], birke);
    await meet();
    adaDevice.connection.isOffline = true;
    moveDocuments(ada, [plans], { scopeId: to, parentId: target });
    taken = ben.create('document', to, { kind: 'folder', name: 'PLANS', parentId: target }).id;
    await ben.outbox.sent();
    adaDevice.connection.isOffline = false;
    await ada.pull();
    await meet();
  });

  it('changes nothing that a customer sees, and is told as one', async () => {
    expect([placed(ben), seen(ben)]).toEqual([
      [count + 1, 2],
      [count + 1, 2],
    ]);
    expect(ada.outbox.failed.get().map(({ code }) => code)).toEqual(['NAME_TAKEN']);
    expect(ada.outbox.status.get()).toMatchObject({ pending: 0, failed: 1 });
  });

  it('arrives in whole where it is sent again and the name is free', async () => {
    ben.update('document', taken, { name: 'Others' });
    await meet();
    await ada.outbox.retry(ada.outbox.failed.get()[0]!.id);
    await meet();
    for (const by of [ada, ben])
      expect([placed(by), seen(by)]).toEqual([
        [0, count + 3],
        [0, count + 3],
      ]);
    expect(ada.outbox.failed.get()).toEqual([]);
  });

  it('stays in whole where it is discarded, also after a restart', async () => {
    await ada.close();
    ada = await open(adaDevice);
    await meet();
    await ada.outbox.discard(ada.outbox.failed.get()[0]!.id);
    await meet();
    for (const by of [ada, ben])
      expect([placed(by), seen(by)]).toEqual([
        [count + 1, 2],
        [count + 1, 2],
      ]);
    expect(ada.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
  });
});
