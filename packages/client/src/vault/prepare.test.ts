/** Getting ready loads and compiles, on constants alone: nothing of a person is in it, and an open account stays as it is. */
import { argon2idHash } from '@kontor/crypto/primitives/argon2';
import { xwingPublicKey } from '@kontor/crypto/primitives/hpke';
import { beforeEach, expect, it, vi } from 'vitest';
import { anotherVault, founder } from '../testing/founder.ts';
import { LocalVault } from './localVault.ts';

vi.mock('@kontor/crypto/primitives/argon2', async () => {
  const { argon2idHash } = await import('../testing/quickArgon2.ts');
  return { argon2idHash: vi.fn(argon2idHash) };
});
vi.mock('@kontor/crypto/primitives/hpke', async (original) => {
  const real = await original<typeof import('@kontor/crypto/primitives/hpke')>();
  return { ...real, xwingPublicKey: vi.fn(real.xwingPublicKey) };
});

const calls = () => [vi.mocked(argon2idHash).mock.calls.length, vi.mocked(xwingPublicKey).mock.calls.length];
beforeEach(() => {
  vi.clearAllMocks();
});

it('warms what opens an account, and what derives a key where somebody signs in, each once', async () => {
  const vault = new LocalVault();
  await vault.prepare();
  expect(calls()).toEqual([0, 1]);
  await vault.prepare({ signsIn: true });
  await vault.prepare({ signsIn: true });
  expect(calls()).toEqual([1, 1]);
});

it('warms with the same bytes whoever is there, and leaves their account open', async () => {
  const anna = await founder();
  const vault = await anotherVault(anna);
  const words = await vault.sixWords();
  vi.clearAllMocks();
  await vault.prepare({ signsIn: true });
  const used = vi.mocked(argon2idHash).mock.calls[0];
  await new LocalVault().prepare({ signsIn: true });
  expect(vi.mocked(argon2idHash).mock.calls[1]).toEqual(used);
  expect(vi.mocked(xwingPublicKey).mock.calls[0]).toEqual([new Uint8Array(32)]);
  expect(await vault.sixWords()).toEqual(words);
});

it('is silent about what does not load, and tries again', async () => {
  const vault = new LocalVault();
  vi.mocked(argon2idHash).mockRejectedValueOnce(new Error('no connection'));
  await vault.prepare({ signsIn: true });
  await vault.prepare({ signsIn: true });
  expect(calls()).toEqual([2, 1]);
});
