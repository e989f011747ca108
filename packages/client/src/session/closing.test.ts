/** The count of what would be left behind by whoever signs out. */
import { expect, it } from 'vitest';
import { createDevice, openOn, until } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { countUnsent } from '../workspace/openWorkspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { waitForUnsent } from './closing.ts';

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
      { device: store, personal: Promise.resolve(other) },
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
