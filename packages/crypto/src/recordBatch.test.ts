import { utf8 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { expect, it } from 'vitest';
import { sealRecord, sealTombstone } from './record.ts';
import { openRecords, type SealedRow } from './recordBatch.ts';
import { createScopeKey, importScopeKey } from './scopeKey.ts';
import { craftRecord } from './testing/craft.ts';
import { flipBit, id, scopeId, workspaceId } from './testing/fixtures.ts';

const keys = await Promise.all([createScopeKey(), createScopeKey()].map(importScopeKey));
const [first, second] = [keys[0]!, keys[1]!];
const ring = new Map(keys.map((key) => [key.kidText, key]));

async function row(
  n: number,
  change: Partial<Omit<SealedRow, 'sealed'>> & { isTombstone?: boolean } = {},
  key = first,
) {
  const { isTombstone, ...columns } = change;
  const place = { entity: 'task', id: id(n), scopeId, version: 1, refs: { projectId: scopeId } };
  const context = { workspaceId, ...place };
  const sealed = isTombstone
    ? await sealTombstone(key, context, new Uint8Array(0))
    : await sealRecord(key, context, utf8(`task ${n}`));
  return { ...place, sealed, deleted: isTombstone ?? false, ...columns };
}

it('opens rows of several keys in their order', async () => {
  const rows = await Promise.all(
    Array.from({ length: 1_200 }, (_, n) => row(n, {}, n % 3 === 0 ? second : first)),
  );
  const opened = await openRecords(ring, workspaceId, rows);
  expect(opened).toEqual(
    rows.map((_, n) => ({
      state: 'open',
      signed: utf8(`task ${n}`),
      kid: (n % 3 === 0 ? second : first).kidText,
    })),
  );
});

it('believes the seal and not the column about what is deleted', async () => {
  const rows = [
    await row(1, { isTombstone: true }),
    await row(2, { isTombstone: true, deleted: false }),
    await row(3, { deleted: true }),
  ];
  const states = (await openRecords(ring, workspaceId, rows)).map((opened) => opened.state);
  expect(states).toEqual(['deleted', 'deleted', 'open']);
});

it('refuses bad rows one by one and opens the others', async () => {
  const good = await row(1);
  const unknown = await importScopeKey(createScopeKey());
  const rows = [
    good,
    { ...good, sealed: flipBit(good.sealed, 300) },
    { ...good, version: 2 },
    await row(4, {}, unknown),
    { ...good, sealed: new Uint8Array(5) },
    { ...good, sealed: flipBit(good.sealed, 0) },
    { ...good, version: 1.5 },
    { ...good, refs: { projectId: [7] as unknown as string[] } },
    good,
  ];
  const opened = await openRecords(ring, workspaceId, rows);
  const codes = opened.map((result) => (result.state === 'refused' ? result.error.code : result.state));
  expect(codes).toEqual([
    'open',
    'not-verified',
    'not-verified',
    'wrong-key',
    'malformed',
    'unknown-version',
    'malformed',
    'malformed',
    'open',
  ]);
  const context = { workspaceId, ...good, refs: { projectId: scopeId } };
  const bytes = createScopeKey();
  const own = await importScopeKey(bytes);
  const unpadded = { ...good, sealed: await craftRecord(labels.record, bytes, context, utf8('bare')) };
  const misframed = await openRecords(new Map([[own.kidText, own]]), workspaceId, [unpadded]);
  expect(misframed).toMatchObject([{ state: 'refused', error: { code: 'malformed' } }]);
  const elsewhere = await openRecords(ring, id(99), [good]);
  expect(elsewhere).toMatchObject([{ state: 'refused', error: { code: 'not-verified' } }]);
  expect(await openRecords(ring, workspaceId, [])).toEqual([]);
});
