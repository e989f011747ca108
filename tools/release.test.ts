import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listOf, publicHalf, signList } from './release.ts';

/** Returns a release that this tool signed once; the app's own tests read it, too. */
const golden = (name: string) =>
  readFileSync(join(import.meta.dirname, '../apps/desktop/updates/tests/golden', name));

it('lists and signs a release as it was once, which the app takes', () => {
  const packages = {
    'linux-x86_64-deb': { file: 'kontor_2.0.0_amd64.deb', content: Buffer.from('a package\n') },
  };
  const list = listOf('2.0.0', packages);
  expect(list).toEqual(golden('release.json'));
  const key = createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(`${golden('release.pub')}`, 'base64').toString('base64url'),
    },
    format: 'jwk',
  });
  const signed = Buffer.concat([Buffer.from('kontor/desktop-release/v1\0'), list]);
  const isSigned = (signature: string) => verify(null, signed, key, Buffer.from(signature, 'base64'));
  expect(isSigned(`${golden('release.json.sig')}`)).toBe(true);
  const { privateKey } = generateKeyPairSync('ed25519');
  expect(Buffer.from(publicHalf(privateKey), 'base64')).toHaveLength(32);
  expect(isSigned(signList(list, privateKey))).toBe(false);
});
