/** Ranks: text that sorts records, with room between any two (fractional indexing). */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Returns a rank between two others, undefined standing for either end; undefined where none fits: rank the list anew. */
export function rankBetween(after: string | undefined, before: string | undefined): string | undefined {
  if (after !== undefined && before !== undefined && after >= before) return undefined;
  try {
    return generateKeyBetween(after ?? null, before ?? null);
  } catch {
    // A rank that is none (an empty one, or one of another making): only new ranks for all help.
    return undefined;
  }
}

/** Returns `count` ranks in order, for ranking a whole list anew. */
export const freshRanks = (count: number): string[] => generateNKeysBetween(null, null, count);

/** Returns the rank after the highest of these; what is no rank is passed over. */
export function rankAfter(ranks: Iterable<string>): string {
  const all = [...ranks];
  const highest = all.reduce<string | undefined>((high, rank) => (high! > rank ? high : rank), undefined);
  // Making one is dear: most lists have no other than ranks, and take one.
  const after = rankBetween(highest, undefined);
  if (after !== undefined) return after;
  for (const rank of all.sort().reverse()) {
    const next = rankBetween(rank, undefined);
    if (next !== undefined) return next;
  }
  return rankBetween(undefined, undefined)!;
}

/** Orders by rank, then by id: the same on every device. */
export const byRank = (a: { order: string; id: string }, b: { order: string; id: string }): number =>
  a.order < b.order ? -1 : a.order > b.order ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
