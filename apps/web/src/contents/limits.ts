/** The most that reading a file may take. A file that asks for more cannot be searched; it stays what it is. */
export const contentLimits = {
  /** Bytes of a file that is read at all. */
  fileBytes: 20 * 1_048_576,
  /** Bytes that may come out of an archive, all entries together. */
  unpackedBytes: 64 * 1_048_576,
  /** Entries of an archive that are read. */
  entries: 2_000,
  /** UTF-16 code units of text. What comes behind is not searched. */
  textUnits: 1_000_000,
  /** Lines of a mail. One of the most bytes has fewer, in which attachments stand in lines of 76 letters. */
  mailLines: 300_000,
  /** Pages of a PDF whose words are read. */
  pages: 2_000,
  /** Pixels of a picture that is decoded. */
  pixels: 50_000_000,
  /** Pixels of a picture that is shown: an A0 sheet at 400 dpi has 250 million. */
  shownPixels: 300_000_000,
  /** ms for one file. */
  time: 30_000,
} as const;

/** Thrown where a file is broken, or asks for more than a limit. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
