/** Known answers: RFC 8032 section 7.1 (TEST 1, 2, 3, SHA(abc)). Both implementations give and refuse the same. */
import { type Bytes, concat, toHex } from '@kontor/contract/wire/bytes';
import { describe, expect, it, vi } from 'vitest';
import { fromHex } from '../testing/hex.ts';
import { type Ed25519, ed25519, nativeEd25519, nobleEd25519 } from './ed25519.ts';

const vectors = [
  {
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
  {
    seed: '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
    publicKey: 'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    message:
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    signature:
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  },
];

/** The group order, little-endian: adding it to a signature's scalar is the classic way to bend a signature. */
const order = fromHex('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010');

const sign = async (curve: Ed25519, seed: string, message: string) =>
  (await curve.signer(fromHex(seed)))(fromHex(message));

const verify = async (curve: Ed25519, publicKey: Bytes, message: Bytes, signature: Bytes) =>
  (await curve.verifier(publicKey))(message, signature);

function addOrder(signature: Bytes): Bytes {
  const out = signature.slice();
  let carry = 0;
  for (let i = 0; i < 32; i++) {
    carry += out[32 + i]! + order[i]!;
    out[32 + i] = carry & 0xff;
    carry >>= 8;
  }
  return out;
}

describe.each([
  ['WebCrypto', nativeEd25519],
  ['noble', nobleEd25519],
])('Ed25519 from %s', (_name, curve) => {
  it('computes the vectors', async () => {
    for (const { seed, publicKey, message, signature } of vectors) {
      expect(toHex(await curve.publicKey(fromHex(seed)))).toBe(publicKey);
      expect(toHex(await sign(curve, seed, message))).toBe(signature);
      expect(await verify(curve, fromHex(publicKey), fromHex(message), fromHex(signature))).toBe(true);
    }
    expect(vectors).toHaveLength(4);
  });

  it('refuses what is not exactly the signature', async () => {
    const [publicKey, message, signature] = [
      vectors[2]!.publicKey,
      vectors[2]!.message,
      vectors[2]!.signature,
    ].map(fromHex) as [Bytes, Bytes, Bytes];
    expect(await verify(curve, publicKey, message, signature)).toBe(true);
    expect(await verify(curve, publicKey, concat(message, new Uint8Array(1)), signature)).toBe(false);
    expect(await verify(curve, publicKey, message, addOrder(signature))).toBe(false);
    expect(await verify(curve, publicKey, message, signature.slice(0, 63))).toBe(false);
    expect(await verify(curve, publicKey, message, concat(signature, new Uint8Array(1)))).toBe(false);
    expect(await verify(curve, publicKey.slice(1), message, signature)).toBe(false);
    expect(await verify(curve, new Uint8Array(32).fill(0xff), message, signature)).toBe(false);
    for (let bit = 0; bit < 512; bit++) {
      const flipped = signature.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(await verify(curve, publicKey, message, flipped)).toBe(false);
    }
  });

  it('refuses a second encoding of a right signature', async () => {
    // A signer who takes r = 0 has R = the neutral point, which p + 1 encodes as well, but only wrongly.
    const { ed25519: noble } = await import('@noble/curves/ed25519.js');
    const seed = fromHex(vectors[2]!.seed);
    const publicKey = fromHex(vectors[2]!.publicKey);
    const { scalar } = noble.utils.getExtendedPublicKey(seed);
    const forge = async (r: Bytes): Promise<Bytes> => {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-512', concat(r, publicKey, r)));
      const k = noble.Point.Fn.create(BigInt(`0x${toHex(digest.toReversed())}`));
      const s = noble.Point.Fn.mul(k, scalar);
      return concat(r, fromHex(s.toString(16).padStart(64, '0')).toReversed());
    };
    const wrong = fromHex(`ee${'ff'.repeat(30)}7f`);
    const forged = await forge(wrong);
    expect(await verify(curve, publicKey, wrong, forged)).toBe(false);
    // The control: the most lenient rules in use (ZIP 215) take it.
    expect(noble.verify(forged, wrong, publicKey, { zip215: true })).toBe(true);
  });

  it('refuses public keys of small order, under which everybody could sign', async () => {
    const { ed25519: noble } = await import('@noble/curves/ed25519.js');
    // R = the neutral point and S = 0 verify under such a key for every message, where it is not refused.
    const forged = concat(new Uint8Array([1]), new Uint8Array(63));
    let point = noble.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
    const torsion = point;
    const seen = new Set<string>();
    for (let i = 0; i < 8; i++) {
      expect(point.isSmallOrder()).toBe(true);
      seen.add(point.toHex());
      expect(await verify(curve, new Uint8Array(point.toBytes()), new Uint8Array(3), forged)).toBe(false);
      point = point.add(torsion);
    }
    expect(seen.size).toBe(8);
  });
});

it('takes the platform implementation where there is one', async () => {
  expect(await ed25519()).toBe(nativeEd25519);
});

it('takes no platform that refuses seeds which begin with a zero byte: one key in 256 would be lost there', async () => {
  const { importKey } = crypto.subtle;
  const refusing = vi.spyOn(crypto.subtle, 'importKey').mockImplementation(((...args: unknown[]) => {
    // The seed is the last 32 bytes of the 48.
    if (args[0] === 'pkcs8' && (args[1] as Bytes)[16] === 0)
      return Promise.reject(new DOMException('', 'DataError'));
    return Reflect.apply(importKey, crypto.subtle, args) as Promise<CryptoKey>;
  }) as typeof importKey);
  vi.resetModules();
  const fresh = await import('./ed25519.ts');
  const chosen = await fresh.ed25519();
  expect(chosen).toBe(fresh.nobleEd25519);
  const seed = new Uint8Array(32).fill(7);
  seed[0] = 0;
  const signature = await (await chosen.signer(seed))(new Uint8Array(3));
  expect(await (await chosen.verifier(await chosen.publicKey(seed)))(new Uint8Array(3), signature)).toBe(
    true,
  );
  // The control: the platform's would fail.
  await expect(nativeEd25519.signer(seed)).rejects.toThrow();
  refusing.mockRestore();
});
