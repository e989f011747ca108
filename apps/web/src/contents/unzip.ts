/** Reads entries of a ZIP archive (PKWARE APPNOTE 6.3), within limits: an archive says of itself what it likes. */
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { contentLimits, UnreadableError } from './limits.ts';

/**
 * Returns the entries that are `wanted`, by name. Room is made for what an entry says that it unpacks to, and no more is
 * written there; one that is stored is copied as it lies there, so that it has to say as much. The sum of what they say
 * bounds the memory, and entries that lie in one place count each.
 * @throws UnreadableError where the archive is broken or too much comes out of it
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  let [unpacked, entries] = [0, 0];
  const filter = ({ name, size, originalSize, compression }: UnzipFileInfo) => {
    if (!wanted(name)) return false;
    if (compression === 0 && size !== originalSize)
      throw new UnreadableError('a stored entry says that it is other bytes than it has');
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
