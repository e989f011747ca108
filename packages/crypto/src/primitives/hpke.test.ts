/**
 * Known answers: X-Wing from draft-connolly-cfrg-xwing-kem, appendix C (of the long values their two ends; the shared
 * secret hashes over all of them), and the key schedule of HPKE from RFC 9180, appendix A.1.1.
 */

import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import { XWing } from '@hpke/hybridkem-x-wing';
import { concat, toHex, utf8 } from '@kontor/contract/wire/bytes';
import { xwingPublicKeyBytes } from '@kontor/contract/wire/publicKeys';
import { expect, it } from 'vitest';
import { fromHex } from '../testing/hex.ts';
import { hpkeEncSize, hpkeOpen, hpkeSeal, xwingPublicKey } from './hpke.ts';
import { randomBytes } from './webcrypto.ts';

const xwing = [
  {
    seed: '7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26',
    eseed:
      '3cb1eea988004b93103cfb0aeefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e235b8cc873c23dc62b8d260169afa2f75ab916a58d974918835d25e6a435085b2',
    publicKey: ['e2236b35a8c24b39b10aa1323a96a919', '216223593d4ba32d9abac8cd049040ef6534'],
    ciphertext: ['b83aa828d4d62b9a83ceffe1d3d3bb1e', '5145030145cfb97e63e0e41d354274a079d3e6fb2e15'],
    secret: 'd2df0522128f09dd8e2c92b1e905c793d8f57a54c3da25861f10bf4ca613e384',
  },
  {
    seed: 'badfd6dfaac359a5efbb7bcc4b59d538df9a04302e10c8bc1cbf1a0b3a5120ea',
    eseed:
      '17cda7cfad765f5623474d368ccca8af0007cd9f5e4c849f167a580b14aabdefaee7eef47cb0fca9767be1fda69419dfb927e9df07348b196691abaeb580b32d',
    publicKey: ['0333285fa253661508c9fb444852caa4', '85b528c953926d96ea8a160b8843f1c89c62'],
    ciphertext: ['c93beb22326705699bbc3d1d0aa6339b', '0693c9651e469aee6f91c98bea4127ae66312f4ae3ea155b67'],
    secret: 'f2e86241c64d60f6649fbc6c5b7d17180b780a3f34355e64a85749949c45f150',
  },
  {
    seed: 'ef58538b8d23f87732ea63b02b4fa0f4873360e2841928cd60dd4cee8cc0d4c9',
    eseed:
      '22a96188d032675c8ac850933c7aff1533b94c834adbb69c6115bad4692d8619f90b0cdf8a7b9c264029ac185b70b83f2801f2f4b3f70c593ea3aeeb613a7f1b',
    publicKey: ['36244278824f77c621c660892c1c3886', '5b5299f555dcc2b787ea4f6f16ffdf66952461'],
    ciphertext: ['0d2e38cbf17a2e2e4e0c87a94ca1e770', '03db5971a445992227c825590688d203523f527161137334'],
    secret: '953f7f4e8c5b5049bdc771d1dffada0dd961477d1a2ae0988baa7ea6898d893f',
  },
];

it('computes the X-Wing vectors', async () => {
  const kem = new XWing();
  for (const vector of xwing) {
    const publicKey = toHex(await xwingPublicKey(fromHex(vector.seed)));
    expect(publicKey).toHaveLength(2 * xwingPublicKeyBytes);
    expect(publicKey.startsWith(vector.publicKey[0]!) && publicKey.endsWith(vector.publicKey[1]!)).toBe(true);
    const { enc, sharedSecret } = await kem.encap({
      recipientPublicKey: await kem.deserializePublicKey(fromHex(publicKey)),
      ekm: fromHex(vector.eseed),
    });
    const ciphertext = toHex(new Uint8Array(enc));
    expect(ciphertext).toHaveLength(2 * hpkeEncSize);
    expect(ciphertext.startsWith(vector.ciphertext[0]!) && ciphertext.endsWith(vector.ciphertext[1]!)).toBe(
      true,
    );
    expect(toHex(new Uint8Array(sharedSecret))).toBe(vector.secret);
    const recipientKey = await kem.deserializePrivateKey(fromHex(vector.seed));
    expect(toHex(new Uint8Array(await kem.decap({ recipientKey, enc })))).toBe(vector.secret);
  }
  expect(xwing).toHaveLength(3);
});

it('opens the first vector of RFC 9180 with the same key schedule', async () => {
  const suite = new CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes128Gcm(),
  });
  const plain = await suite.open(
    {
      recipientKey: await suite.kem.deserializePrivateKey(
        fromHex('4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8'),
      ),
      enc: fromHex('37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431'),
      info: fromHex('4f6465206f6e2061204772656369616e2055726e'),
    },
    fromHex('f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a'),
    fromHex('436f756e742d30'),
  );
  expect(toHex(new Uint8Array(plain))).toBe('4265617574792069732074727574682c20747275746820626561757479');
});

it('opens for the one seed and info only, and refuses what was changed', async () => {
  const seed = randomBytes(32);
  const info = utf8('info');
  const plain = utf8('thirty-two bytes of a scope key.');
  const sealed = await hpkeSeal(await xwingPublicKey(seed), info, plain);
  expect(sealed).toHaveLength(hpkeEncSize + plain.length + 16);
  expect(await hpkeOpen(seed, info, sealed)).toEqual(plain);
  await expect(hpkeOpen(randomBytes(32), info, sealed)).rejects.toMatchObject({ code: 'not-verified' });
  await expect(hpkeOpen(seed, utf8('other'), sealed)).rejects.toMatchObject({ code: 'not-verified' });
  for (let i = 0; i < sealed.length; i += 97) {
    const changed = sealed.slice();
    changed[i]! ^= 1;
    await expect(hpkeOpen(seed, info, changed)).rejects.toMatchObject({ code: 'not-verified' });
  }
  await expect(hpkeOpen(seed, info, sealed.slice(0, 1135))).rejects.toMatchObject({ code: 'malformed' });
  await expect(hpkeOpen(seed.slice(1), info, sealed)).rejects.toMatchObject({ code: 'malformed' });
  await expect(hpkeSeal(seed, info, plain)).rejects.toMatchObject({ code: 'malformed' });
  const longSeed = concat(seed, seed);
  await expect(xwingPublicKey(longSeed)).rejects.toMatchObject({ code: 'malformed' });
});
