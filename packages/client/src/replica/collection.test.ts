import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observable } from '../observable.ts';
import { RecordCollection } from './collection.ts';
import { SortedList } from './sortedList.ts';
import type { SumsSpec } from './sums.ts';

interface Item {
  id: string;
  group?: string;
  tags: string[];
  rank: number;
}

const make = () => new RecordCollection<Item>({ group: (item) => item.group, tags: (item) => item.tags });

const item: fc.Arbitrary<Item> = fc
  .record({
    id: fc.integer({ min: 0, max: 30 }).map((n) => `i${n}`),
    group: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    // What somebody else's client writes may name one twice.
    tags: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
    rank: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ group, ...rest }) => (group === undefined ? rest : { ...rest, group }));

const steps = fc.array(
  fc.array(
    fc.oneof(
      item.map((record) => ({ id: record.id, record: record as Item | undefined })),
      fc.integer({ min: 0, max: 30 }).map((n) => ({ id: `i${n}`, record: undefined })),
    ),
    { maxLength: 8 },
  ),
  { maxLength: 20 },
);

const byRank = (a: Item, b: Item) => a.rank - b.rank;
const byGroup: SumsSpec<Item, 'count' | 'rank'> = {
  group: (item) => item.group,
  figures: ({ rank }) => ({ count: 1, rank }),
  zero: { count: 0, rank: 0 },
};
const naive = (model: Map<string, Item>, keep: (item: Item) => boolean) =>
  [...model.values()].filter(keep).sort((a, b) => byRank(a, b) || (a.id < b.id ? -1 : 1));

describe('collection', () => {
  it('answers as a naive model does, subscribed or not', () =>
    fc.assert(
      fc.property(steps, (groups) => {
        const collection = make();
        const model = new Map<string, Item>();
        const odd = (candidate: Item) => candidate.rank % 2 === 1;
        const live = collection.view({ compare: byRank, filter: odd });
        const inGroup = collection.view({ index: 'group', key: 'a', compare: byRank });
        const lazy = collection.view({ index: 'tags', key: 'x', compare: byRank });
        const followed = collection.sums({ ...byGroup });
        const lazySums = collection.sums(byGroup);
        followed.of('a');
        followed.subscribe(() => {});
        live.get();
        live.subscribe(() => {});
        inGroup.get();
        inGroup.subscribe(() => {});
        for (const group of groups) {
          const unique = [...new Map(group.map((change) => [change.id, change])).values()];
          collection.write(unique);
          collection.notify();
          for (const { id, record } of unique) record ? model.set(id, record) : model.delete(id);
          expect(new Set(collection.all())).toEqual(new Set(model.values()));
          expect(live.get()).toEqual(naive(model, odd));
          expect(inGroup.get()).toEqual(naive(model, (i) => i.group === 'a'));
          expect(inGroup.window(1, 3)).toEqual(naive(model, (i) => i.group === 'a').slice(1, 3));
          expect(lazy.get()).toEqual(naive(model, (i) => i.tags.includes('x')));
          expect(new Set(collection.where('tags', 'y'))).toEqual(
            new Set(naive(model, (i) => i.tags.includes('y'))),
          );
          expect(live.size).toBe(naive(model, odd).length);
          naive(model, odd).forEach(({ id }, at) => {
            expect(live.indexOf(id)).toBe(at);
            expect(live.at(at)?.id).toBe(id);
          });
          expect([...model.values()].filter((i) => !odd(i)).every(({ id }) => live.indexOf(id) === -1)).toBe(
            true,
          );
          for (const key of ['a', 'b']) {
            const inKey = naive(model, (i) => i.group === key);
            const expected = { count: inKey.length, rank: inKey.reduce((sum, i) => sum + i.rank, 0) };
            expect(followed.of(key)).toEqual(expected);
            expect(lazySums.of(key)).toEqual(expected);
          }
        }
      }),
    ));

  it('gives the same array until something in it changed', () => {
    const collection = make();
    const records = Array.from({ length: 200 }, (_, n) => ({
      id: `i${1000 + n}`,
      group: n % 2 ? 'a' : 'b',
      tags: [],
      rank: n,
    }));
    collection.write(records.map((record) => ({ id: record.id, record })));
    const view = collection.view({ index: 'group', key: 'a', compare: byRank });
    view.subscribe(() => {});
    const [all, top, where] = [view.get(), view.window(0, 10), collection.where('group', 'a')];
    let calls = 0;
    view.subscribe(() => calls++);
    collection.write([{ id: records[0]!.id, record: { ...records[0]!, tags: ['x'] } }]);
    collection.notify();
    expect([view.get(), view.window(0, 10), collection.where('group', 'a')]).toEqual([all, top, where]);
    expect(view.get()).toBe(all);
    expect(collection.where('group', 'a')).toBe(where);
    expect(calls).toBe(0);
    collection.write([{ id: records[199]!.id, record: { ...records[199]!, tags: ['x'] } }]);
    collection.notify();
    expect(calls).toBe(1);
    expect(view.get()).not.toBe(all);
    expect(view.window(0, 10)).toBe(top);
  });

  it('sorts anew when something else changed that the order reads', () => {
    const collection = make();
    const weights = observable<Record<string, number>>({ i1: 1, i2: 2 });
    for (const id of ['i1', 'i2']) collection.write([{ id, record: { id, tags: [], rank: 0 } }]);
    const view = collection.view({
      compare: (a, b) => weights.get()[a.id]! - weights.get()[b.id]!,
      reads: [weights],
    });
    const ids = () => view.get().map(({ id }) => id);
    expect(ids()).toEqual(['i1', 'i2']);
    weights.set({ i1: 4, i2: 3 });
    let calls = 0;
    const stop = view.subscribe(() => calls++);
    expect(ids()).toEqual(['i2', 'i1']);
    weights.set({ i1: 5, i2: 6 });
    expect([calls, ...ids()]).toEqual([1, 'i1', 'i2']);
    stop();
    weights.set({ i1: 8, i2: 7 });
    expect(calls).toBe(1);
  });

  it('gives the same sums until one of them changed, and tells of no others', () => {
    const collection = make();
    const write = (id: string, group: string, rank: number) => {
      collection.write([{ id, record: { id, group, tags: [], rank } }]);
      collection.notify();
    };
    write('i1', 'a', 1);
    const sums = collection.sums(byGroup);
    expect(collection.sums(byGroup)).toBe(sums);
    const [a, none] = [sums.of('a'), sums.of('b')];
    expect([a, none]).toEqual([{ count: 1, rank: 1 }, byGroup.zero]);
    let calls = 0;
    sums.subscribe(() => calls++);
    write('i1', 'a', 1);
    expect([sums.of('a'), calls]).toEqual([a, 0]);
    expect(sums.of('a')).toBe(a);
    write('i1', 'b', 2);
    expect([sums.of('a'), sums.of('b'), calls]).toEqual([byGroup.zero, { count: 1, rank: 2 }, 1]);
  });

  it('refuses an index that is not declared', () =>
    expect(() => make().where('nope', 'a')).toThrow(RangeError));

  it('tells once per group of changes', () => {
    const collection = make();
    let calls = 0;
    const stop = collection.subscribe(() => calls++);
    collection.write([{ id: 'a', record: { id: 'a', tags: [], rank: 1 } }]);
    collection.write([{ id: 'b', record: { id: 'b', tags: [], rank: 1 } }]);
    expect(calls).toBe(0);
    collection.notify();
    collection.notify();
    expect(calls).toBe(1);
    stop();
    collection.write([{ id: 'a', record: undefined }]);
    collection.notify();
    expect(calls).toBe(1);
  });
});

describe('sorted list', () => {
  it('keeps order through many chunks', () => {
    const list = new SortedList<number>((a, b) => a - b);
    const model = new Set<number>();
    let seed = 7;
    for (let n = 0; n < 6_000; n++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const value = seed % 3_000;
      if (seed % 3 === 0) {
        expect(list.remove(value) >= 0).toBe(model.delete(value));
      } else {
        const at = list.add(value);
        model.add(value);
        expect(list.indexOf(value)).toBe(at);
      }
    }
    const sorted = [...model].sort((a, b) => a - b);
    expect(list.slice()).toEqual(sorted);
    expect([list.at(-1), list.at(sorted.length), list.at(1_000)]).toEqual([
      undefined,
      undefined,
      sorted[1_000],
    ]);
    expect(list.slice(700, 1_300)).toEqual(sorted.slice(700, 1_300));
    expect(list.size).toBe(sorted.length);
  });
});
