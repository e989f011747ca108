import { describe, expect, it } from 'vitest';
import { type BatcherLimits, batcher } from './batcher.ts';

/** Doubles numbers; rounds end when they are let go. */
function doubling(limits: BatcherLimits<number>) {
  const rounds: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const call = batcher(limits, (items: readonly number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    rounds.push({ items, end: () => resolve(items.map((item) => item * 2)), fail: reject });
    return promise;
  });
  return { call, rounds };
}

describe('batched calls', () => {
  it('go at once while a round is free, then together', async () => {
    const { call, rounds } = doubling({ rounds: 2, items: 3 });
    const results = Promise.all([1, 2, 3, 4, 5, 6].map(call));
    expect(rounds.map(({ items }) => items)).toEqual([[1], [2]]);
    rounds[1]!.end();
    await expect.poll(() => rounds.length).toBe(3);
    expect(rounds[2]!.items).toEqual([3, 4, 5]);
    rounds[0]!.end();
    await expect.poll(() => rounds.length).toBe(4);
    expect(rounds[3]!.items).toEqual([6]);
    for (const { end } of rounds) end();
    expect(await results).toEqual([2, 4, 6, 8, 10, 12]);
    const later = call(7);
    expect(rounds[4]!.items).toEqual([7]);
    rounds[4]!.end();
    expect(await later).toBe(14);
  });

  it('of another kind pass those that are stuck', async () => {
    const stuck = { afterMs: 20, rounds: 1, keyOf: (item: number) => (item < 10 ? 'low' : 'high') };
    const { call, rounds } = doubling({ rounds: 1, items: 3, stuck });
    const results = Promise.all([1, 2, 30].map(call));
    expect(rounds.map(({ items }) => items)).toEqual([[1]]);
    await expect.poll(() => rounds.length).toBe(2);
    expect(rounds[1]!.items).toEqual([30]);
    // No more than one gives up its place.
    const last = call(40);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(rounds).toHaveLength(2);
    rounds[1]!.end();
    await expect.poll(() => rounds.length).toBe(3);
    expect(rounds[2]!.items).toEqual([40]);
    rounds[0]!.end();
    rounds[2]!.end();
    await expect.poll(() => rounds.length).toBe(4);
    rounds[3]!.end();
    expect([await results, await last]).toEqual([[2, 4, 60], 80]);
  });

  it('pass a round that became stuck while no more could give up their place, once one of those has ended', async () => {
    const stuck = { afterMs: 20, rounds: 1, keyOf: String };
    const { call, rounds } = doubling({ rounds: 1, items: 1, stuck });
    const results = Promise.all([1, 2, 3].map(call));
    await expect.poll(() => rounds.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(rounds).toHaveLength(2);
    rounds[0]!.end();
    await expect.poll(() => rounds.length).toBe(3);
    rounds[1]!.end();
    rounds[2]!.end();
    expect(await results).toEqual([2, 4, 6]);
  });

  it('of one kind share a round, those who wait longest first', async () => {
    const { call, rounds } = doubling({ rounds: 1, items: 2, kindOf: (item) => String(item % 2) });
    const results = Promise.all([1, 2, 3, 4, 6, 5].map(call));
    for (const [at, items] of [[1], [2, 4], [3, 5], [6]].entries()) {
      await expect.poll(() => rounds.length).toBe(at + 1);
      expect(rounds[at]!.items).toEqual(items);
      rounds[at]!.end();
    }
    expect(await results).toEqual([2, 4, 6, 8, 12, 10]);
  });

  it('share the failure of their round, and no other', async () => {
    const { call, rounds } = doubling({ rounds: 1, items: 2 });
    const results = Promise.allSettled([1, 2, 3, 4].map(call));
    rounds[0]!.end();
    await expect.poll(() => rounds.length).toBe(2);
    rounds[1]!.fail(new Error('no'));
    await expect.poll(() => rounds.length).toBe(3);
    rounds[2]!.end();
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
  });
});
