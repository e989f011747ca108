import { concat, u64, utf8 } from '@kontor/contract/wire/bytes';
import { beforeAll, expect, it } from 'vitest';
import type { AccountKeys } from './account.ts';
import {
  type AuthorContext,
  readSigned,
  signContent,
  signedHash,
  signTombstone,
  verifyContent,
  verifyTombstone,
} from './authorSignature.ts';
import { fingerprint } from './cert.ts';
import { createAlice, createBob, flipBit, id, outcome, workspaceId } from './testing/fixtures.ts';

const context: AuthorContext = { workspaceId, entity: 'message', id: id(3), parentId: id(4) };
const content = utf8('{"text":"Ja."}');
let alice: AccountKeys;
let bob: AccountKeys;

beforeAll(async () => {
  [alice, bob] = [await createAlice(), await createBob()];
});

it('names its author and verifies', async () => {
  const signed = readSigned(await signContent(alice, context, content));
  expect(signed.content).toEqual(content);
  expect(signed.author).toEqual(await fingerprint(alice.cert));
  expect(signed).toMatchObject({ counter: 0, previous: new Uint8Array(32) });
  await verifyContent(signed, context, alice.cert);
});

it('refuses another author, place or content', async () => {
  const bytes = await signContent(alice, context, content);
  const signed = readSigned(bytes);
  expect(await outcome(() => verifyContent(signed, context, bob.cert))).toBe('not-verified');
  for (const field of Object.keys(context)) {
    const moved = { ...context, [field]: id(99) };
    expect(await outcome(() => verifyContent(signed, moved, alice.cert)), field).toBe('not-verified');
  }
  for (let bit = 8; bit < bytes.length * 8; bit++) {
    const attempt = async () => verifyContent(readSigned(flipBit(bytes, bit)), context, alice.cert);
    expect(['not-verified', 'malformed'], String(bit)).toContain(await outcome(attempt));
  }
});

it('is not forged by somebody else in the scope', async () => {
  // Bob signs with his seed and names Alice's certificate.
  const forged = readSigned(await signContent({ seeds: bob.seeds, cert: alice.cert }, context, content));
  expect(await outcome(() => verifyContent(forged, context, alice.cert))).toBe('not-verified');
  // The name in the content counts, even when the one who is asked about did sign.
  expect(await outcome(() => verifyContent(forged, context, bob.cert))).toBe('not-verified');
});

it('signs that a record is deleted at a version, and nothing else', async () => {
  const bytes = await signTombstone(alice, context, 7);
  const signed = readSigned(bytes);
  await verifyTombstone(signed, context, 7, alice.cert);
  expect(await outcome(() => verifyTombstone(signed, context, 8, alice.cert))).toBe('not-verified');
  expect(await outcome(() => verifyTombstone(signed, context, 7, bob.cert))).toBe('not-verified');
  // Neither stands for the other.
  expect(await outcome(() => verifyContent(signed, context, alice.cert))).toBe('not-verified');
  const text = readSigned(await signContent(alice, context, u64(7)));
  expect(await outcome(() => verifyTombstone(text, context, 7, alice.cert))).toBe('not-verified');
  for (let bit = 8; bit < bytes.length * 8; bit++) {
    const attempt = async () => verifyTombstone(readSigned(flipBit(bytes, bit)), context, 7, alice.cert);
    expect(['not-verified', 'malformed'], String(bit)).toContain(await outcome(attempt));
  }
});

it('chains messages by counter and hash', async () => {
  const first = await signContent(alice, context, content, { counter: 1, previous: new Uint8Array(32) });
  const second = await signContent(alice, context, content, {
    counter: 2,
    previous: await signedHash(first),
  });
  const read = readSigned(second);
  await verifyContent(read, context, alice.cert);
  expect(read.counter).toBe(2);
  expect(read.previous).toEqual(await signedHash(first));
  const replayed = { ...read, counter: 3 };
  expect(await outcome(() => verifyContent(replayed, context, alice.cert))).toBe('not-verified');
  const relinked = { ...read, previous: await signedHash(second) };
  expect(await outcome(() => verifyContent(relinked, context, alice.cert))).toBe('not-verified');
});

it('refuses what is no signed content, and chains that cannot be', async () => {
  const bytes = await signContent(alice, context, content);
  expect(await outcome(async () => readSigned(bytes.slice(0, 136)))).toBe('malformed');
  expect(await outcome(async () => readSigned(concat(new Uint8Array([2]), bytes.slice(1))))).toBe(
    'unknown-version',
  );
  const huge = bytes.slice();
  huge.fill(0xff, 33, 41);
  expect(await outcome(async () => readSigned(huge))).toBe('malformed');
  for (const chain of [
    { counter: -1, previous: new Uint8Array(32) },
    { counter: 1.5, previous: new Uint8Array(32) },
    { counter: 1, previous: new Uint8Array(31) },
  ]) {
    expect(await outcome(() => signContent(alice, context, content, chain))).toBe('malformed');
  }
});
