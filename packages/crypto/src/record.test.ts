import { type Bytes, concat, fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import { type Label, labels } from '@kontor/contract/wire/labels';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { padRecord } from './padding.ts';
import { importAesKey, randomBytes } from './primitives/webcrypto.ts';
import { openRecord, openTombstone, recordKid, sealRecord, sealTombstone } from './record.ts';
import type { RecordContext } from './recordContext.ts';
import { createScopeKey, importScopeKey } from './scopeKey.ts';
import { craftRecord } from './testing/craft.ts';
import {
  aliceId,
  bobId,
  flipBit,
  id,
  outcome,
  scopeId,
  taskContext,
  workspaceId,
} from './testing/fixtures.ts';
import { craftCollision } from './testing/gcmCollision.ts';

const key = await importScopeKey(createScopeKey());
const content = utf8('{"title":"Angebot"}');

it('opens what it sealed, in its place', async () => {
  const sealed = await sealRecord(key, taskContext, content);
  expect(sealed).toHaveLength(1 + 16 + 12 + 512 + 16);
  expect(recordKid(sealed)).toBe(key.kidText);
  expect(await openRecord(key, taskContext, sealed)).toEqual(content);
  expect(await sealRecord(key, taskContext, content)).not.toEqual(sealed);
});

it('gives names of 1 to 64 characters one size', async () => {
  const sizes = new Set<number>();
  for (let length = 1; length <= 64; length++) {
    const name = utf8(JSON.stringify({ name: 'ж'.repeat(length) }));
    sizes.add((await sealRecord(key, taskContext, name)).length);
  }
  expect([...sizes]).toEqual([557]);
});

it('refuses a record with any bit turned', async () => {
  const sealed = await sealRecord(key, taskContext, content);
  const codes: Record<string, number> = {};
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const code = await outcome(() => openRecord(key, taskContext, flipBit(sealed, bit)));
    codes[code] = (codes[code] ?? 0) + 1;
  }
  expect(codes).toEqual({ 'unknown-version': 8, 'wrong-key': 128, 'not-verified': (12 + 512 + 16) * 8 });
});

it('refuses every prefix and every extension', async () => {
  const sealed = await sealRecord(key, taskContext, content);
  for (let length = 0; length < sealed.length; length++) {
    const code = await outcome(() => openRecord(key, taskContext, sealed.slice(0, length)));
    expect(code).toBe(length < 45 ? 'malformed' : 'not-verified');
  }
  for (const more of [1, 16, 64]) {
    const extended = concat(sealed, new Uint8Array(more));
    expect(await outcome(() => openRecord(key, taskContext, extended))).toBe('not-verified');
  }
});

it('refuses a record in any other place', async () => {
  const sealed = await sealRecord(key, taskContext, content);
  const changes: Partial<RecordContext>[] = [
    { workspaceId: '' },
    { workspaceId: id(99) },
    { scopeId: id(99) },
    { entity: 'project' },
    { id: id(99) },
    { version: 6 },
    { version: 8 },
    { version: 7 + 2 ** 32 },
    { refs: {} },
    { refs: { ...taskContext.refs, projectId: id(99) } },
    { refs: { ...taskContext.refs, parentId: id(99) } },
    { refs: { ...taskContext.refs, assigneeIds: [] } },
    { refs: { ...taskContext.refs, assigneeIds: [bobId, aliceId] } },
  ];
  for (const change of changes) {
    const moved = { ...taskContext, ...change };
    expect(await outcome(() => openRecord(key, moved, sealed)), JSON.stringify(change)).toBe('not-verified');
  }
  const covered = new Set(changes.flatMap((change) => Object.keys(change)));
  expect([...covered].sort()).toEqual(Object.keys(taskContext).sort());
});

it('opens under no context but its own, over random pairs', async () => {
  const few = <Value>(...values: Value[]) => fc.constantFrom(...values);
  const refs = few<RecordContext['refs']>({}, { a: 'x' }, { a: ['x'] }, { ab: 'x' }, { a: 'x', b: 'x' });
  const context: fc.Arbitrary<RecordContext> = fc.record({
    workspaceId: few('', workspaceId),
    scopeId: few(scopeId, workspaceId),
    entity: few('task', 'comment', 'tas'),
    id: few('1', '2', 'k1'),
    version: few(1, 2, 256),
    refs,
  });
  const runs = process.env.LONG ? 100_000 : 5_000;
  const pairs = fc.sample(fc.tuple(context, context), runs);
  const counts = { same: 0, other: 0 };
  for (let start = 0; start < pairs.length; start += 250) {
    const chunk = pairs.slice(start, start + 250).map(async ([a, b]) => {
      const isSame = JSON.stringify(a) === JSON.stringify(b);
      const sealed = await sealRecord(key, a, content);
      const code = await outcome(() => openRecord(key, b, sealed));
      expect(code, JSON.stringify([a, b])).toBe(isSame ? 'opened' : 'not-verified');
      counts[isSame ? 'same' : 'other']++;
    });
    await Promise.all(chunk);
  }
  expect(counts.same + counts.other).toBe(runs);
  // The control: among so few values some pairs are the same, and those open.
  expect(counts.same).toBeGreaterThan(0);
});

it('tells records from tombstones by the seal', async () => {
  const [record, tombstone] = [
    await sealRecord(key, taskContext, new Uint8Array(0)),
    await sealTombstone(key, taskContext, new Uint8Array(0)),
  ];
  expect(tombstone).toHaveLength(record.length);
  expect(await openRecord(key, taskContext, record)).toHaveLength(0);
  await openTombstone(key, taskContext, tombstone);
  expect(await outcome(() => openTombstone(key, taskContext, record))).toBe('not-verified');
  expect(await outcome(() => openRecord(key, taskContext, tombstone))).toBe('not-verified');
  const later = { ...taskContext, version: 8 };
  expect(await outcome(() => openTombstone(key, later, tombstone))).toBe('not-verified');
});

it('refuses tombstones and records that no honest client seals', async () => {
  const bytes = createScopeKey();
  const handle = await importScopeKey(bytes);
  const craft = (label: Label, frame: Bytes) => craftRecord(label, bytes, taskContext, frame);
  const loud = await craft(labels.tombstone, padRecord(content));
  // What it may say is for whoever verifies it: see `tombstoneChecks`.
  expect(await openTombstone(handle, taskContext, loud)).toEqual(content);
  const bare = await craft(labels.record, content);
  expect(await outcome(() => openRecord(handle, taskContext, bare))).toBe('malformed');
  // The control: crafted by the rules, both open.
  await openTombstone(handle, taskContext, await craft(labels.tombstone, padRecord(new Uint8Array(0))));
  expect(await openRecord(handle, taskContext, await craft(labels.record, padRecord(content)))).toEqual(
    content,
  );
});

it('names the wrong key before it tries to open', async () => {
  const sealed = await sealRecord(key, taskContext, content);
  const other = await importScopeKey(createScopeKey());
  expect(await outcome(() => openRecord(other, taskContext, sealed))).toBe('wrong-key');
});

it('refuses one ciphertext that was made to open under two keys', async () => {
  const keys = [createScopeKey(), createScopeKey()] as const;
  const handles = await Promise.all(keys.map(importScopeKey));
  const nonce = randomBytes(12);
  for (const [mine, other] of [handles, handles.toReversed()] as const) {
    // The header names `mine`, so both keys see the same associated data and differ in nothing but themselves.
    const { sealed, associatedData } = await craftCollision(keys, nonce, mine!.kid, taskContext);
    // The control: AES-GCM itself opens it under both.
    for (const bytes of keys) {
      const aes = await importAesKey(bytes);
      const params = { name: 'AES-GCM', iv: nonce, additionalData: associatedData };
      expect((await crypto.subtle.decrypt(params, aes, sealed.slice(29))).byteLength).toBe(512);
    }
    expect(await outcome(() => openRecord(other!, taskContext, sealed))).toBe('wrong-key');
    // What is left under the named key is no frame that anybody sealed.
    expect(await outcome(() => openRecord(mine!, taskContext, sealed))).toBe('malformed');
  }
});

it('carries content of any size', async () => {
  for (const size of [0, 1, 508, 509, 70_000]) {
    const text = 'x'.repeat(size);
    const sealed = await sealRecord(key, taskContext, utf8(text));
    expect(fromUtf8(await openRecord(key, taskContext, sealed))).toBe(text);
  }
});
