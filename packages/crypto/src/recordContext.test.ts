import { concat, lp, u64, utf8 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { expect, it } from 'vitest';
import { canonicalRefs, recordAssociatedData } from './recordContext.ts';
import { outcome, taskContext } from './testing/fixtures.ts';

const header = new Uint8Array(17).fill(3);

it('builds the documented bytes', () => {
  const versions = [1, 255, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER];
  const contexts = versions.map((version) => ({ ...taskContext, version }));
  // Texts outside ASCII take another path to the same bytes.
  contexts.push({ ...taskContext, id: 'ключ-1' }, { ...taskContext, refs: { projectId: 'ü' } });
  for (const context of contexts) {
    const { version } = context;
    const expected = concat(
      header,
      lp(labels.record, context.workspaceId, context.scopeId, context.entity, context.id),
      u64(version),
      lp(canonicalRefs(context.refs)),
    );
    expect(recordAssociatedData(labels.record, header, context)).toEqual(expected);
  }
});

it('keeps parts apart that would read alike when joined', () => {
  const at = (change: object) => recordAssociatedData(labels.record, header, { ...taskContext, ...change });
  expect(at({ entity: 'ab', id: 'c' })).not.toEqual(at({ entity: 'a', id: 'bc' }));
  // The prefix is kept under a joined name: an id with a joint in it must not find another's.
  for (const joint of ['\n', ' ', '', '1']) {
    const one = at({ scopeId: `a${joint}b`, entity: 'c' });
    expect(one).not.toEqual(at({ scopeId: 'a', entity: `b${joint}c` }));
    expect(one).not.toEqual(at({ scopeId: 'a', entity: `${joint}bc` }));
  }
});

it('leaves absent and empty refs out, sorts names and keeps the order of lists', () => {
  const empty = { c: [], d: '', e: undefined, f: null as unknown as undefined };
  expect(canonicalRefs({ b: 'x', a: ['2', '1'], ...empty })).toBe('{"a":["2","1"],"b":"x"}');
  expect(canonicalRefs({})).toBe('{}');
  expect(utf8(canonicalRefs({ a: ['1', '2'] }))).not.toEqual(utf8(canonicalRefs({ a: ['2', '1'] })));
});

it('binds a value as it is: by type, zero and false included', () => {
  const refs = { position: 0.5, pinned: false, rank: 0, far: 1e21, less: -0 };
  expect(canonicalRefs(refs)).toBe('{"far":1e+21,"less":0,"pinned":false,"position":0.5,"rank":0}');
  const spellings = [0, '0', false, 'false', undefined, ['0']].map((value) => canonicalRefs({ value }));
  expect(new Set(spellings).size).toBe(spellings.length);
});

it('refuses refs and versions of other types with a typed error', async () => {
  const refs = [{ a: Number.NaN }, { a: {} }, { a: [1] }, { a: [['x']] }, { a: () => {} }] as { a: string }[];
  for (const value of refs) expect(await outcome(async () => canonicalRefs(value))).toBe('malformed');
  for (const field of ['workspaceId', 'scopeId', 'entity', 'id', 'refs']) {
    for (const value of [undefined, null, 7, {}, ['x'], true]) {
      const isEmptyRefs = field === 'refs' && JSON.stringify(value) === '{}';
      if (isEmptyRefs) continue;
      const hostile = { ...taskContext, [field]: value } as unknown as typeof taskContext;
      const attempt = async () => recordAssociatedData(labels.record, header, hostile);
      expect(await outcome(attempt), `${field} ${value}`).toBe('malformed');
    }
  }
  for (const version of [
    -1,
    0,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    '1' as unknown as number,
  ]) {
    const attempt = async () => recordAssociatedData(labels.record, header, { ...taskContext, version });
    expect(await outcome(attempt)).toBe('malformed');
  }
});
