import { lp, toHex, utf8 } from '@kontor/contract/wire/bytes';
import { type Label, labels } from '@kontor/contract/wire/labels';
import { expect, it } from 'vitest';
import { openBox, sealBox } from './box.ts';
import { deriveKey } from './derive.ts';
import { ed25519 } from './primitives/ed25519.ts';
import { importAesKey, randomBytes } from './primitives/webcrypto.ts';
import { signBytes, verifyBytes } from './signing.ts';
import { outcome } from './testing/fixtures.ts';

const all: Label[] = Object.values(labels);
const content = utf8('content');

it('opens a box under its own label alone, for every pair of labels', async () => {
  const key = await importAesKey(randomBytes(32));
  for (const label of all) {
    const box = await sealBox(key, label, ['a'], content);
    // All at once: one behind the other each waits for whatever else the threads of the process do.
    const codes = await Promise.all(all.map((other) => outcome(() => openBox(key, other, ['a'], box))));
    const expected = all.map((other) => (other === label ? 'opened' : 'not-verified'));
    expect(codes, label).toEqual(expected);
  }
});

it('verifies a signature under its own label alone, for every pair of labels', async () => {
  const seed = randomBytes(32);
  const publicKey = await (await ed25519()).publicKey(seed);
  for (const label of all) {
    const signature = await signBytes(seed, lp(label, content));
    const verified = await Promise.all(
      all.map((other) => verifyBytes(publicKey, lp(other, content), signature)),
    );
    expect(verified, label).toEqual(all.map((other) => other === label));
  }
});

it('derives another key for every label and for every split of the parts', async () => {
  const key = randomBytes(32);
  const derived = await Promise.all([
    ...all.map((label) => deriveKey(key, label)),
    deriveKey(key, labels.name, ['ab', 'c']),
    deriveKey(key, labels.name, ['a', 'bc']),
    deriveKey(key, labels.name, ['abc']),
    deriveKey(key, labels.name, ['abc', '']),
  ]);
  expect(new Set(derived.map(toHex)).size).toBe(all.length + 4);
});

it('keeps the parts of its place apart', async () => {
  const key = await importAesKey(randomBytes(32));
  const box = await sealBox(key, labels.devicePage, ['ab', 'c'], content);
  for (const parts of [['a', 'bc'], ['abc'], ['ab', 'c', ''], ['c', 'ab']]) {
    expect(await outcome(() => openBox(key, labels.devicePage, parts, box))).toBe('not-verified');
  }
});
