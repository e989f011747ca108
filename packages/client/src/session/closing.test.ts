/** Counts of what is left behind by whoever signs out, who can do so whatever the device's store does. */
import { expect, it } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn, until } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { countUnsent } from '../workspace/openWorkspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { closeSignedIn, waitForUnsent } from './closing.ts';
import type { SignedIn } from './signedIn.ts';

const openOf = (replica: Replica | undefined) => ({ opened: async () => replica }) as SignedIn['personal'];

it('counts what is not sent yet once, be it kept on the device or not for want of room', async () => {
  const scopeId = '019a0000-0000-7000-8000-00000000000b';
  const server = new ProtocolServer();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  const device = createDevice();
  const { store } = device;
  const write = store.write.bind(store);
  let isFull = false;
  store.write = async (changes) => {
    if (isFull && changes.some(({ table }) => table === 'outbox')) throw new Error('QuotaExceededError');
    await write(changes);
  };
  const open = async () => {
    const page = await openOn(device, server);
    await page.pull();
    return page;
  };
  const [workspace, other] = [await open(), await open()];
  device.connection.isOffline = true;
  const count = () =>
    waitForUnsent(
      { device: store, personal: openOf(other) },
      { countUnsent, workspaces: { opened: workspace as Workspace } },
      () => ({ state: 'offline' }),
    );
  expect(await count()).toEqual({ count: 0, unstored: 0 });
  workspace.create('task', scopeId, { title: 'stored' });
  await workspace.outbox.stored();
  isFull = true;
  workspace.create('task', scopeId, { title: 'not stored' });
  other.create('task', scopeId, { title: 'not stored either' });
  await until(() => [workspace, other].every(({ outbox }) => outbox.unstored().length === 1));
  expect(await count()).toEqual({ count: 3, unstored: 2 });
  isFull = false;
  await until(() => [workspace, other].every(({ outbox }) => outbox.unstored().length === 0));
  expect(await count()).toEqual({ count: 3, unstored: 0 });
  await Promise.all([workspace.close(), other.close()]);
});

it('counts nothing that was sent, though the device has no room for what it brought', async () => {
  const scopeId = '019a0000-0000-7000-8000-00000000000b';
  const server = new ProtocolServer();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  const device = createDevice();
  const { store } = device;
  const page = await openOn(device, server);
  await page.pull();
  const write = store.write.bind(store);
  store.write = async (changes) => {
    if (changes.some(({ table }) => table === 'page')) throw new Error('QuotaExceededError');
    await write(changes);
  };
  page.create('task', scopeId, { title: 'sent' });
  await page.outbox.sent();
  await page.pull();
  await until(() => page.faults.get().some(({ kind }) => kind === 'not-kept'));
  expect(await store.keys('outbox', '')).toHaveLength(1);
  const left = await waitForUnsent(
    { device: store, personal: openOf(undefined) },
    { countUnsent, workspaces: { opened: page as Workspace } },
    () => ({ state: 'offline' }),
  );
  expect(left).toEqual({ count: 0, unstored: 0 });
  // Nor once it is closed, where the account's password was reset elsewhere.
  const close = async () => {};
  const held = {
    device: store,
    realtime: { close },
    personal: openOf(undefined),
    drafts: { close },
  };
  const { unstored, arrived } = await closeSignedIn(
    held as unknown as SignedIn,
    { leave: true },
    { vault: { close }, workspaces: { close: () => page.close(), opened: page as Workspace } },
  );
  expect([await countUnsent(store), await countUnsent(store, unstored, arrived)]).toEqual([1, 0]);
});

it('knows once it is closed what the device had no room for', async () => {
  const scopeId = '019a0000-0000-7000-8000-00000000000b';
  const server = new ProtocolServer();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  const device = createDevice();
  const { store } = device;
  const page = await openOn(device, server);
  await page.pull();
  const write = store.write.bind(store);
  store.write = async (changes) => {
    if (changes.some(({ table }) => table === 'outbox')) throw new Error('QuotaExceededError');
    await write(changes);
  };
  device.connection.isOffline = true;
  page.create('task', scopeId, { title: 'not stored' });
  const close = async () => {};
  const held = { device: store, realtime: { close }, personal: openOf(page), drafts: { close } };
  const { unstored, arrived } = await closeSignedIn(
    held as unknown as SignedIn,
    { leave: true },
    { vault: { close }, workspaces: { close, opened: undefined } },
  );
  expect([await countUnsent(store), await countUnsent(store, unstored, arrived)]).toEqual([0, 1]);
});

it('counts what the open outboxes know of where the device cannot be asked', async () => {
  const scopeId = '019a0000-0000-7000-8000-00000000000b';
  const server = new ProtocolServer();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  const device = createDevice();
  const page = await openOn(device, server);
  await page.pull();
  const store = new MemoryStore();
  store.keys = () => Promise.reject(new DOMException('closing', 'InvalidStateError'));
  const count = () =>
    waitForUnsent(
      { device: store, personal: openOf(page) },
      { countUnsent, workspaces: { opened: undefined } },
      () => ({ state: 'offline' }),
    );
  expect(await count()).toEqual({ count: 0, unstored: 0 });
  device.connection.isOffline = true;
  page.create('task', scopeId, { title: 'waits' });
  await page.outbox.stored();
  expect(await count()).toEqual({ count: 1, unstored: 0 });
  await page.close();
});

it('forgets the sign-in though what is unsent could not be deleted before', async () => {
  const device = new MemoryStore();
  const sealed = new Uint8Array(1);
  await device.write([
    { table: 'account', key: 'device', value: { sealed } },
    { table: 'outbox', key: 'a', value: sealed },
  ]);
  device.clear = () => Promise.reject(new DOMException('closing', 'InvalidStateError'));
  let isClosed = false;
  device.close = () => {
    isClosed = true;
  };
  const close = async () => {};
  const held = {
    device,
    sealed,
    realtime: { close },
    personal: openOf(undefined),
    drafts: { close },
  };
  await closeSignedIn(
    held as unknown as SignedIn,
    { discard: true },
    { vault: { close }, workspaces: { close, opened: undefined } },
  );
  expect(await device.get('account', 'device')).toBeUndefined();
  expect(await device.keys('outbox', '')).toEqual([]);
  expect(isClosed).toBe(true);
});

it('lets go of keys and sign-in though the open workspace cannot be closed', async () => {
  const device = new MemoryStore();
  const sealed = new Uint8Array(1);
  await device.write([{ table: 'account', key: 'device', value: { sealed } }]);
  const closed: string[] = [];
  const close = (name: string) => async () => void closed.push(name);
  const refuses = () => Promise.reject(new Error('no answer'));
  const held = {
    device,
    sealed,
    realtime: { close: close('realtime') },
    personal: openOf(undefined),
    drafts: { close: refuses },
  };
  await closeSignedIn(
    held as unknown as SignedIn,
    {},
    { vault: { close: close('vault') }, workspaces: { close: refuses, opened: undefined } },
  );
  expect(closed).toEqual(['realtime', 'vault']);
  expect(await device.get('account', 'device')).toBeUndefined();
});
