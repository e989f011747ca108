import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { expect, it } from 'vitest';
import {
  createAccountKeys,
  openAccount,
  openSeedsFromPhrase,
  sealAccount,
  sealSeedsForPhrase,
} from './account.ts';
import { noMemory } from './accountMemory.ts';
import { sealBox } from './box.ts';
import { certHpkeKey, certSigningKey, fingerprint, issueCert, parseCert } from './cert.ts';
import { importAesKey, randomBytes } from './primitives/webcrypto.ts';
import { createSeeds, seedBytes, seedsFrom } from './seeds.ts';
import { aliceId, bobId, createAlice, createBob, flipBit, outcome } from './testing/fixtures.ts';

it('makes a certificate that parses, and names it by fingerprint', async () => {
  const { cert } = await createAlice();
  expect(await parseCert(JSON.parse(JSON.stringify(cert)))).toEqual(cert);
  expect(certHpkeKey(cert)).toHaveLength(1_216);
  expect(certSigningKey(cert)).toHaveLength(32);
  const next = await createAccountKeys(aliceId, 2, await fingerprint(cert));
  expect(next.cert.previous).toBe(toBase64Url(await fingerprint(cert)));
  expect(await parseCert(next.cert)).toEqual(next.cert);
});

it('refuses a certificate with any field changed', async () => {
  const [alice, bob] = [await createAlice(), await createBob()];
  const print = toBase64Url(await fingerprint(alice.cert));
  const changes = {
    userId: bobId,
    hpkePublicKey: bob.cert.hpkePublicKey,
    signingPublicKey: bob.cert.signingPublicKey,
    createdAt: 5,
    previous: print,
    signature: bob.cert.signature,
  };
  for (const [field, value] of Object.entries(changes)) {
    expect(await outcome(() => parseCert({ ...alice.cert, [field]: value })), field).toBe('not-verified');
  }
  expect(Object.keys(changes).sort()).toEqual(Object.keys(alice.cert).sort());
});

it('refuses what is no certificate', async () => {
  const { cert } = await createAlice();
  const shapes = [
    null,
    undefined,
    7,
    'cert',
    [],
    {},
    { ...cert, extra: 1 },
    { ...cert, createdAt: -1 },
    { ...cert, createdAt: 1.5 },
    { ...cert, userId: 'ada' },
    { ...cert, signature: cert.signature.slice(1) },
    { ...cert, hpkePublicKey: cert.hpkePublicKey.slice(4) },
    { ...cert, signingPublicKey: `${cert.signingPublicKey.slice(0, -1)}*` },
  ];
  for (const shape of shapes) expect(await outcome(() => parseCert(shape))).toBe('malformed');
});

it('refuses a second spelling of the same bytes in every field', async () => {
  const first = await createAlice();
  const { cert } = await createAccountKeys(aliceId, 2, await fingerprint(first.cert));
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const field of ['hpkePublicKey', 'signingPublicKey', 'previous', 'signature'] as const) {
    // None of these sizes fills its last letter: another one decodes to the same bytes.
    const text = cert[field]!;
    const respelt = text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1)!) ^ 1];
    expect(fromBase64Url(respelt)).toEqual(fromBase64Url(text));
    expect(await outcome(() => parseCert({ ...cert, [field]: respelt })), field).toBe('malformed');
  }
});

type Seal = typeof sealSeedsForPhrase;
type Open = typeof openSeedsFromPhrase;
const sealSeeds: Seal = (key, keys) => sealAccount(key, keys, noMemory);
const openSeeds: Open = async (key, sealed, cert) => (await openAccount(key, sealed, cert)).seeds;

it.each([
  ['password', sealSeeds, openSeeds, 101],
  ['phrase', sealSeedsForPhrase, openSeedsFromPhrase, 93],
])('seals the seeds under the key of the %s and opens nothing else', async (_name, seal, open, size) => {
  const [alice, bob] = [await createAlice(), await createBob()];
  const key = randomBytes(32);
  const sealed = await seal(key, alice);
  expect(sealed).toHaveLength(size);
  expect(await open(key, sealed, alice.cert)).toEqual(alice.seeds);
  expect(await outcome(() => open(randomBytes(32), sealed, alice.cert))).toBe('not-verified');
  expect(await outcome(() => open(key, sealed, bob.cert))).toBe('not-verified');
  expect(await outcome(() => open(key, flipBit(sealed, 0), alice.cert))).toBe('unknown-version');
  for (let bit = 8; bit < sealed.length * 8; bit += 5) {
    expect(await outcome(() => open(key, flipBit(sealed, bit), alice.cert))).toBe('not-verified');
  }
  expect(await outcome(() => open(key, sealed.slice(0, 20), alice.cert))).toBe('malformed');
});

it('does not open a seal of one kind as the other', async () => {
  const alice = await createAlice();
  const key = randomBytes(32);
  const sealed = await sealSeeds(key, alice);
  expect(await outcome(() => openSeedsFromPhrase(key, sealed, alice.cert))).toBe('not-verified');
});

it('refuses a certificate whose keys are not those of the seeds, even one that was sealed with them', async () => {
  const [alice, bob] = [await createAlice(), await createBob()];
  const key = randomBytes(32);
  const sealed = await sealSeeds(key, { seeds: alice.seeds, cert: bob.cert });
  expect(await outcome(() => openSeeds(key, sealed, bob.cert))).toBe('key-mismatch');
  const terms = { userId: aliceId, createdAt: 1, previous: null };
  // One right key of two is not enough.
  for (const half of ['xwing', 'ed25519'] as const) {
    const mixed = await issueCert({ ...createSeeds(), [half]: alice.seeds[half] }, terms);
    const mixedSeal = await sealSeeds(key, { seeds: alice.seeds, cert: mixed });
    expect(await outcome(() => openSeeds(key, mixedSeal, mixed))).toBe('key-mismatch');
  }
});

it('carries what the account remembers, and refuses another length', async () => {
  const alice = await createAlice();
  const key = randomBytes(32);
  const pin = (headSeq: number) => ({
    workspaceId: '01900000-0000-7000-8000-00000000000a',
    genesisHash: randomBytes(32),
    headSeq,
    headHash: randomBytes(32),
  });
  const memory = { counter: 41, pins: [pin(0), pin(2 ** 40)] };
  const sealed = await sealAccount(key, alice, memory);
  expect(sealed).toHaveLength(101 + 2 * 88);
  expect((await openAccount(key, sealed, alice.cert)).memory).toEqual(memory);
  const parts = [alice.cert.userId, await fingerprint(alice.cert)];
  for (const length of [63, 64, 71, 73, 100]) {
    const odd = await sealBox(await importAesKey(key), labels.accountSeeds, parts, randomBytes(length));
    expect(await outcome(() => openAccount(key, odd, alice.cert)), `${length}`).toBe('malformed');
  }
});

it('writes seeds as 64 bytes', () => {
  const seeds = createSeeds();
  expect(seedsFrom(seedBytes(seeds))).toEqual(seeds);
  expect(() => seedsFrom(new Uint8Array(63))).toThrow('64 bytes');
});
