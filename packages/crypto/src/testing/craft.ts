/** Seals what the package itself would refuse to seal: the work of a dishonest holder of the key. */
import { type Bytes, concat } from '@kontor/contract/wire/bytes';
import type { Label } from '@kontor/contract/wire/labels';
import { aesGcmSeal, importAesKey, randomBytes } from '../primitives/webcrypto.ts';
import { type RecordContext, recordAssociatedData } from '../recordContext.ts';
import { kidOf } from '../scopeKey.ts';

/** Returns a record around any frame at all. */
export async function craftRecord(
  label: Label,
  key: Bytes,
  context: RecordContext,
  frame: Bytes,
): Promise<Bytes> {
  const header = concat(new Uint8Array([2]), await kidOf(key));
  const nonce = randomBytes(12);
  const associatedData = recordAssociatedData(label, header, context);
  return concat(header, nonce, await aesGcmSeal(await importAesKey(key), nonce, associatedData, frame));
}
