/**
 * Holds `secrets/` against the database. A folder without them, beside a database that has people, would get new ones
 * without a word, and with another pepper nobody could sign in.
 */
import { hkdfSync } from 'node:crypto';
import { labels } from '@kontor/contract/wire/labels';
import type pg from 'pg';
import { sameBytes } from './accountSecrets.ts';
import { hasSecret, secret, WrongSecrets } from './dataFolder.ts';

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
  const proof = Buffer.from(hkdfSync('sha256', secret(dataPath, 'pepper'), '', labels.pepperProof, 32));
  if (!stored) {
    await pool.query('INSERT INTO pepper_proof (id, proof) VALUES (true, $1) ON CONFLICT DO NOTHING', [
      proof,
    ]);
    stored = (await find())!; // of whichever machine was first
  }
  if (!sameBytes(stored, proof)) throw new WrongSecrets(dataPath);
}

const hasPeople = async (pool: pg.Pool): Promise<boolean> =>
  (await pool.query('SELECT FROM account LIMIT 1')).rowCount === 1;
