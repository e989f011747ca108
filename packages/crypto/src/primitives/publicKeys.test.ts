/** The contract's checks of public keys, which use no library, against the libraries that seal and verify. */
import { type Bytes, toHex } from '@kontor/contract/wire/bytes';
import { isEd25519PublicKey, isXWingPublicKey } from '@kontor/contract/wire/publicKeys';
import { expect, it } from 'vitest';
import { fromHex } from '../testing/hex.ts';
import { ed25519 } from './ed25519.ts';
import { hpkeSeal, xwingPublicKey } from './hpke.ts';
import { randomBytes } from './webcrypto.ts';

const p = `ed${'ff'.repeat(30)}7f`;
const above = `ee${'ff'.repeat(30)}7f`;
const below = `ec${'ff'.repeat(30)}7f`;
const zero = '00'.repeat(32);
const one = `01${'00'.repeat(31)}`;

const isSealable = (key: Bytes): Promise<boolean> =>
  hpkeSeal(key, new Uint8Array(0), new Uint8Array(1)).then(
    () => true,
    () => false,
  );

it('takes the X-Wing keys that seeds make', async () => {
  for (let i = 0; i < 20; i++) expect(isXWingPublicKey(await xwingPublicKey(randomBytes(32)))).toBe(true);
});

it('refuses an X-Wing key with a coefficient of 3,329 or more, which cannot be sealed to either', async () => {
  const key = await xwingPublicKey(randomBytes(32));
  // Each place of a coefficient in its three bytes, first, last and in between.
  for (const at of [0, 3, 600, 1_149])
    for (const [low, high] of [
      [0, 1],
      [1, 2],
    ] as const)
      for (const value of [3_328, 3_329, 4_095]) {
        const bent = key.slice();
        if (low === 0) {
          bent[at] = value & 0xff;
          bent[at + high] = (bent[at + high]! & 0xf0) | (value >> 8);
        } else {
          bent[at + low] = (bent[at + low]! & 0x0f) | ((value & 0x0f) << 4);
          bent[at + high] = value >> 4;
        }
        expect(isXWingPublicKey(bent), `${value} at ${at} + ${low}`).toBe(value < 3_329);
        expect(await isSealable(bent)).toBe(value < 3_329);
      }
});

it('refuses an X-Wing key of another size', async () => {
  const key = await xwingPublicKey(randomBytes(32));
  expect(isXWingPublicKey(key.subarray(1))).toBe(false);
  expect(isXWingPublicKey(new Uint8Array([...key, 0]))).toBe(false);
});

it('refuses an X25519 half of small order, or written in another way than the one', async () => {
  const key = await xwingPublicKey(randomBytes(32));
  const withHalf = (half: Bytes) => {
    const bent = key.slice();
    bent.set(half, 1_184);
    return bent;
  };
  const small = [
    zero,
    one,
    below,
    'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
    '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  ];
  const { x25519 } = await import('@noble/curves/ed25519.js');
  for (const hex of small) {
    expect(isXWingPublicKey(withHalf(fromHex(hex))), hex).toBe(false);
    // The control: whatever the secret, what is shared is zero.
    expect(() => x25519.getSharedSecret(randomBytes(32), fromHex(hex))).toThrow();
  }
  for (const hex of [p, above, `${'ff'.repeat(31)}7f`])
    expect(isXWingPublicKey(withHalf(fromHex(hex))), hex).toBe(false);
  const marked = key.slice(1_184);
  marked[31]! |= 0x80;
  expect(isXWingPublicKey(withHalf(marked))).toBe(false);
  // The largest coordinate that is written as it should be, but for p - 1.
  expect(isXWingPublicKey(withHalf(fromHex(`eb${'ff'.repeat(30)}7f`)))).toBe(true);
});

it('refuses every encoding of an Ed25519 point of small order, and no key', async () => {
  const { ed25519: noble } = await import('@noble/curves/ed25519.js');
  const eighth = noble.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
  let found = 0;
  for (const hex of [zero, one, below, p, above, eighth.toHex(), eighth.multiply(3n).toHex()])
    for (const sign of [0, 0x80]) {
      const encoding = fromHex(hex);
      encoding[31] = (encoding[31]! & 0x7f) | sign;
      expect(isEd25519PublicKey(encoding), toHex(encoding)).toBe(false);
      found++;
    }
  expect(found).toBe(14);
  const curve = await ed25519();
  for (let i = 0; i < 20; i++) expect(isEd25519PublicKey(await curve.publicKey(randomBytes(32)))).toBe(true);
});

it('refuses an Ed25519 key that is not reduced', () => {
  // y = 3 is a point of the curve: written as p + 3 it would be a second name of one key.
  expect(isEd25519PublicKey(fromHex(`03${'00'.repeat(31)}`))).toBe(true);
  expect(isEd25519PublicKey(fromHex(`f0${'ff'.repeat(30)}7f`))).toBe(false);
  expect(isEd25519PublicKey(fromHex(`f0${'ff'.repeat(31)}`))).toBe(false);
});
