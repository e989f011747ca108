/** Reads plain text of any of the encodings that offices have produced, and tidies it. */

/**
 * Returns text by its byte order mark, else as UTF-8, else as Windows-1252, which takes any byte; of the first bytes alone
 * where there are more than `most`.
 */
export function decodeText(whole: Uint8Array, most = whole.length): string {
  const bytes = whole.subarray(0, most);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // The end may cut a letter in two.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length < whole.length });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Collapses each run of white space into one space, or one line break where it has any, and drops it at both ends. */
export const collapseWhitespace = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
