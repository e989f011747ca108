/** Reads entries of a ZIP archive (PKWARE APPNOTE 6.3), within limits: an archive says of itself what it likes. */
import { unzipSync } from 'fflate';
import { contentLimits, UnreadableError } from './limits.ts';

/**
 * Returns the entries that are `wanted`, by name. Room is made for what an entry says that it unpacks to, and no more is
 * written there, so that the sum of what they say bounds the memory.
 * @throws UnreadableError where the archive is broken or too much comes out of it
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  let [unpacked, entries] = [0, 0];
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!wanted(name)) return false;
    unpacked += originalSize;
    entries++;
    if (unpacked > contentLimits.unpackedBytes)
      throw new UnreadableError('too much comes out of the archive');
    if (entries > contentLimits.entries) throw new UnreadableError('the archive has too many entries');
    return true;
  };
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter })));
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('no archive', { cause: error });
  }
}
