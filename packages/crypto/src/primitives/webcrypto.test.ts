/**
 * Known answers. AES-GCM: McGrew and Viega, "The Galois/Counter Mode of Operation", test cases 13 to 16 (AES-256, 96-bit
 * nonce). HKDF: RFC 5869 appendix A, SHA-256. HMAC: RFC 4231. SHA-256: FIPS 180-4 examples.
 */
import { type Bytes, concat, toHex, utf8 } from '@kontor/contract/wire/bytes';
import { expect, it } from 'vitest';
import { fromHex } from '../testing/hex.ts';
import { aesGcmOpen, aesGcmSeal, hkdfSha256, hmacSha256, importAesKey, sha256 } from './webcrypto.ts';

const longPlain =
  'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255';
const longCipher =
  '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad';
const longKey = 'feffe9928665731c6d6a8f9467308308'.repeat(2);
const additional = 'feedfacedeadbeeffeedfacedeadbeefabaddad2';

const aesGcm = [
  {
    key: '00'.repeat(32),
    nonce: '00'.repeat(12),
    aad: '',
    plain: '',
    sealed: '530f8afbc74536b9a963b4f1c4cb738b',
  },
  {
    key: '00'.repeat(32),
    nonce: '00'.repeat(12),
    aad: '',
    plain: '00'.repeat(16),
    sealed: 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
  },
  {
    key: longKey,
    nonce: 'cafebabefacedbaddecaf888',
    aad: '',
    plain: longPlain,
    sealed: `${longCipher}b094dac5d93471bdec1a502270e3cc6c`,
  },
  {
    key: longKey,
    nonce: 'cafebabefacedbaddecaf888',
    aad: additional,
    plain: longPlain.slice(0, -8),
    sealed: `${longCipher.slice(0, -8)}76fc6ece0f4e1768cddf8853bb2d551b`,
  },
];

const hkdf = [
  {
    key: '0b'.repeat(22),
    salt: '000102030405060708090a0b0c',
    info: 'f0f1f2f3f4f5f6f7f8f9',
    out: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  },
  {
    key: toHex(Uint8Array.from({ length: 80 }, (_, i) => i)),
    salt: toHex(Uint8Array.from({ length: 80 }, (_, i) => 0x60 + i)),
    info: toHex(Uint8Array.from({ length: 80 }, (_, i) => 0xb0 + i)),
    out: 'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
  },
  {
    key: '0b'.repeat(22),
    salt: '',
    info: '',
    out: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
  },
];

const hmac = [
  {
    key: '0b'.repeat(20),
    message: utf8('Hi There'),
    out: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    key: toHex(utf8('Jefe')),
    message: utf8('what do ya want for nothing?'),
    out: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    key: 'aa'.repeat(20),
    message: fromHex('dd'.repeat(50)),
    out: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  {
    key: '0102030405060708090a0b0c0d0e0f10111213141516171819',
    message: fromHex('cd'.repeat(50)),
    out: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  },
  {
    key: 'aa'.repeat(131),
    message: utf8('Test Using Larger Than Block-Size Key - Hash Key First'),
    out: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
  {
    key: 'aa'.repeat(131),
    message: utf8(
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
    ),
    out: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  },
];

/** Yields every copy of `bytes` with one bit turned. */
function* bitFlips(bytes: Bytes): Generator<Bytes> {
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = bytes.slice();
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    yield flipped;
  }
}

it('seals and opens the AES-256-GCM vectors, and refuses each with any bit turned', async () => {
  let refused = 0;
  for (const vector of aesGcm) {
    const key = await importAesKey(fromHex(vector.key));
    const [nonce, aad, plain, sealed] = [vector.nonce, vector.aad, vector.plain, vector.sealed].map(
      fromHex,
    ) as [Bytes, Bytes, Bytes, Bytes];
    expect(toHex(await aesGcmSeal(key, nonce, aad, plain))).toBe(vector.sealed);
    expect(toHex(await aesGcmOpen(key, nonce, aad, sealed))).toBe(vector.plain);
    const attempts = [
      ...[...bitFlips(sealed)].map((bytes) => aesGcmOpen(key, nonce, aad, bytes)),
      ...[...bitFlips(nonce)].map((bytes) => aesGcmOpen(key, bytes, aad, sealed)),
      ...[...bitFlips(aad)].map((bytes) => aesGcmOpen(key, nonce, bytes, sealed)),
      aesGcmOpen(key, nonce, aad, sealed.slice(0, -1)),
      aesGcmOpen(key, nonce, aad, concat(sealed, new Uint8Array(1))),
    ];
    for (const outcome of await Promise.allSettled(attempts)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'not-verified' } });
      refused++;
    }
  }
  expect(aesGcm).toHaveLength(4);
  expect(refused).toBe(8 * (16 + 32 + 80 + 76 + 4 * 12 + 20) + 4 * 2);
});

it('derives the HKDF-SHA-256 vectors', async () => {
  for (const { key, salt, info, out } of hkdf) {
    const derived = await hkdfSha256(fromHex(key), fromHex(salt), fromHex(info), out.length / 2);
    expect(toHex(derived)).toBe(out);
  }
  expect(hkdf).toHaveLength(3);
});

it('computes the HMAC-SHA-256 vectors', async () => {
  for (const { key, message, out } of hmac) expect(toHex(await hmacSha256(fromHex(key), message))).toBe(out);
  expect(hmac).toHaveLength(6);
});

it('computes the SHA-256 vectors', async () => {
  const vectors = {
    '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq:
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  };
  for (const [text, out] of Object.entries(vectors)) expect(toHex(await sha256(utf8(text)))).toBe(out);
});
