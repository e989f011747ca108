/** Unlocks by the recovery phrase: the server recognises the words and hands out what is sealed under them. */
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { fingerprintOf } from '@kontor/contract/wire/keyCert';
import type { FormerKeys, KitRenewal } from '@kontor/contract/wire/recovery';
import { decodeSync, frameSync } from '@kontor/contract/wire/sync';
import { sameBytes } from '../../accountSecrets.ts';
import { nodeVerifier } from '../../adapters/verifier.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { readChunk } from '../../db/recordPages.ts';
import { fail } from '../../http/errors.ts';
import { formerPins } from './formerPins.ts';
import type { RecoveryDeps } from './request.ts';

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/**
 * Returns the keys from before a reset, and the user's own data under them.
 * @throws INVALID_PHRASE also where there is no kit, or no former one; THROTTLED
 */
export async function formerKeys(
  { services: { db }, throttles }: RecoveryDeps,
  userId: string,
  phraseVerification: string,
): Promise<FormerKeys> {
  await throttles.phrasesPerAccount.take(userId);
  const row = await db
    .selectFrom('account')
    .select(['phrase_verification', 'phrase_private_key', 'phrase_public_key'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const given = Buffer.from(phraseVerification, 'base64url');
  const isRight = row?.phrase_verification && sameBytes(row.phrase_verification, given);
  if (!isRight || !row.phrase_private_key || !row.phrase_public_key) throw fail('INVALID_PHRASE');
  const publicKey = row.phrase_public_key;
  const certKey = toBase64Url(await fingerprintOf(publicKey, nodeVerifier));
  return transaction(db, async (tx) => ({
    privateKey: b64(row.phrase_private_key!),
    publicKey,
    pins: await formerPins(tx, userId, certKey),
    records: await formerRecords(tx, userId, certKey),
  }));
}

/** Bytes to read at once. What anybody keeps for themselves is bounded, so all of it is one answer. */
const maxBytes = 8 * 1_048_576;

async function formerRecords(tx: Tx, userId: string, certKey: string): Promise<FormerKeys['records']> {
  const scopes = await tx
    .selectFrom('former_personal_scope')
    .select('scope_id')
    .where('account_id', '=', userId)
    .where('cert_key', '=', certKey)
    .execute();
  const records: FormerKeys['records'] = [];
  for (const { scope_id: id } of scopes)
    for (let after = 0, isEnd = false; !isEnd; ) {
      const { rows, sealed, ...chunk } = await readChunk(tx, { id, kind: 'personal' }, after, maxBytes);
      ({ last: after, isEnd } = chunk);
      const header = `{"log":[],"gone":[],"more":false,"scopes":[{"id":"${id}","keys":[],"rows":[${rows}]}]}`;
      const answer = decodeSync(Buffer.concat(frameSync(header, [sealed])));
      for (const row of answer.scopes[0]!.rows)
        if (!row.deleted) {
          const { entity, version, refs } = row;
          records.push({ entity, id: row.id, version, refs, sealed: b64(row.sealed) });
        }
    }
  return records;
}

/** Stores the kit for the new seeds: from then on the same words open them. @throws INVALID_PHRASE, THROTTLED */
export async function renewKit(
  { services: { db }, throttles }: RecoveryDeps,
  userId: string,
  { phraseVerification, privateKey }: KitRenewal,
): Promise<void> {
  await throttles.phrasesPerAccount.take(userId);
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ phrase_private_key: Buffer.from(privateKey, 'base64url'), phrase_public_key: null })
    .where('id', '=', userId)
    .where('phrase_verification', '=', Buffer.from(phraseVerification, 'base64url'))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw fail('INVALID_PHRASE');
}
