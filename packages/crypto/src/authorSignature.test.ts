import { concat, u64, utf8 } from '@kontor/contract/wire/bytes';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { AccountKeys } from './account.ts';
import {
  chainHash,
  type LogHead,
  noHead,
  type Origin,
  type RecordPlace,
  type RecordSigner,
  readSigned,
  recordSigner,
  resealRecord,
  signRecord,
  signTombstone,
} from './authorSignature.ts';
import { fingerprint } from './cert.ts';
import { createAlice, createBob, flipBit, id, outcome, taskContext } from './testing/fixtures.ts';
import { verified } from './testing/openVerified.ts';

const place: RecordPlace = { ...taskContext, generation: 3 };
const next: RecordPlace = { ...place, scopeId: id(5), version: 8, generation: 4, refs: {} };
const head: LogHead = { seq: 41, hash: new Uint8Array(32).fill(4) };
const later: LogHead = { seq: 52, hash: new Uint8Array(32).fill(5) };
const content = utf8('{"text":"Ja."}');
const { scopeId, version, generation, refs } = place;
const origin: Origin = { scopeId, version, generation, refs };
const added = utf8('{"restored":1}');
let alice: AccountKeys;
let bob: AccountKeys;
let asAlice: RecordSigner;
let asBob: RecordSigner;

beforeAll(async () => {
  [alice, bob] = [await createAlice(), await createBob()];
  [asAlice, asBob] = [await recordSigner(alice), await recordSigner(bob)];
});

const certs = () => [alice.cert, bob.cert];
const told = (bytes: Uint8Array<ArrayBuffer>, at = place, who = certs()) =>
  outcome(() => verified('record', bytes, at, who));
const buried = (bytes: Uint8Array<ArrayBuffer>, at = place) =>
  outcome(() => verified('tombstone', bytes, at, certs()));
const resealed = async (by = asBob) =>
  resealRecord(by, next, later, readSigned(await signRecord(asAlice, place, head, content)), {
    origin,
    added,
  });

/** Returns places that differ from one in one respect; every respect is among them. */
function elsewhere(from: RecordPlace): RecordPlace[] {
  const changes: Partial<RecordPlace>[] = [
    { workspaceId: '' },
    { workspaceId: id(99) },
    { scopeId: id(99) },
    { entity: 'project' },
    { id: id(99) },
    { version: from.version - 1 },
    { version: from.version + 1 },
    { version: from.version + 2 ** 32 },
    { generation: from.generation - 1 },
    { generation: from.generation + 1 },
    { refs: { projectId: id(99) } },
    { refs: { ...from.refs, more: true } },
  ];
  const covered = new Set(changes.flatMap((change) => Object.keys(change)));
  expect([...covered].sort()).toEqual(Object.keys(place).sort());
  return changes.map((change) => ({ ...from, ...change }));
}

it('names its author and the time, and verifies', async () => {
  const signed = await verified('record', await signRecord(asAlice, place, head, content), place, certs());
  expect(signed.content).toEqual(content);
  expect(signed.author).toMatchObject({ by: await fingerprint(alice.cert), head });
  expect(signed).toMatchObject({ chain: undefined, reseal: undefined });
  const own = { ...place, workspaceId: '' };
  expect(await told(await signRecord(asAlice, own, noHead, content), own)).toBe('opened');
});

it('keeps the author’s part where somebody else seals it anew', async () => {
  const signed = await verified('record', await resealed(), next, certs());
  expect(signed.content).toEqual(content);
  expect(signed.author).toMatchObject({ by: await fingerprint(alice.cert), head });
  expect(signed.reseal).toMatchObject({ origin, added, resealer: { head: later } });
  expect(signed.reseal!.resealer.by).toEqual(await fingerprint(bob.cert));
});

it('seals anew what was sealed anew before, and each author once', async () => {
  const third = { ...next, version: 9, scopeId: id(6) };
  const before = readSigned(await resealed());
  const again = await resealRecord(asAlice, third, later, before, { origin, added });
  const signed = await verified('record', again, third, certs());
  expect(signed.author).toMatchObject({ by: await fingerprint(alice.cert), head });
  expect(signed.reseal!.resealer.by).toEqual(await fingerprint(alice.cert));
});

it('refuses every bit that was turned', async () => {
  const bytes = [
    await signRecord(asAlice, place, head, content),
    await signRecord(asAlice, place, head, content, { counter: 2, previous: new Uint8Array(32) }),
    await resealed(),
    await signTombstone(asAlice, place, head),
  ];
  const judges = [told, told, (copy: Uint8Array<ArrayBuffer>) => told(copy, next), buried];
  let tried = 0;
  for (const [i, signed] of bytes.entries()) {
    expect(await judges[i]!(signed)).toBe('opened');
    for (let bit = 0; bit < signed.length * 8; bit++, tried++)
      expect(['not-verified', 'malformed'], `${i}: ${bit}`).toContain(await judges[i]!(flipBit(signed, bit)));
  }
  expect(tried).toBe(8 * bytes.reduce((sum, { length }) => sum + length, 0));
  expect(tried).toBeGreaterThan(6_000);
});

it('refuses every other place', async () => {
  const record = await signRecord(asAlice, place, head, content);
  const tombstone = await signTombstone(asAlice, place, head);
  const moved = await resealed();
  let tried = 0;
  for (const other of elsewhere(place)) {
    expect(await told(record, other), JSON.stringify(other)).toBe('not-verified');
    expect(await buried(tombstone, other), JSON.stringify(other)).toBe('not-verified');
    tried += 2;
  }
  for (const other of elsewhere(next)) {
    expect(await told(moved, other), JSON.stringify(other)).toBe('not-verified');
    tried++;
  }
  expect(tried).toBe(36);
});

/** Draws a place, a head and a content out of few, so that pairs are often nearly the same. */
const few = <Value>(...values: Value[]) => fc.constantFrom(...values);
const drawn = fc.record({
  by: few('alice', 'bob'),
  kind: few('record', 'tombstone'),
  place: fc.record({
    workspaceId: few('', place.workspaceId),
    scopeId: few(id(2), id(3)),
    entity: few('task', 'tas'),
    id: few('1', 'k1'),
    version: few(1, 256),
    generation: few(1, 256),
    refs: few<RecordPlace['refs']>({}, { a: 'x' }, { a: ['x'] }, { ab: 'x' }),
  }),
  head: fc.record({ seq: few(1, 2, 256), byte: few(1, 2) }),
  content: few('', 'x', 'xy'),
  counter: few(0, 1, 2),
});

/** Tells whether the content that one signed is taken for another's, about other things: its signature in another's frame. */
it('means nothing else than what was signed, over random pairs', async () => {
  const runs = process.env.LONG ? 100_000 : 3_000;
  const counts = { same: 0, other: 0 };
  const pairs = fc.sample(fc.tuple(drawn, drawn), runs);
  const signedBy = (one: (typeof pairs)[number][number]) => {
    const at: LogHead = { seq: one.head.seq, hash: new Uint8Array(32).fill(one.head.byte) };
    const signer = one.by === 'alice' ? asAlice : asBob;
    if (one.kind === 'tombstone') return signTombstone(signer, one.place, at);
    const chain = { counter: one.counter, previous: new Uint8Array(32) };
    return signRecord(signer, one.place, at, utf8(one.content), one.counter > 0 ? chain : undefined);
  };
  const normal = (one: (typeof pairs)[number][number]) =>
    JSON.stringify(one.kind === 'tombstone' ? { ...one, content: '', counter: 0 } : one);
  for (let start = 0; start < runs; start += 250) {
    const chunk = pairs.slice(start, start + 250).map(async ([a, b]) => {
      const [mine, other] = await Promise.all([signedBy(a), signedBy(b)]);
      // The frame is b's, the signature a's.
      const forged = concat(other.slice(0, 73), mine.slice(73, 137), other.slice(137));
      const code = await outcome(() => verified(b.kind as 'record', forged, b.place, certs()));
      const isSame = normal(a) === normal(b);
      expect(code, JSON.stringify([a, b])).toBe(isSame ? 'opened' : 'not-verified');
      counts[isSame ? 'same' : 'other']++;
    });
    await Promise.all(chunk);
  }
  expect(counts.same + counts.other).toBe(runs);
  expect(counts.other).toBeGreaterThan(runs / 2);
  // The control: what is the same opens.
  const [one] = pairs[0]!;
  expect(
    await outcome(async () => verified(one.kind as 'record', await signedBy(one), one.place, certs())),
  ).toBe('opened');
});

it('is not forged by somebody else in the scope', async () => {
  // Bob signs with his seed and names Alice's certificate, as an author and as a resealer.
  const asIfAlice = { name: asAlice.name, sign: asBob.sign };
  const forged = await signRecord(asIfAlice, place, head, content);
  expect(await told(forged)).toBe('not-verified');
  // The name in the content counts, even when the one who is asked about did sign.
  expect(await told(forged, place, [bob.cert])).toBe('not-verified');
  expect(await told(await resealed(asIfAlice), next)).toBe('not-verified');
  const written = readSigned(forged);
  expect(await told(await resealRecord(asBob, next, later, written, { origin, added }), next)).toBe(
    'not-verified',
  );
});

it('tells a deletion from a record', async () => {
  const tombstone = await signTombstone(asAlice, place, head);
  expect(await buried(tombstone)).toBe('opened');
  expect(await told(tombstone)).toBe('not-verified');
  expect(await buried(await signRecord(asAlice, place, head, new Uint8Array(0)))).toBe('not-verified');
  expect(await buried(await signRecord(asAlice, place, head, content))).toBe('malformed');
  // A deletion is its author's alone.
  const moved = await resealRecord(asBob, next, later, readSigned(tombstone), { origin, added });
  expect(await buried(moved, next)).toBe('malformed');
  expect(await told(moved, next)).toBe('not-verified');
});

it('chains messages by counter and hash, wherever they are moved', async () => {
  const first = await signRecord(asAlice, place, head, content, { counter: 1, previous: new Uint8Array(32) });
  const hash = await chainHash(readSigned(first), place);
  const second = await signRecord(asAlice, place, head, content, { counter: 2, previous: hash });
  const { chain } = await verified('record', second, place, certs());
  expect(chain).toEqual({ counter: 2, previous: hash });
  const moved = await resealRecord(asBob, next, later, readSigned(first), { origin, added });
  expect(await told(moved, next)).toBe('opened');
  expect(await chainHash(readSigned(moved), next)).toEqual(hash);
});

it('refuses what is no signed content, and what cannot be signed', async () => {
  const bytes = await signRecord(asAlice, place, head, content);
  for (let length = 0; length < 137; length++)
    expect(await outcome(async () => readSigned(bytes.slice(0, length)))).toBe('malformed');
  expect(await outcome(async () => readSigned(concat(new Uint8Array([4]), bytes.slice(1))))).toBe(
    'malformed',
  );
  const huge = bytes.slice();
  huge.fill(0xff, 33, 41);
  expect(await outcome(async () => readSigned(huge))).toBe('malformed');
  const uncounted = await signRecord(asAlice, place, head, content, { counter: 1, previous: head.hash });
  uncounted.set(u64(0), 137);
  expect(await outcome(async () => readSigned(uncounted))).toBe('malformed');
  const sign = (
    at: RecordPlace,
    when = head,
    chain?: { counter: number; previous: Uint8Array<ArrayBuffer> },
  ) => outcome(() => signRecord(asAlice, at, when, content, chain));
  expect(await sign({ ...place, generation: -1 })).toBe('malformed');
  expect(await sign({ ...place, version: 1.5 })).toBe('malformed');
  expect(await sign(place, { seq: 1.5, hash: head.hash })).toBe('malformed');
  expect(await sign(place, { seq: 1, hash: new Uint8Array(31) })).toBe('malformed');
  expect(await sign(place, head, { counter: 1.5, previous: head.hash })).toBe('malformed');
  expect(await sign(place, head, { counter: 1, previous: new Uint8Array(31) })).toBe('malformed');
});
