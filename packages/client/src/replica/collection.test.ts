import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordCollection } from './collection.ts';
import { SortedList } from './sortedList.ts';

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
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
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
        list.add(value);
        model.add(value);
      }
    }
    const sorted = [...model].sort((a, b) => a - b);
    expect(list.slice()).toEqual(sorted);
    expect(list.slice(700, 1_300)).toEqual(sorted.slice(700, 1_300));
    expect(list.size).toBe(sorted.length);
  });
});
