/** Returns the beginning of a text, of at most `most` UTF-16 code units, without half a character at its end. */
export const beginning = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
