/** A sign-in on the device: in which order it opens and writes, and what stays where it is refused or cut off. */
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { deviceTables } from '../../device/deviceStore.ts';
import type { MemoryStore } from '../../device/memoryStore.ts';
import { type Founder, founder } from '../../testing/founder.ts';
import { LocalVault } from '../../vault/localVault.ts';
import { scene as sceneOf } from '../testing/scene.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../../testing/quickArgon2.ts'));

let anna: Founder;
beforeAll(async () => {
  anna = await founder();
});
afterEach(() => vi.restoreAllMocks());

/** Opens the place; the server says of the account what `told` says, and hands out a pin of Anna's workspace. */
async function scene(told: object = {}) {
  const pins = [(await anna.vault.sealPin(anna.workspaceId))!];
  const place = sceneOf(anna, { '/api/account': () => ({ ...place.account(), pins, ...told }) });
  const device = (await place.stores(anna.userId)) as MemoryStore;
  const signIn = () => place.session.signIn(anna.email, anna.password);
  return { place, device, signIn };
}

/** Resolves with all that lies on a device. */
const contents = (device: MemoryStore) => Promise.all(deviceTables.map((table) => device.scan(table, '')));

it('keeps the account, its pins and what it notes in one change', async () => {
  const { place, device, signIn } = await scene();
  await signIn();
  await place.session.signOut({ discard: true });
  // The account's keys carry the pin by now, and the browser is a new one.
  await device.clear();
  const made = vi.spyOn(device, 'change');
  await signIn();
  const keys = made.mock.calls.map(([{ writes }]) => writes.map(({ key }) => key.split('/')[0]));
  expect(keys).toEqual([['removed', 'device', 'blank', 'pin'], ['pin'], ['keys']]);
});

it('keeps nothing of an account that is cut off before that change is made', async () => {
  const { place, device, signIn } = await scene();
  vi.spyOn(device, 'change').mockRejectedValueOnce(new Error('the tab died'));
  await expect(signIn()).rejects.toThrow('the tab died');
  expect((await contents(device)).flat()).toEqual([]);
  expect(place.session.status).not.toBe('authenticated');
});

it('leaves what an earlier sign-in keeps where the keys do not open, and closes the device', async () => {
  const { place, device, signIn } = await scene({ privateKey: toBase64Url(new Uint8Array(93)) });
  const value = new Uint8Array(3);
  for (const table of deviceTables) await device.write([{ table, key: 'earlier', value }]);
  const before = await contents(device);
  const closed = vi.spyOn(device, 'close');
  await expect(signIn()).rejects.toMatchObject({ code: 'unknown-version' });
  expect(await contents(device)).toEqual(before);
  expect(place.calls.at(-1)?.path).toBe('/api/auth/signout');
  await vi.waitUntil(() => closed.mock.calls.length > 0);
});

it('opens the device while the keys open', async () => {
  const { place, signIn } = await scene();
  const open = LocalVault.prototype.openAccount;
  vi.spyOn(LocalVault.prototype, 'openAccount').mockImplementation(async function (this: LocalVault, input) {
    await vi.waitUntil(() => place.openDevice.mock.calls.length > 0);
    return open.call(this, input);
  });
  await signIn();
  expect(place.session.status).toBe('authenticated');
});

it('leaves no key open where the device does not', async () => {
  const { place, signIn } = await scene();
  const opened = vi.spyOn(LocalVault.prototype, 'openAccount');
  const closed = vi.spyOn(LocalVault.prototype, 'close');
  place.openDevice.mockRejectedValueOnce(new Error('no room'));
  await expect(signIn()).rejects.toThrow('no room');
  expect(opened.mock.settledResults[0]?.type).toBe('fulfilled');
  expect(closed.mock.invocationCallOrder.at(-1)).toBeGreaterThan(opened.mock.invocationCallOrder[0]!);
  await expect((closed.mock.contexts.at(-1) as LocalVault).sixWords()).rejects.toMatchObject({
    fault: 'missing-key',
  });
});

it('opens what the device remembers once', async () => {
  const { place, device, signIn } = await scene();
  await signIn();
  await place.session.signOut({ discard: true });
  const scanned = vi.spyOn(device, 'scan');
  const pinScans = () => scanned.mock.calls.filter(([, prefix]) => prefix === 'pin/').length;
  await signIn();
  expect(pinScans()).toBe(1);
  await place.open().refresh();
  expect(pinScans(), 'and the next start').toBe(2);
});
