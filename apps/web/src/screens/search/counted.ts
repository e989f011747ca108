/** Counts what was found by what it can be narrowed to. */

export interface Counted<V> {
  value: V;
  count: number;
}

/** Values of a facet that are shown. */
const shownOfFacet = 8;

/** Returns the values that most of what was found has, the first ones of them, by the sums of their tags. */
export const fullest = <V>(
  values: readonly V[],
  tagsOf: (value: V) => readonly string[],
  facets: ReadonlyMap<string, number>,
): Counted<V>[] =>
  values
    .map((value) => ({ value, count: tagsOf(value).reduce((sum, tag) => sum + (facets.get(tag) ?? 0), 0) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, shownOfFacet);
