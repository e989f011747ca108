import { random } from '@kontor/contract/testing/random';
import * as indexing from 'fractional-indexing';
import { expect, it, vi } from 'vitest';
import { freshRanks, rankAfter, rankBetween } from './rank.ts';

vi.mock('fractional-indexing', { spy: true });

it('makes one rank for the end of a list, however long that is', () => {
  const ranks = freshRanks(1_000);
  vi.mocked(indexing.generateKeyBetween).mockClear();
  const behind = rankAfter(ranks);
  expect(indexing.generateKeyBetween).toHaveBeenCalledOnce();
  expect(behind > ranks.at(-1)!).toBe(true);
});

it('goes behind the highest, whatever the order and whatever lies between them that is no rank', () => {
  const draw = random(7);
  const none = ['', 'z', '~', 'zz', 'ä', '0'];
  for (let round = 0; round < 200; round++) {
    const ranks = freshRanks(1 + draw.below(20));
    const all = [...ranks, ...none.filter(() => draw.below(2) === 0)];
    for (let i = all.length - 1; i > 0; i--) {
      const j = draw.below(i + 1);
      [all[i], all[j]] = [all[j]!, all[i]!];
    }
    expect(rankAfter(all)).toBe(rankBetween(ranks.at(-1), undefined));
  }
  expect(rankAfter([])).toBe(rankAfter(none));
});
