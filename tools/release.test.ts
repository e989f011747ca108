import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBySystem, listOf, publicHalf, signList } from './release.ts';

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

it('takes the packages of a release as an app takes them', () => {
  const named = ['linux-x86_64-deb=Kontor_1.2.0_amd64.deb', 'macos-universal-dmg=Kontor-1.2.0+1~a.dmg'];
  expect(filesBySystem('1.2.0', named)).toEqual([
    ['linux-x86_64-deb', 'Kontor_1.2.0_amd64.deb'],
    ['macos-universal-dmg', 'Kontor-1.2.0+1~a.dmg'],
  ]);
});

it.each([
  ['1.2', 'linux-x86_64-deb=Kontor_1.2_amd64.deb', '1.2 is not a version'],
  ['v1.2.0', 'linux-x86_64-deb=Kontor_v1.2.0_amd64.deb', 'v1.2.0 is not a version'],
  ['01.2.0', 'linux-x86_64-deb=Kontor_01.2.0_amd64.deb', '01.2.0 is not a version'],
  ['1.2.0', 'linux-x86_64-deb', 'is not <system>=<package>'],
  ['1.2.0', 'linux-amd64-deb=Kontor_1.2.0_amd64.deb', 'linux-amd64-deb is none of linux-x86_64-deb'],
  ['1.2.0', 'linux-x86_64-deb=Kontor_1.1.0_amd64.deb', 'does not name version 1.2.0'],
  ['1.2.0', 'linux-x86_64-deb=packages/Kontor_1.2.0_amd64.deb', 'is not a plain name'],
  ['1.2.0', 'linux-x86_64-deb=Kontor 1.2.0.deb', 'is not a plain name'],
  ['1.2.0', 'linux-x86_64-deb=.Kontor_1.2.0.deb', 'is not a plain name'],
])('signs nothing that an app refuses: %s, %s', (version, named, reason) => {
  expect(() => filesBySystem(version, [named])).toThrow(reason);
});
