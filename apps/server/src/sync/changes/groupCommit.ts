/** Group commit: fast batches that arrive at once share a statement, and so a commit; a refused one fails alone. */

import { batcher } from '../../db/batcher.ts';
import type { Database } from '../../db/database.ts';
import type { Told } from '../../db/effects.ts';
import { inTurn } from '../../db/turns.ts';
import type { Services as AllServices } from '../../services.ts';
import type { LockedScope } from './context.ts';
import { applyFast, type Batches, type FastBatch, kindOf } from './fastPath.ts';

/** Larger batches go alone, so that small ones do not wait for them. */
const maxGroupedRecords = 20;

/** Names the turns of somebody's large and slow batches: one at a time holds a connection, whatever it waits for. */
export const writesOf = (userId: string): string => `writes of ${userId}`;

type Services = Pick<AllServices, 'db' | 'clock'>;
/** The scopes as a batch leaves them, whom it told, and when. */
type Written = { scopes: LockedScope[]; told: Told[]; at: Date };

/**
 * Rounds of two: while one is being made durable, the next is being written. One that waits for a lock holds up its
 * workspaces alone; all of them together leave connections to others.
 */
const limits = {
  rounds: 2,
  items: 64,
  stuck: { afterMs: 100, rounds: 6, keyOf: ({ workspaceId }: FastBatch) => workspaceId },
};

const writers = new WeakMap<Database, (batch: FastBatch) => Promise<Written | undefined>>();

/** Writes a batch on the fast path. Returns the scopes as it leaves them, or undefined where nothing was written. */
export async function writeFast(services: Services, batch: FastBatch): Promise<Written | undefined> {
  const { db } = services;
  if (batch.runs.some(({ records }) => records.length > maxGroupedRecords))
    return inTurn(db, writesOf(batch.userId), async () => (await writeRound(services, [batch]))[0]);
  let write = writers.get(db);
  if (!write) {
    write = batcher(limits, (batches: readonly FastBatch[]) => writeRound(services, batches));
    writers.set(db, write);
  }
  return write(batch);
}

async function writeRound(
  { db, clock }: Services,
  batches: readonly FastBatch[],
): Promise<(Written | undefined)[]> {
  const written = new Map<FastBatch, Written>();
  const write = async (kind: Batches): Promise<void> => {
    const at = clock.now();
    const outcome = await applyFast(db, kind, at);
    if (!outcome) {
      if (kind.length > 1) await Promise.all(kind.map((batch) => write([batch])));
      return;
    }
    // Whom they told is told once: with the first.
    for (const [i, batch] of kind.entries())
      written.set(batch, { scopes: outcome.scopes[i]!, told: i === 0 ? outcome.told : [], at });
  };
  const kinds = Map.groupBy(batches, kindOf) as Map<string, [FastBatch, ...FastBatch[]]>;
  await Promise.all([...kinds.values()].map(write));
  return batches.map((batch) => written.get(batch));
}
