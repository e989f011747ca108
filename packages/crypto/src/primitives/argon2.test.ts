/**
 * Known answers: version 0x13 of the test suite of the Argon2 reference implementation, and RFC 9106 section 5.3. The
 * RFC's vector has associated data, which hash-wasm cannot be given: a second implementation (@noble/hashes) that
 * passes it must agree with hash-wasm elsewhere.
 */
import { toHex, utf8 } from '@kontor/contract/wire/bytes';
import { argon2id } from '@noble/hashes/argon2.js';
import { expect, it } from 'vitest';
import { argon2idHash } from './argon2.ts';

/** [secret, salt, memory KiB, iterations, lanes, hash] */
const reference: [string, string, number, number, number, string][] = [
  ['password', 'somesalt', 65_536, 2, 1, '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7'],
  ['password', 'somesalt', 256, 2, 1, '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe'],
  ['password', 'somesalt', 256, 2, 2, '6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037'],
  ['password', 'somesalt', 65_536, 1, 1, 'f6a5adc1ba723dddef9b5ac1d464e180fcd9dffc9d1cbf76cca2fed795d9ca98'],
  ['password', 'somesalt', 65_536, 4, 1, '9025d48e68ef7395cca9079da4c4ec3affb3c8911fe4f86d1a2520856f63172c'],
  [
    'differentpassword',
    'somesalt',
    65_536,
    2,
    1,
    '0b84d652cf6b0c4beaef0dfe278ba6a80df6696281d7e0d2891b817d8c458fde',
  ],
  ['password', 'diffsalt', 65_536, 2, 1, 'bdf32b05ccc42eb15d58fd19b1f856b113da1e9a5874fdcc544308565aa8141c'],
];

it('computes the vectors of the reference implementation', async () => {
  for (const [secret, salt, memoryKiB, iterations, parallelism, hash] of reference) {
    const params = { memoryKiB, iterations, parallelism };
    expect(toHex(await argon2idHash(utf8(secret), utf8(salt), params, 32))).toBe(hash);
  }
  expect(reference).toHaveLength(7);
});

it('agrees with an implementation that computes the vector of RFC 9106', async () => {
  const fill = (byte: number, length: number) => new Uint8Array(length).fill(byte);
  const rfc = argon2id(fill(1, 32), fill(2, 16), {
    t: 3,
    m: 32,
    p: 4,
    key: fill(3, 8),
    personalization: fill(4, 12),
    dkLen: 32,
  });
  expect(toHex(rfc)).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
  for (const length of [1, 31, 64, 200]) {
    const [secret, salt] = [fill(length, length), fill(7, 16)];
    const params = { memoryKiB: 64, iterations: 3, parallelism: 1 };
    const ours = await argon2idHash(secret, salt, params, 32);
    expect(toHex(ours)).toBe(toHex(argon2id(secret, salt, { t: 3, m: 64, p: 1, dkLen: 32 })));
  }
});
