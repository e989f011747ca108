/** The memory of a device is given up where its keys are gone, and nowhere else: a vault that does not answer says nothing of it. */
import { utf8 } from '@kontor/contract/wire/bytes';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import { MarkMemory } from '../replica/markMemory.ts';
import { sealWrites } from '../replica/plannedWrites.ts';
import { readCounter } from '../session/account/accountKeys.ts';
import { type Founder, founder } from '../testing/founder.ts';
import { takeKeptPins } from './keepPin.ts';
import type { LocalVault } from './localVault.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let firm: Founder;
let another: Founder;
let device: MemoryStore;
beforeAll(async () => {
  [firm, another] = await Promise.all([founder(), founder()]);
  const { vault } = firm;
  device = new MemoryStore();
  for (const key of ['pin/some', 'given-up/some', 'keys'])
    await device.write([{ table: 'memory', key, value: await vault.sealLocal('memory', key, utf8('7')) }]);
  await device.write(await sealWrites(vault, await marksOf(vault).writesFor([firm.userId], 'a signature')));
});
afterEach(() => vi.restoreAllMocks());

const marksOf = (vault: LocalVault, on = device) =>
  new MarkMemory({
    workspaceId: firm.workspaceId,
    device: on,
    vault,
    records: {
      believedMark: () => ({ state: 'live', scopeId: firm.staff.id, version: 1 }),
      markedIds: () => [],
      unverifiedCount: 0,
    },
    state: { places: () => [] },
  });

const asks: [string, (vault: LocalVault) => Promise<unknown>][] = [
  ['pins', (vault) => takeKeptPins(vault, device)],
  ['the counter of the keys', (vault) => readCounter(vault, device)],
  ['version marks', (vault) => marksOf(vault).load()],
];

it.each(asks)('does not take %s for gone where the vault cannot say', async (_, ask) => {
  const { vault } = firm;
  const before = await device.keys('memory', '');
  // As with a worker that died.
  vi.spyOn(vault, 'openLocal').mockRejectedValue(new Error('no answer'));
  await expect(ask(vault)).rejects.toThrow('no answer');
  expect(await device.keys('memory', '')).toEqual(before);
});

it('gives up pins that were sealed under other keys, and believes nothing else that was', async () => {
  const there = new MemoryStore();
  // Names follow from the keys: another account finds these under its own.
  const rename = async (key: string) =>
    key.replace(
      await firm.vault.memoryName(firm.workspaceId),
      await another.vault.memoryName(firm.workspaceId),
    );
  for (const [key, value] of await device.scan('memory', ''))
    await there.write([{ table: 'memory', key: await rename(key), value }]);
  await takeKeptPins(another.vault, there);
  expect([await there.keys('memory', 'pin/'), await there.keys('memory', 'given-up/')]).toEqual([[], []]);
  expect(await readCounter(another.vault, there)).toBe(0);
  expect((await marksOf(another.vault, there).load()).marks.size).toBe(0);
  // The control: with the right keys they are there.
  expect(await readCounter(firm.vault, device)).toBe(7);
  expect((await marksOf(firm.vault).load()).marks.size).toBe(1);
});
