/**
 * Holds `secrets/` against the database. A folder without them, beside a database that has people, would get new ones
 * without a word, and with another pepper nobody could sign in.
 */
import { labels } from '@kontor/contract/wire/labels';
import type pg from 'pg';
import { sameBytes } from './accountSecrets.ts';
import { derivedKey, hasSecret, WrongSecrets } from './dataFolder.ts';
import type { Tx } from './db/database.ts';

/**
 * Stores at the first start what follows from the pepper, and compares it at later ones.
 * @throws WrongSecrets where the pepper is another, or is missing beside a database that has a proof or people; no secret
 * is made then
 */
export async function checkSecrets(pool: pg.Pool, dataPath: string): Promise<void> {
  const find = async () =>
    (await pool.query<{ proof: Buffer }>('SELECT proof FROM pepper_proof')).rows[0]?.proof;
  let stored = await find();
  if (!hasSecret(dataPath, 'pepper') && (stored || (await hasPeople(pool)))) throw new WrongSecrets(dataPath);
  const proof = proofOf(dataPath);
  if (!stored) {
    await pool.query('INSERT INTO pepper_proof (id, proof) VALUES (true, $1) ON CONFLICT DO NOTHING', [
      proof,
    ]);
    stored = (await find())!; // of whichever machine was first
  }
  if (!sameBytes(stored, proof)) throw new WrongSecrets(dataPath);
}

/**
 * Stores in place of what a start compares the pepper with what follows from the one that is there now. Returns false where that is
 * stored already.
 * @throws WrongSecrets where there is no pepper; none is made
 */
export async function acceptSecrets(tx: Tx, dataPath: string): Promise<boolean> {
  if (!hasSecret(dataPath, 'pepper')) throw new WrongSecrets(dataPath);
  const proof = proofOf(dataPath);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('pepper_proof')
    .values({ id: true, proof })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ proof }).where('pepper_proof.proof', '<>', proof),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns what follows from the pepper of a data folder, made where it is missing. */
const proofOf = (dataPath: string): Buffer => derivedKey(dataPath, labels.pepperProof);

const hasPeople = async (pool: pg.Pool): Promise<boolean> =>
  (await pool.query('SELECT FROM account LIMIT 1')).rowCount === 1;
