/** Returns the beginning of a text, of at most `most` characters as they are read; what is cut ends in “…”. */
export function cut(text: string, most: number): string {
  // No character is longer than this without being made to be.
  const near = text.slice(0, most * 32);
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(near)];
  if (characters.length <= most && near === text) return text;
  // The last one may be cut itself.
  const kept = characters.slice(0, Math.min(most, characters.length) - 1).map(({ segment }) => segment);
  return `${kept.join('').trimEnd()}…`;
}
