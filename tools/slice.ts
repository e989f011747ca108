/** Divides what takes long among runs: `KONTOR_SLICE=2/8` is the second of eight parts of a list. Without it, the whole. */
export function slice<T>(list: readonly T[], of = process.env.KONTOR_SLICE): T[] {
  if (!of) return [...list];
  const [number, count] = of.split('/').map(Number) as [number, number];
  if (!(number >= 1 && number <= count)) throw new RangeError(`KONTOR_SLICE is no part: ${of}`);
  return list.filter((_, index) => index % count === number - 1);
}
