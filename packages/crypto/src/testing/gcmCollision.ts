/**
 * Crafts a record that AES-GCM opens under two keys (Dodis, Grubbs, Ristenpart and Woodage, "Fast Message Franking",
 * CRYPTO 2018): the tag is linear in the ciphertext blocks, so one free block makes it right under both keys.
 */
import { type Bytes, concat, u64 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { type RecordContext, recordAssociatedData } from '../recordContext.ts';

/** Returns a field element of GCM: bit 127 of the number is the block's first bit. */
const toField = (block: Uint8Array): bigint => block.reduce((out, byte) => (out << 8n) | BigInt(byte), 0n);

const fromField = (value: bigint): Bytes =>
  Uint8Array.from({ length: 16 }, (_, i) => Number((value >> BigInt(8 * (15 - i))) & 0xffn));

/** Multiplies in GF(2^128) with GCM's bit order (NIST SP 800-38D, 6.3). */
function multiply(x: bigint, y: bigint): bigint {
  let [out, v] = [0n, y];
  for (let i = 127n; i >= 0n; i--) {
    if ((x >> i) & 1n) out ^= v;
    v = v & 1n ? (v >> 1n) ^ (0xe1n << 120n) : v >> 1n;
  }
  return out;
}

/** Returns x^(2^128 - 2). */
function invert(x: bigint): bigint {
  let [out, power] = [1n << 127n, x];
  for (let i = 0; i < 127; i++) {
    power = multiply(power, power);
    out = multiply(out, power);
  }
  return out;
}

/** Encrypts one block by AES-256, through AES-CTR over a zero block with that block as counter. */
async function encryptBlock(key: Bytes, block: Bytes): Promise<Bytes> {
  const aes = await crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['encrypt']);
  const params = { name: 'AES-CTR', counter: block, length: 128 };
  return new Uint8Array(await crypto.subtle.encrypt(params, aes, new Uint8Array(16)));
}

const blocksOf = (bytes: Uint8Array): bigint[] =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, i) => {
    const block = new Uint8Array(16);
    block.set(bytes.subarray(16 * i, 16 * i + 16));
    return toField(block);
  });

/** Returns a record of 512 ciphertext bytes whose header names `kid` and whose tag is right under both keys. */
export async function craftCollision(
  keys: readonly [Bytes, Bytes],
  nonce: Bytes,
  kid: Bytes,
  context: RecordContext,
): Promise<{ sealed: Bytes; associatedData: Bytes }> {
  const header = concat(new Uint8Array([2]), kid);
  const associatedData = recordAssociatedData(labels.record, header, context);
  const ciphertext = new Uint8Array(512).fill(0x5a);
  ciphertext.fill(0, 496);
  const lengths = concat(u64(associatedData.length * 8), u64(ciphertext.length * 8));
  const blocks = [...blocksOf(associatedData), ...blocksOf(ciphertext), ...blocksOf(lengths)];
  // Each key's tag without the free block (the last of the ciphertext), and that block's weight: H squared.
  const sides = await Promise.all(
    keys.map(async (key) => {
      const h = toField(await encryptBlock(key, new Uint8Array(16)));
      const mask = toField(await encryptBlock(key, concat(nonce, new Uint8Array([0, 0, 0, 1]))));
      const hash = blocks.reduce((sum, block) => multiply(sum ^ block, h), 0n);
      return { tag: hash ^ mask, weight: multiply(h, h) };
    }),
  );
  const [a, b] = [sides[0]!, sides[1]!];
  const free = multiply(a.tag ^ b.tag, invert(a.weight ^ b.weight));
  ciphertext.set(fromField(free), 496);
  const tag = fromField(a.tag ^ multiply(free, a.weight));
  return { sealed: concat(header, nonce, ciphertext, tag), associatedData };
}
