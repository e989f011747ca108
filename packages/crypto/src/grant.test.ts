import { type Bytes, canonicalJson, fromBase64Url, lp, toBase64Url } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { type Grant, grantSchema } from '@kontor/contract/wire/scope';
import { beforeAll, expect, it } from 'vitest';
import type { AccountKeys } from './account.ts';
import { fingerprint } from './cert.ts';
import { type GrantRecipient, openGrant, sealGrant, verifyGrant } from './grant.ts';
import { hpkeSeal } from './primitives/hpke.ts';
import { sha256 } from './primitives/webcrypto.ts';
import { createScopeKey, kidTextOf, scopeHpkePublicKey, scopeHpkeSeed } from './scopeKey.ts';
import { signBytes } from './signing.ts';
import {
  aliceId,
  bobId,
  createAlice,
  createBob,
  flipBit,
  id,
  outcome,
  recipientOf,
  scopeId,
  workspaceId,
} from './testing/fixtures.ts';

let alice: AccountKeys;
let bob: AccountKeys;
let toBob: GrantRecipient;
let grant: Grant;
const key = createScopeKey();
const input = {
  workspaceId,
  scopeId,
  generation: 1,
  key,
  previousKid: null,
  readers: [bobId, aliceId, bobId],
};

beforeAll(async () => {
  [alice, bob] = [await createAlice(), await createBob()];
  toBob = recipientOf(bob);
  grant = await sealGrant(alice, toBob, input);
});

const open = (value: unknown, to = toBob, workspace = workspaceId) =>
  openGrant(value, workspace, alice.cert, to, bob.seeds.xwing);

it('hands a key to its recipient', async () => {
  expect(grantSchema.parse(grant)).toEqual(grant);
  expect(grant).toMatchObject({ kid: await kidTextOf(key), readers: [aliceId, bobId], granterId: aliceId });
  expect(await open(JSON.parse(JSON.stringify(grant)))).toEqual(key);
  expect(await verifyGrant(grant, workspaceId, alice.cert, toBob)).toEqual(grant);
});

it('refuses every change of what was granted', async () => {
  const otherKid = await kidTextOf(createScopeKey());
  const changes: Partial<Grant>[] = [
    { scopeId: id(77) },
    { generation: 2 },
    { kid: otherKid },
    { previousKid: otherKid },
    { readers: [bobId] },
    { readers: [aliceId, bobId, id(77)] },
    { readers: [bobId, aliceId] },
    { granterId: bobId },
    { granterKey: toBase64Url(new Uint8Array(32).fill(7)) },
    { sealed: toBase64Url(flipBit(fromBase64Url(grant.sealed), 77)) },
    { signature: toBase64Url(flipBit(fromBase64Url(grant.signature), 3)) },
  ];
  for (const change of changes) {
    expect(await outcome(() => open({ ...grant, ...change })), JSON.stringify(change)).toBe('not-verified');
  }
  const covered = new Set(changes.flatMap((change) => Object.keys(change)));
  expect([...covered, 'recipientId', 'type'].sort()).toEqual(Object.keys(grant).sort());
  expect(await outcome(() => open({ ...grant, sealed: '' }))).toBe('malformed');
  expect(await outcome(() => open({ ...grant, recipientId: aliceId }))).toBe('wrong-key');
  expect(await outcome(() => open(grant, toBob, id(78)))).toBe('not-verified');
});

it('refuses another granter, another recipient key and another seed', async () => {
  const byBob = (value: unknown) => openGrant(value, workspaceId, bob.cert, toBob, bob.seeds.xwing);
  expect(await outcome(() => byBob(grant))).toBe('not-verified');
  const swapped = { recipientId: bobId, publicKey: recipientOf(alice).publicKey };
  expect(await outcome(() => open(grant, swapped))).toBe('not-verified');
  const wrongSeed = () => openGrant(grant, workspaceId, alice.cert, toBob, alice.seeds.xwing);
  expect(await outcome(wrongSeed)).toBe('not-verified');
  // A grant that Bob signs in Alice's name.
  const forged = await sealGrant({ seeds: bob.seeds, cert: alice.cert }, toBob, input);
  expect(await outcome(() => open(forged))).toBe('not-verified');
});

/**
 * Resolves with a grant written out by hand, as a second implementation would: Alice signs whatever she
 * likes.
 */
async function forge(inside: Bytes, lies: Partial<Grant> = {}): Promise<Grant> {
  const { sealed: _sealed, signature: _signature, ...row } = { ...grant, ...lies };
  const recipientKey = toBase64Url(await sha256(toBob.publicKey));
  const terms = canonicalJson({ ...row, workspaceId, recipientKey });
  const sealed = await hpkeSeal(toBob.publicKey, lp(labels.grantSeal, terms), inside);
  const signature = await signBytes(alice.seeds.ed25519, lp(labels.grantSignature, terms, sealed));
  return { ...row, sealed: toBase64Url(sealed), signature: toBase64Url(signature) };
}

it('notices a key inside that has another id or size than the terms that were signed', async () => {
  expect(await open(await forge(key))).toEqual(key);
  expect(await outcome(async () => open(await forge(createScopeKey())))).toBe('key-mismatch');
  const short = new Uint8Array(31);
  const shortGrant = await forge(short, { kid: await kidTextOf(short) });
  expect(await outcome(() => open(shortGrant))).toBe('malformed');
});

it('refuses a granter who signs under another name', async () => {
  const bobsKey = toBase64Url(await fingerprint(bob.cert));
  const asBob = await forge(key, { granterId: bobId });
  expect(await outcome(() => open(asBob))).toBe('not-verified');
  const withBobsKey = await forge(key, { granterKey: bobsKey });
  expect(await outcome(() => open(withBobsKey))).toBe('not-verified');
});

it('reaches the holders of a scope as one recipient', async () => {
  const admins = createScopeKey();
  const to = {
    recipientId: 'admins',
    publicKey: await scopeHpkePublicKey(admins, workspaceId, scopeId),
  };
  const granted = await sealGrant(bob, to, { ...input, readers: ['admins', bobId] });
  const seed = await scopeHpkeSeed(admins, workspaceId, scopeId);
  expect(await openGrant(granted, workspaceId, bob.cert, to, seed)).toEqual(key);
});

it('refuses what is no grant', async () => {
  for (const value of [null, 1, 'x', [], {}, { ...grant, extra: 1 }.extra, { ...grant, generation: 1.5 }]) {
    expect(await outcome(() => open(value))).toBe('malformed');
  }
  expect(await outcome(() => sealGrant(alice, toBob, { ...input, key: new Uint8Array(16) }))).toBe(
    'malformed',
  );
});
