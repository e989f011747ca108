/**
 * Lets go of the parts of files that have been in the trash for too long, so that the sweep removes them. The records stay
 * until somebody's client deletes them, signed: the server cannot.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { trashDays } from '@kontor/contract/nouns/trashEntry';
import { dayMs } from '@kontor/contract/time/day';
import { sql } from 'kysely';
import type { Clock } from '../../adapters/clock.ts';
import { releaseBlobs } from '../../db/blob/references.ts';
import { tableOf } from '../../db/columns.ts';
import { type Database, transaction } from '../../db/database.ts';
import { snakeCase } from '../../db/snakeCase.ts';
import type { Job } from '../../jobs.ts';

/** Entries that are looked at in one transaction. */
const batchSize = 50;

export type ExpiryServices = { db: Database; clock: Clock };

/** Nouns that lie in a document and name parts of their own: its versions, links to it. */
const namedInDocuments = entityNames.flatMap((name) => {
  const { within, refs } = entityOf(name);
  const columns = within.filter((key) => refs[key]?.target === 'document').map(snakeCase);
  const namesParts = Object.values(refs).some(({ kind }) => kind === 'blobs');
  return namesParts && name !== 'document' ? columns.map((column) => ({ table: tableOf(name), column })) : [];
});

/** Finds what lies in an expired entry at any depth, and what lies in that; only what still names parts. */
const lyingIn = (before: Date) => sql<{ scope_id: string; record_id: string }>`
  WITH RECURSIVE entry AS (
    SELECT DISTINCT e.scope_id, e.id FROM trash_entry e WHERE NOT e.deleted AND e.created_at < ${before}
  ), lying AS (
    SELECT d.scope_id, d.id FROM document d JOIN entry e ON d.scope_id = e.scope_id AND d.trash_entry_id = e.id
    WHERE NOT d.deleted
    UNION
    SELECT d.scope_id, d.id FROM document d JOIN lying l ON d.scope_id = l.scope_id AND d.parent_id = l.id
    WHERE NOT d.deleted AND d.trash_entry_id IS NULL
  ), named AS (
    SELECT scope_id, id FROM lying ${sql.join(
      namedInDocuments.map(
        ({ table, column }) => sql`
    UNION ALL
    SELECT v.scope_id, v.id FROM ${sql.table(table)} v JOIN lying l ON v.scope_id = l.scope_id AND v.${sql.ref(column)} = l.id
    WHERE NOT v.deleted`,
      ),
      sql``,
    )}
  )
  SELECT DISTINCT r.scope_id, r.record_id FROM blob_ref r
  JOIN named n ON n.scope_id = r.scope_id AND n.id = r.record_id LIMIT ${batchSize}`;

/**
 * Releases the parts of up to 50 records. Returns the number of records. A record that is taken out of the trash at that
 * moment either keeps its parts or, restored a moment too late, takes them back as long as no sweep has removed them; what lies in
 * it, its earlier versions and links, does not.
 */
export async function expireTrash({ db, clock }: ExpiryServices): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - trashDays * dayMs);
  return transaction(db, async (tx) => {
    const { rows } = await lyingIn(before).execute(tx);
    const byScope = Map.groupBy(rows, (row) => row.scope_id);
    const scopeIds = [...byScope.keys()].sort();
    // Whoever writes into a scope holds its row: what is restored meanwhile is looked at again.
    for (const scopeId of scopeIds)
      await tx.selectFrom('scope').select('id').where('id', '=', scopeId).forNoKeyUpdate().execute();
    const still = new Set((await lyingIn(before).execute(tx)).rows.map((row) => row.record_id));
    for (const scopeId of scopeIds) {
      const recordIds = byScope
        .get(scopeId)!
        .flatMap((row) => (still.has(row.record_id) ? row.record_id : []));
      await releaseBlobs(tx, { scopeId, recordIds, now });
    }
    return rows.length;
  });
}

async function expireAll(services: ExpiryServices): Promise<void> {
  while ((await expireTrash(services)) > 0) await sleep(50);
}

/** Schedules the job each hour. */
export const trashExpiry = (services: ExpiryServices): Job => ({
  name: 'trash.expiry',
  cron: '17 * * * *',
  run: () => expireAll(services),
});
