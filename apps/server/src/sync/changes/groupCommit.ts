/** Group commit: fast batches that arrive at once share a statement, and so a commit; a refused one fails alone. */

import { batcher } from '../../db/batcher.ts';
import type { Database } from '../../db/database.ts';
import type { Told } from '../../db/effects.ts';
import { inTurn } from '../../db/turns.ts';
import type { Services as AllServices } from '../../services.ts';
import type { LockedScope } from './context.ts';
import { type Batches, type FastBatch, kindOf } from './fastBatch.ts';
import { applyFast } from './fastPath.ts';

/** Larger batches go alone, so that small ones do not wait for them. */
const maxGroupedRecords = 20;

/** Names the turns of somebody's large and slow batches: one at a time holds a connection, whatever it waits for. */
export const writesOf = (userId: string): string => `writes of ${userId}`;

type Services = Pick<AllServices, 'db' | 'clock'>;
/** The scopes as a batch leaves them, whom it told, and when. */
type Written = { scopes: LockedScope[]; told: Told[]; at: Date };
/** The outcome of a batch in its round: undefined where it was refused. */
type Outcome = Written | undefined | { error: unknown };

/**
 * Three rounds at once, each of a connection: while one is being made durable, others are being written. One that waits
 * for a lock holds up its workspaces alone; all of them together leave connections to others.
 */
const limits = {
  rounds: 3,
  items: 64,
  kindOf,
  stuck: { afterMs: 100, rounds: 6, keyOf: ({ workspaceId }: FastBatch) => workspaceId },
};

const writers = new WeakMap<Database, (batch: FastBatch) => Promise<Outcome>>();

/** Writes a batch on the fast path. Returns the scopes as it leaves them, or undefined where nothing was written. */
export async function writeFast(services: Services, batch: FastBatch): Promise<Written | undefined> {
  const { db } = services;
  if (batch.runs.some(({ records }) => records.length > maxGroupedRecords))
    return inTurn(db, writesOf(batch.userId), async () =>
      writtenIn((await writeRound(services, [batch]))[0]),
    );
  let write = writers.get(db);
  if (!write) {
    write = batcher(limits, (batches: readonly FastBatch[]) => writeRound(services, batches));
    writers.set(db, write);
  }
  return writtenIn(await write(batch));
}

function writtenIn(outcome: Outcome): Written | undefined {
  if (outcome && 'error' in outcome) throw outcome.error;
  return outcome;
}

/**
 * Writes batches of one kind by one statement. Where it fails for any of them each half is written by its own, one after the
 * other: a round never takes more than one connection. Half of them may be written where the others meet an error.
 */
async function writeRound(services: Services, batches: readonly FastBatch[]): Promise<Outcome[]> {
  const at = services.clock.now();
  const outcome = await applyFast(services.db, batches as Batches, at);
  // Whom they told is told once: with the first.
  if (outcome) return outcome.scopes.map((scopes, i) => ({ scopes, told: i === 0 ? outcome.told : [], at }));
  if (batches.length === 1) return [undefined];
  const middle = batches.length >> 1;
  const writeHalf = (half: readonly FastBatch[]) =>
    writeRound(services, half).catch((error: unknown) => half.map(() => ({ error })));
  const first = await writeHalf(batches.slice(0, middle));
  return [...first, ...(await writeHalf(batches.slice(middle)))];
}
