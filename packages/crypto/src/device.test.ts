import { utf8 } from '@kontor/contract/wire/bytes';
import { beforeAll, expect, it } from 'vitest';
import type { AccountKeys } from './account.ts';
import {
  createDeviceKey,
  createPageKey,
  importPageKey,
  importStoreKey,
  openDevice,
  openStored,
  sealDevice,
  sealStored,
} from './device.ts';
import { aliceId, bobId, createAlice, createBob, flipBit, outcome } from './testing/fixtures.ts';

let alice: AccountKeys;
let deviceKey: CryptoKey;
const share = crypto.getRandomValues(new Uint8Array(32));
const page = utf8('a page');

beforeAll(async () => {
  alice = await createAlice();
  deviceKey = await createDeviceKey();
});

it('opens with device key, share and certificate together', async () => {
  const pageKey = createPageKey();
  const sealed = await sealDevice(deviceKey, share, alice, pageKey);
  expect(sealed).toHaveLength(154);
  const opened = await openDevice(deviceKey, share, alice.cert, sealed);
  expect(opened.seeds).toEqual(alice.seeds);
  const sealedPage = await sealStored('page', opened.pageKey, 'task/0', page);
  expect(await openStored('page', await importPageKey(pageKey), 'task/0', sealedPage)).toEqual(page);
});

it('opens with neither half alone, nor for another account', async () => {
  const bob = await createBob();
  const sealed = await sealDevice(deviceKey, share, alice, createPageKey());
  const otherKey = await createDeviceKey();
  expect(await outcome(() => openDevice(otherKey, share, alice.cert, sealed))).toBe('not-verified');
  const otherShare = crypto.getRandomValues(new Uint8Array(32));
  expect(await outcome(() => openDevice(deviceKey, otherShare, alice.cert, sealed))).toBe('not-verified');
  expect(await outcome(() => openDevice(deviceKey, share, bob.cert, sealed))).toBe('not-verified');
  expect(await outcome(() => openDevice(deviceKey, share.slice(1), alice.cert, sealed))).toBe('malformed');
  for (let bit = 8; bit < sealed.length * 8; bit += 7) {
    const attempt = () => openDevice(deviceKey, share, alice.cert, flipBit(sealed, bit));
    expect(await outcome(attempt)).toBe('not-verified');
  }
  const mixed = await sealDevice(deviceKey, share, { seeds: alice.seeds, cert: bob.cert }, createPageKey());
  expect(await outcome(() => openDevice(deviceKey, share, bob.cert, mixed))).toBe('key-mismatch');
});

it('hands out no key that could be exported', async () => {
  const sealed = await sealDevice(deviceKey, share, alice, createPageKey());
  const { pageKey } = await openDevice(deviceKey, share, alice.cert, sealed);
  for (const key of [deviceKey, pageKey, await importStoreKey('outbox', alice.seeds, aliceId)]) {
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  }
});

it('keeps pages and outbox entries in their places', async () => {
  const pageKey = await importPageKey(createPageKey());
  const sealedPage = await sealStored('page', pageKey, 'task/0', page);
  expect(await outcome(() => openStored('page', pageKey, 'task/1', sealedPage))).toBe('not-verified');
  const outbox = await importStoreKey('outbox', alice.seeds, aliceId);
  const entry = await sealStored('outbox', outbox, 'e1', page);
  expect(
    await openStored('outbox', await importStoreKey('outbox', alice.seeds, aliceId), 'e1', entry),
  ).toEqual(page);
  expect(await outcome(() => openStored('outbox', outbox, 'e2', entry))).toBe('not-verified');
  const other = await importStoreKey('outbox', alice.seeds, bobId);
  expect(await outcome(() => openStored('outbox', other, 'e1', entry))).toBe('not-verified');
});
