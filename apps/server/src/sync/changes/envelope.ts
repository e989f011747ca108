/** Reads what the server may know of a sealed record. */
import type { RecordArgs } from '@kontor/contract/wire/record';
import type { RecordToWrite } from '../../db/recordSql.ts';
import { fail } from '../../http/errors.ts';

/** Bytes of an envelope around nothing: version byte, key id 16, nonce 12, tag 16. */
const emptyEnvelope = 45;

/** Decodes a record's sealed bytes and the key id in them. @throws BAD_INPUT where they are too few */
export function readEnvelope(record: RecordArgs): RecordToWrite {
  const sealed = Buffer.from(record.sealed, 'base64url');
  if (sealed.length < emptyEnvelope) throw fail('BAD_INPUT', { message: 'sealed: too short' });
  return { ...record, sealed, kid: sealed.toString('base64url', 1, 17), revision: 0 };
}
