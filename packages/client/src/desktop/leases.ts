/** Leases: who has a document open in another program, as everybody sees it who can read the document. */
import { leaseLasts } from '@kontor/contract/nouns/lease';
import type { Observable } from '../observable.ts';
import type { Clock } from '../replica/clock.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { Replica } from '../replica/replica.ts';
import { isOffered, type OpenFile } from './openFile.ts';

/** ms before its end that a lease is renewed. */
const renewAhead = 120_000;
/** ms that the end of the app, or of a session, waits until the server knows that nothing is held any more. */
const sendingMs = 2_000;
/** ms by which two devices may differ in what they take for the server's time. */
const tolerance = 60_000;

/** Tells whether a lease ends later than any does that was written by now: one by a clock that is wrong would count for ever. */
const isBeyond = ({ until }: { until: number }, now: number): boolean => until > now + leaseLasts + tolerance;

/** Returns who else has a document open, by their ids; `now` is the server's time, as leases are written by it. */
export function holdersOf(
  { collections }: Pick<Mutations, 'collections'>,
  documentId: string,
  { userId, now }: { userId: string; now: number },
): string[] {
  const held = collections.lease
    .where('documentId', documentId)
    .filter(
      (lease) => lease.until > now && !isBeyond(lease, now) && lease.holderId !== userId && isOwn(lease),
    );
  return [...new Set(held.map(({ holderId }) => holderId))];
}

/** Tells whether a lease is by whom it names; anybody who can write here could name another. */
const isOwn = ({ holderId, authorId }: { holderId: string; authorId?: string | undefined }): boolean =>
  authorId === undefined || authorId === holderId;

interface LeasesParts {
  records: Pick<Replica, 'collections' | 'create' | 'update' | 'remove' | 'id' | 'isWritable'> & {
    outbox: Pick<Replica['outbox'], 'sent'>;
  };
  userId: string;
  files: Observable<readonly OpenFile[]>;
  /** Tells the server's time. */
  clock: Clock;
  /** Tells whether there is a connection: a lease that cannot be sent now is of no use later. */
  isConnected(): boolean;
}

export interface KeptLeases {
  /**
   * Removes those that this device renews, before the app or the session ends. Resolves once the server knows, or after 2 s.
   * Whoever stays after all has them again two minutes later at most.
   */
  giveBack(): Promise<void>;
  /** Renews them no more. */
  stop(): void;
}

/** Keeps a lease for each open file of a workspace, and removes those that nothing holds. */
export function keepLeases({ records, userId, files, clock, isConnected }: LeasesParts): KeptLeases {
  const stopped = new AbortController();
  /** Those that this device renews: the person may have the same document open on another. */
  const held = new Set<string>();
  /** Until then none is taken anew, in the server's ms: whoever gave them back is about to leave. */
  let restsUntil = 0;
  const canWrite = () => isConnected() && records.isWritable();
  const leases = () => records.collections.lease.where('holderId', userId);
  const settle = () => {
    if (!canWrite()) return;
    const now = clock.now();
    if (now < restsUntil) return;
    const open = new Set(
      files
        .get()
        .filter((file) => file.workspaceId === records.id && !file.isNew && !isOffered(file))
        .map(({ documentId }) => documentId),
    );
    for (const { id, documentId, until } of leases()) {
      if (isBeyond({ until }, now)) records.remove('lease', id);
      else if (open.has(documentId)) {
        held.add(id);
        if (until < now + renewAhead) records.update('lease', id, { until: now + leaseLasts });
        open.delete(documentId);
      } else if (held.delete(id) || until < now) records.remove('lease', id);
    }
    for (const documentId of open) {
      const document = records.collections.document.get(documentId);
      const until = now + leaseLasts;
      if (document)
        held.add(records.create('lease', document.scopeId, { documentId, holderId: userId, until }).id);
    }
  };
  const settleSoon = () => {
    // A lease that cannot be written, of a document that is gone for one, keeps nobody from working.
    try {
      settle();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  };
  const stop = files.subscribe(settleSoon);
  const renew = async () => {
    while (!stopped.signal.aborted) {
      settleSoon();
      await clock.wait(renewAhead / 2, stopped.signal);
    }
  };
  void renew();
  const giveBack = async () => {
    const own = leases().filter(({ id }) => held.has(id));
    if (!canWrite() || own.length === 0) return;
    restsUntil = Number.POSITIVE_INFINITY;
    for (const { id } of own) records.remove('lease', id);
    held.clear();
    const waiting = new AbortController();
    await Promise.race([records.outbox.sent(), clock.wait(sendingMs, waiting.signal)]);
    waiting.abort();
    restsUntil = clock.now() + renewAhead / 2;
  };
  return {
    giveBack,
    stop: () => {
      stopped.abort();
      stop();
    },
  };
}
