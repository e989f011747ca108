/** The card of a project after two devices changed it or its tasks at once. */
import { expect, it, vi } from 'vitest';
import { createProject, setProjectAccess } from '../nouns/project.ts';
import { observable } from '../observable.ts';
import { anyAuthor } from '../replica/testing/clearVault.ts';
import { createDevice, openOn, until } from '../replica/testing/client.ts';
import { lateVerified } from '../replica/testing/lateVerified.ts';
import { ProtocolServer, ServerError } from '../replica/testing/protocolServer.ts';
import { keepCards } from './ownCards.ts';

const customerId = '019a0000-0000-7000-8000-0000000000c1';

async function twoDevices() {
  const server = new ProtocolServer();
  const devices = [createDevice(), createDevice(anyAuthor)] as const;
  const [other, own] = await Promise.all(devices.map((device) => openOn(device, server)));
  other!.transaction((transaction) => {
    transaction.createScope({ id: customerId, kind: 'customer', access: 'open' });
    other!.create('customer', customerId, { id: customerId, name: 'Haus Ast', type: 'COMPANY' });
  });
  const { id } = createProject(other!, { name: 'Roof', type: 'CUSTOMER_PROJECT', customerId });
  const tasks = ['Beams', 'Slates'].map((title) => other!.create('task', id, { title }).id);
  const meet = async () => {
    for (let round = 0; round < 3; round++)
      for (const each of [other!, own!]) {
        await each.outbox.sent();
        await each.pull();
      }
  };
  await meet();
  /** Has each device finish a task, and one of them has no connection meanwhile. */
  const finishBoth = async () => {
    devices[1].connection.isOffline = true;
    own!.update('task', tasks[1]!, { status: 'DONE' });
    other!.update('task', tasks[0]!, { status: 'DONE' });
    await other!.outbox.sent();
    devices[1].connection.isOffline = false;
    await meet();
  };
  const done = () => other!.collections.projectCard.all().map(({ tasksDone }) => tasksDone);
  const place = { workspace: { ...own!, confirmed: observable(true) }, userId: anyAuthor };
  return {
    server,
    other: other!,
    own: own!,
    id,
    connection: devices[1].connection,
    place,
    meet,
    finishBoth,
    done,
  };
}

it('is counted where a task comes, is done or moves under another, and not where its text changes', async () => {
  const { other, id, done } = await twoDevices();
  const [first, second] = other.collections.task.where('scopeId', id);
  const counted = vi.spyOn(other.collections.task, 'where');
  const counts = (act: () => void): boolean => {
    counted.mockClear();
    act();
    return counted.mock.calls.some(([index]) => index === 'scopeId');
  };
  expect(counts(() => other.update('task', first!.id, { title: 'Rafters' }))).toBe(false);
  expect(counts(() => other.update('task', first!.id, { title: 'Beams', status: 'DONE' }))).toBe(true);
  expect(done()).toEqual([1]);
  expect(counts(() => other.update('task', second!.id, { parentId: first!.id }))).toBe(true);
  expect(other.collections.projectCard.all()[0]).toMatchObject({ tasksTotal: 1, tasksDone: 1 });
  expect(counts(() => other.create('task', id, { title: 'Slates' }))).toBe(true);
  expect(counts(() => other.update('project', id, { name: 'Roof and gable' }))).toBe(true);
});

it('is counted again by the device that wrote last', async () => {
  const { place, finishBoth, meet, done, own } = await twoDevices();
  const stop = keepCards(place);
  await finishBoth();
  await until(() => own.collections.projectCard.all()[0]?.tasksDone === 2);
  await meet();
  expect(done()).toEqual([2]);
  stop();
});

it('is not counted by the device of somebody else, nor while nobody may write', async () => {
  const { place, finishBoth, meet, done } = await twoDevices();
  const stops = [
    keepCards({ ...place, userId: 'another' }),
    keepCards({ ...place, workspace: { ...place.workspace, isWritable: () => false } }),
  ];
  await finishBoth();
  await meet();
  expect(done()).toEqual([1]);
  for (const stop of stops) stop();
});

it('is not corrected for ever where another device counts in another way', async () => {
  const { place, finishBoth, meet, done, own, other } = await twoDevices();
  const stop = keepCards(place);
  await finishBoth();
  await until(() => own.collections.projectCard.all()[0]?.tasksDone === 2);
  await meet();
  const [card] = other.collections.projectCard.all();
  other.update('projectCard', card!.id, { tasksDone: 7 });
  await meet();
  await meet();
  expect(done()).toEqual([7]);
  stop();
});

const others = ['c2', 'c3'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [string, string];

/** Adds two customers to whom a project can be given. */
async function withCustomers() {
  const devices = await twoDevices();
  const { other, meet } = devices;
  for (const id of others)
    other.transaction((transaction) => {
      transaction.createScope({ id, kind: 'customer', access: 'open' });
      other.create('customer', id, { id, name: id, type: 'COMPANY' });
    });
  await meet();
  return devices;
}

it('lies with one customer where two people gave the project to two', async () => {
  const { own, other, id, connection, place, meet } = await withCustomers();
  const stop = keepCards(place);
  connection.isOffline = true;
  own.update('project', id, { customerId: others[0] });
  other.update('project', id, { customerId: others[1] });
  await other.outbox.sent();
  connection.isOffline = false;
  await meet();
  await meet();
  const customerId = other.collections.project.get(id)?.customerId;
  expect(other.collections.projectCard.all().map(({ scopeId }) => scopeId)).toEqual([customerId]);
  expect(own.collections.projectCard.all().map(({ scopeId }) => scopeId)).toEqual([customerId]);
  stop();
});

it('is nobody’s where somebody gave a project to a customer and somebody else made it private', async () => {
  const { own, other, id, connection, place, meet } = await withCustomers();
  other.update('project', id, { customerId: undefined });
  await meet();
  const stop = keepCards(place);
  connection.isOffline = true;
  own.update('project', id, { customerId: others[0] });
  setProjectAccess(other, id, 'private');
  await other.outbox.sent();
  connection.isOffline = false;
  await meet();
  await meet();
  expect(other.accessOf(id)).toBe('private');
  expect(other.collections.projectCard.all()).toEqual([]);
  stop();
});

it('says what the project does where somebody renamed it as it was given away', async () => {
  const { own, other, id, connection, place, meet } = await withCustomers();
  const stop = keepCards(place);
  connection.isOffline = true;
  own.update('project', id, { customerId: others[0] });
  other.update('project', id, { name: 'Roofs' });
  await other.outbox.sent();
  connection.isOffline = false;
  await meet();
  await meet();
  expect(other.collections.projectCard.all()).toMatchObject([{ name: 'Roofs', scopeId: others[0] }]);
  stop();
});

it('is one where two devices gave the project to the same customer at once', async () => {
  const { own, other, id, place, meet } = await withCustomers();
  other.update('project', id, { customerId: undefined });
  await meet();
  for (const each of [own, other]) each.update('project', id, { customerId: others[0] });
  await Promise.all([own.outbox.sent(), other.outbox.sent()]);
  await meet();
  expect(other.collections.projectCard.all()).toHaveLength(2);
  const confirmed = observable(false);
  const stops = [own, other].map((each) => keepCards({ ...place, workspace: { ...each, confirmed } }));
  confirmed.set(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await meet();
  for (const each of [own, other])
    expect(each.collections.projectCard.all()).toMatchObject([{ scopeId: others[0] }]);
  for (const stop of stops) stop();
});

it('is tried once to be taken away where the server refuses that of a second one', async () => {
  const { server, own, other, id, place, meet } = await withCustomers();
  other.update('project', id, { customerId: undefined });
  await meet();
  for (const each of [own, other]) each.update('project', id, { customerId: others[0] });
  await Promise.all([own.outbox.sent(), other.outbox.sent()]);
  await meet();
  expect(own.collections.projectCard.all()).toHaveLength(2);
  let refusals = 0;
  server.onApply = () => {
    if (++refusals < 50) throw new ServerError('PERMISSION_DENIED');
  };
  const stop = keepCards(place);
  await until(() => refusals > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(refusals).toBe(1);
  expect(own.outbox.failed.get()).toEqual([]);
  stop();
});

it('waits until it is verified who wrote the project', async () => {
  const { server, own, other, id, connection, place, meet } = await withCustomers();
  connection.isOffline = true;
  own.update('project', id, { customerId: others[0] });
  other.update('project', id, { name: 'Roofs' });
  await other.outbox.sent();
  connection.isOffline = false;
  await meet();
  expect(other.collections.projectCard.all()).toMatchObject([{ name: 'Roof' }]);
  const { vault, verify } = lateVerified('project');
  const another = await openOn(createDevice(anyAuthor), server, { vault });
  const stop = keepCards({ ...place, workspace: { ...another, confirmed: observable(true) } });
  await another.pull();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await another.outbox.sent();
  expect(another.collections.projectCard.all()).toMatchObject([{ name: 'Roof' }]);
  verify();
  await until(() => another.collections.projectCard.all()[0]?.name === 'Roofs');
  await another.outbox.sent();
  await meet();
  expect(other.collections.projectCard.all()).toMatchObject([{ name: 'Roofs' }]);
  stop();
  await another.close();
});
