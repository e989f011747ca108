/**
 * Rows on their way into the worker and back. A structured clone of a hundred thousand small objects costs several
 * times what their JSON does, so the way in is one buffer (u32 length of the header, the header as JSON, the sealed
 * bytes one behind the other), and the way back one JSON text.
 */

import type { SealedRecord } from '@kontor/contract/entity/entity';
import { type Bytes, fromUtf8, utf8 } from '@kontor/contract/wire/bytes';

/** A row without its bytes, but with their number. */
type PackedRow = Omit<SealedRecord, 'sealed'> & { size: number };

/** Returns one buffer that holds the rows and nothing else. */
export function packRows(rows: readonly SealedRecord[]): Bytes {
  const heads = rows.map(({ sealed, ...row }): PackedRow => ({ ...row, size: sealed.length }));
  const header = utf8(JSON.stringify(heads));
  const bytes = new Uint8Array(4 + header.length + rows.reduce((sum, row) => sum + row.sealed.length, 0));
  new DataView(bytes.buffer).setUint32(0, header.length);
  bytes.set(header, 4);
  let offset = 4 + header.length;
  for (const { sealed } of rows) {
    bytes.set(sealed, offset);
    offset += sealed.length;
  }
  return bytes;
}

/** Returns the rows again; their bytes are views of the buffer. */
export function unpackRows(bytes: Bytes): SealedRecord[] {
  let offset = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const heads = JSON.parse(fromUtf8(bytes.subarray(4, offset))) as PackedRow[];
  return heads.map(({ size, ...row }) => {
    const sealed = bytes.subarray(offset, offset + size);
    offset += size;
    return { ...row, sealed };
  });
}
