/**
 * The vectors of Project Wycheproof (`packages/crypto/wycheproof/`) against the primitives: what is valid gives the
 * published value, what is invalid is refused. ML-KEM-768 and X25519 are used in no other way than inside X-Wing, so the
 * vectors go to the very parts that X-Wing holds.
 */
import { readFileSync } from 'node:fs';
import { XWing } from '@hpke/hybridkem-x-wing';
import { type Bytes, concat, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import { describe, expect, it } from 'vitest';
import { nativeEd25519, nobleEd25519 } from './ed25519.ts';
import { aesGcmOpen, aesGcmSeal, hkdfSha256, hmacSha256, importAesKey, sha256 } from './webcrypto.ts';

interface Vector<Field extends string> {
  tcId: number;
  result: 'valid' | 'invalid' | 'acceptable';
  bytes: Record<Field, Bytes>;
  raw: Record<string, unknown>;
}

function vectors<Field extends string>(file: string, ...fields: Field[]): Vector<Field>[] {
  const path = new URL(`../../wycheproof/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>[]).map((raw) => ({
    tcId: raw.tcId as number,
    result: raw.result as Vector<Field>['result'],
    bytes: Object.fromEntries(
      fields.map((field) => [field, fromBase64Url((raw[field] as string | undefined) ?? '')]),
    ) as Record<Field, Bytes>,
    raw,
  }));
}

const refused = Symbol('refused');
const outcome = <T>(work: () => Promise<T>): Promise<T | typeof refused> => work().catch(() => refused);

const text = (bytes: Bytes | typeof refused) => (bytes === refused ? refused : toBase64Url(bytes));
const equal = (a: Bytes, b: Bytes) => toBase64Url(a) === toBase64Url(b);

/** Runs every vector; answers how many ran of each result. The message of a failure names upstream's number. */
async function runAll<Field extends string>(
  all: Vector<Field>[],
  check: (vector: Vector<Field>, name: string) => Promise<void>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const vector of all) {
    await check(vector, `tcId ${vector.tcId} (${vector.result})`);
    counts[vector.result] = (counts[vector.result] ?? 0) + 1;
  }
  return counts;
}

describe('Wycheproof', () => {
  it('AES-256-GCM', async () => {
    const all = vectors('aesGcm', 'key', 'iv', 'aad', 'msg', 'ct', 'tag');
    const counts = await runAll(all, async ({ result, bytes }, name) => {
      const key = await importAesKey(bytes.key);
      const sealed = concat(bytes.ct, bytes.tag);
      const opened = await outcome(() => aesGcmOpen(key, bytes.iv, bytes.aad, sealed));
      expect(text(opened), name).toBe(result === 'valid' ? toBase64Url(bytes.msg) : refused);
      const resealed = await aesGcmSeal(key, bytes.iv, bytes.aad, bytes.msg);
      expect(equal(resealed, sealed), name).toBe(result === 'valid');
    });
    expect(counts).toEqual({ valid: 39, invalid: 27 });
  });

  it('HKDF-SHA-256', async () => {
    const all = vectors('hkdfSha256', 'ikm', 'salt', 'info');
    const counts = await runAll(all, async ({ result, bytes, raw }, name) => {
      const derive = () => hkdfSha256(bytes.ikm, bytes.salt, bytes.info, raw.size as number);
      const derived = await outcome(derive);
      const hashed = derived === refused ? refused : toBase64Url(await sha256(derived));
      expect(hashed, name).toBe(result === 'valid' ? raw.okmHash : refused);
    });
    expect(counts).toEqual({ valid: 83, invalid: 3 });
  });

  it('HMAC-SHA-256', async () => {
    const counts = await runAll(vectors('hmacSha256', 'key', 'msg', 'tag'), async ({ result, bytes }, name) =>
      expect(equal(await hmacSha256(bytes.key, bytes.msg), bytes.tag), name).toBe(result === 'valid'),
    );
    expect(counts).toEqual({ valid: 33, invalid: 54 });
  });

  it.each([
    ['WebCrypto', nativeEd25519],
    ['noble', nobleEd25519],
  ])('Ed25519 from %s', async (_name, curve) => {
    const counts = await runAll(
      vectors('ed25519', 'publicKey', 'msg', 'sig'),
      async ({ result, bytes }, name) =>
        expect(await (await curve.verifier(bytes.publicKey))(bytes.msg, bytes.sig), name).toBe(
          result === 'valid',
        ),
    );
    expect(counts).toEqual({ valid: 88, invalid: 63 });
  });
});

/** The two halves of X-Wing, which the library keeps to itself. */
interface XWingParts {
  _setup(): Promise<void>;
  _m: {
    deriveKeyPair(seed: Bytes): Promise<[publicKey: Uint8Array, privateKey: Uint8Array]>;
    encap(publicKey: Uint8Array, seed: Bytes): Promise<[ciphertext: Uint8Array, secret: Uint8Array]>;
    decap(ciphertext: Bytes, privateKey: Uint8Array): Promise<Uint8Array>;
  };
  _x25519: { derive(privateKey: Bytes, publicKey: Bytes): Promise<Uint8Array> };
}

describe('Wycheproof, inside X-Wing', () => {
  const { _m: mlKem, _x25519: x25519 } = new XWing() as unknown as XWingParts;
  const hashText = async (bytes: Uint8Array) => toBase64Url(await sha256(new Uint8Array(bytes)));

  it('X25519', async () => {
    let zeros = 0;
    const counts = await runAll(
      vectors('x25519', 'public', 'private', 'shared'),
      async ({ bytes, raw }, name) => {
        const shared = await outcome(
          async () => new Uint8Array(await x25519.derive(bytes.private, bytes.public)),
        );
        // "Acceptable" is upstream's word for keys that a protocol may refuse; a secret of zeros must be refused.
        expect(text(shared), name).toBe(raw.isZero ? refused : toBase64Url(bytes.shared));
        if (raw.isZero) zeros++;
      },
    );
    expect(counts).toEqual({ valid: 264, acceptable: 254 });
    expect(zeros).toBe(31);
  });

  it('ML-KEM-768: key pairs, encapsulation and back', async () => {
    const all = vectors('mlKem768KeyPairs', 'seed', 'm', 'K');
    const counts = await runAll(all, async ({ bytes, raw }, name) => {
      const [publicKey, privateKey] = await mlKem.deriveKeyPair(bytes.seed);
      expect(await hashText(publicKey), name).toBe(raw.ekHash);
      const [ciphertext, secret] = await mlKem.encap(publicKey, bytes.m);
      expect(await hashText(ciphertext), name).toBe(raw.cHash);
      expect(equal(new Uint8Array(secret), bytes.K), name).toBe(true);
      const opened = await mlKem.decap(new Uint8Array(ciphertext), privateKey);
      expect(equal(new Uint8Array(opened), bytes.K), name).toBe(true);
    });
    expect(counts).toEqual({ valid: 60 });
  });

  it('ML-KEM-768: public keys that are none', async () => {
    const counts = await runAll(
      vectors('mlKem768Encaps', 'ek', 'm', 'K'),
      async ({ result, bytes, raw }, name) => {
        const made = await outcome(() => mlKem.encap(bytes.ek, bytes.m));
        if (made === refused) expect(result, name).toBe('invalid');
        else {
          expect(await hashText(made[0]), name).toBe(raw.cHash);
          expect(equal(new Uint8Array(made[1]), bytes.K), name).toBe(true);
        }
      },
    );
    expect(counts).toEqual({ valid: 9, invalid: 8 });
  });

  it('ML-KEM-768: ciphertexts and seeds that are none, and implicit rejection', async () => {
    const counts = await runAll(
      vectors('mlKem768Decaps', 'seed', 'c', 'K'),
      async ({ result, bytes }, name) => {
        const secret = await outcome(async () => {
          const [, privateKey] = await mlKem.deriveKeyPair(bytes.seed);
          return new Uint8Array(await mlKem.decap(bytes.c, privateKey));
        });
        expect(text(secret), name).toBe(result === 'valid' ? toBase64Url(bytes.K) : refused);
      },
    );
    expect(counts).toEqual({ valid: 24, invalid: 12 });
  });
});
