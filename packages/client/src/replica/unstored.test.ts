/** A device that has no room for what is done for a while: it is stored once there is some, and until then people are told. */
import { beforeEach, expect, it } from 'vitest';
import type { DeviceWrite } from '../device/deviceStore.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';
import { tabHub } from './testing/tabHub.ts';

const scopeId = '019a0000-0000-7000-8000-00000000000b';
const task = (page: Replica, id: string) => page.collections.task.get(id)?.title;
const isTold = (page: Replica) => page.faults.get().some(({ kind }) => kind === 'not-kept');

let server: ProtocolServer;
let device: Device;
let isFull = false;
let refused: DeviceWrite[] = [];
beforeEach(() => {
  server = new ProtocolServer();
  server.addScope({ id: scopeId, kind: 'project', access: 'open' });
  device = createDevice();
  [isFull, refused] = [false, []];
  const { store } = device;
  const write = store.write.bind(store);
  store.write = async (changes) => {
    if (isFull && changes.some(({ table }) => table === 'outbox')) {
      refused.push(...changes);
      throw new DOMException('no room', 'QuotaExceededError');
    }
    await write(changes);
  };
});

it('is sent by the tab that leads once another one had room to store it', async () => {
  const hub = tabHub();
  const left = await openOn(device, server, { hints: server.hints, tabs: hub() });
  const right = await openOn(device, server, { hints: server.hints, tabs: hub() });
  await Promise.all([left.pull(), right.pull()]);
  isFull = true;
  const { id } = right.create('task', scopeId, { title: 'Slates' });
  await until(() => isTold(right));
  await expect(right.outbox.stored()).rejects.toThrow('no room');
  expect(right.outbox.unstored()).toHaveLength(1);
  isFull = false;
  await until(() => task(left, id) === 'Slates' && !left.isPending(id) && !right.isPending(id));
  expect(right.outbox.unstored()).toEqual([]);
  expect(isTold(right)).toBe(false);
  await right.outbox.stored();
  await Promise.all([left.close(), right.close()]);
});

it('is there after a reload, as it was last', async () => {
  let page = await openOn(device, server);
  await page.pull();
  device.connection.isOffline = true;
  isFull = true;
  const ids = ['first', 'second'].map((title) => page.create('task', scopeId, { title }).id);
  page.update('task', ids[0]!, { title: 'changed' });
  await until(() => page.outbox.unstored().length === 3);
  isFull = false;
  await page.outbox.stored().catch(() => {});
  await until(() => !isTold(page));
  await page.close();
  page = await openOn(device, server);
  expect(ids.map((id) => task(page, id))).toEqual(['changed', 'second']);
  expect(page.outbox.status.get().pending).toBe(3);
  await page.close();
});

it('is stored with the next thing that is done, and before the page closes', async () => {
  const never = { now: () => Date.now(), wait: () => new Promise<void>(() => {}) };
  let page = await openOn(device, server, { clock: never });
  await page.pull();
  device.connection.isOffline = true;
  isFull = true;
  page.create('task', scopeId, { title: 'first' });
  await until(() => page.outbox.unstored().length === 1);
  isFull = false;
  page.create('task', scopeId, { title: 'second' });
  await page.outbox.stored();
  isFull = true;
  page.create('task', scopeId, { title: 'third' });
  await until(() => page.outbox.unstored().length === 1);
  isFull = false;
  await page.close();
  page = await openOn(device, server);
  expect(page.collections.task.all().map(({ title }) => title)).toEqual(['first', 'second', 'third']);
  await page.close();
});

it('is written no more once the server has it', async () => {
  const page = await openOn(device, server);
  await page.pull();
  isFull = true;
  const { id } = page.create('task', scopeId, { title: 'Slates' });
  await page.outbox.sent();
  await until(() => !page.isPending(id) && refused.length > 0 && !isTold(page));
  expect(page.outbox.unstored()).toEqual([]);
  isFull = false;
  await page.close();
  expect(await device.store.scan('outbox', '')).toEqual([]);
});
