/** Short batches that come at once share a statement, and so a commit; one that does not hold fails alone. */
import type { Database } from '../../db/database.ts';
import { gather } from '../../db/gather.ts';
import type { Services as AllServices } from '../../services.ts';
import type { LockedScope } from './context.ts';
import { applyShort, type ShortBatch } from './shortWay.ts';

/** Larger batches go alone, so that small ones do not wait for them. */
const recordsTogether = 20;

type Services = Pick<AllServices, 'db' | 'clock'>;
type Written = LockedScope[] | undefined;

/** Rounds of two: while one is being made durable, the next is being written. */
const limits = { rounds: 2, items: 64 };

const writers = new WeakMap<Database, (batch: ShortBatch) => Promise<Written>>();

/** Writes a batch the short way. Answers the scopes as it leaves them, or undefined where nothing was written. */
export function writeShort(services: Services, batch: ShortBatch): Promise<Written> {
  const { db } = services;
  if (batch.records.length > recordsTogether) return writeAlone(services, batch);
  let write = writers.get(db);
  if (!write) {
    write = gather(limits, (batches: readonly ShortBatch[]) => writeRound(services, batches));
    writers.set(db, write);
  }
  return write(batch);
}

async function writeRound(services: Services, batches: readonly ShortBatch[]): Promise<Written[]> {
  const written = new Map<ShortBatch, Written>();
  const writeKind = async (kind: ShortBatch[]) => {
    const scopes = await applyShort(services.db, kind, services.clock.now());
    for (const [i, batch] of kind.entries()) written.set(batch, scopes?.[i]);
    if (scopes || kind.length === 1) return;
    await Promise.all(kind.map(async (batch) => written.set(batch, await writeAlone(services, batch))));
  };
  const kinds = Map.groupBy(batches, ({ entity, verb }) => `${entity}.${verb}`);
  await Promise.all([...kinds.values()].map(writeKind));
  return batches.map((batch) => written.get(batch));
}

const writeAlone = async ({ db, clock }: Services, batch: ShortBatch): Promise<Written> =>
  (await applyShort(db, [batch], clock.now()))?.[0];
