/**
 * Empties the outbox: one transaction at a time, oldest first; a transaction waits for earlier ones that it is built
 * on. Temporary failures are retried, refused transactions are parked, and those that do not depend on them go on.
 */

import { recordRefs } from '@kontor/contract/entity/placement';
import { namedIn, type RefValue } from '@kontor/contract/entity/ref';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { Batch, BatchResult } from '@kontor/contract/wire/change';
import type { ErrorData } from '@kontor/contract/wire/errors';
import { backoff } from '../http/backoff.ts';
import { failureOf, isPassing, type SyncTransport, type TransportFailure } from '../http/transport.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import type { BackupFollower } from './backupFollower.ts';
import { type BuilderParts, prepareBatch } from './batchBuilder.ts';
import type { Clock } from './clock.ts';
import { type Entry, type EntryCode, type Op, scopesOf, valuesAfter, valuesWritten } from './entry.ts';
import { placeKey } from './entryPlan.ts';
import { comesLater, HistoryError } from './historyPuller.ts';
import { putInto, withMovedContainers } from './late.ts';
import type { Outbox } from './outbox.ts';
import type { PendingOp } from './overlay.ts';
import type { SentRecords } from './ownWrites.ts';
import type { Puller } from './puller.ts';
import type { Verification } from './verification.ts';

export interface SenderParts extends BuilderParts {
  backups: BackupFollower;
  outbox: Outbox;
  transport: SyncTransport;
  clock: Clock;
  /**
   * Takes over what was written, where the answer says enough for that. Returns true if it did; otherwise a pull
   * brings it.
   */
  takeOwn(entry: Entry, sent: SentRecords, result: BatchResult): boolean;
  verification: Verification;
  puller: Puller;
}

/**
 * Rounds of pull and merge before a transaction counts as refused: the server says "stale" and shows nothing newer. In each as many
 * tries to verify what it is made on, since a pull may go on taking something newer over.
 */
const maxStale = 20;

export class Sender {
  readonly #parts: SenderParts;
  readonly #closing = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;
  #again = false;
  /** Entries that may have reached the server before: its answers may be about what was sent then. */
  readonly #attempted = new Set<string>();
  /** Entries for which a pull looked: each of several that wait would have the others look again, for ever. */
  readonly #asked = new Set<string>();
  /** Counts what arrived and may have brought a key: that may come between the look for it and the waiting. */
  #arrivals = 0;
  #flight: { scopes: ReadonlySet<string>; landed: Promise<unknown> } | undefined;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Makes this tab send from here on; another one may have sent what is in the outbox by now. */
  lead(): void {
    for (const { id } of this.#parts.outbox.entries) this.#attempted.add(id);
    this.kick();
  }

  /** Resolves when the batch that is on its way into a scope was answered; undefined where there is none. */
  underWay(scopeId: string): Promise<unknown> | undefined {
    return this.#flight?.scopes.has(scopeId) ? this.#flight.landed : undefined;
  }

  /** Starts sending, since there may be something to send. */
  kick(): void {
    this.#again = true;
    if (this.#closing.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again) this.kick();
    });
  }

  /** Resumes what waited for a key, since something arrived. */
  resume(): void {
    const { outbox } = this.#parts;
    this.#arrivals++;
    if (outbox.waiting.size === 0) return;
    outbox.setWaiting(new Set());
    this.kick();
  }

  /** Retries now instead of later, since the connection is back. */
  wake(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
    this.kick();
  }

  /** Stops sending. What is under way is not awaited: without its answer it is sent again next time. */
  close(): void {
    this.#closing.abort();
    this.#wake.abort();
  }

  async #run(): Promise<void> {
    const { outbox } = this.#parts;
    while (this.#again && !this.#closing.signal.aborted) {
      this.#again = false;
      let failures = 0;
      const next = () => {
        this.#parkFollowing();
        return this.#next();
      };
      for (let entry = next(); entry; entry = next()) {
        if (this.#closing.signal.aborted) break;
        outbox.setSending(true);
        const outcome = await this.#send(entry).finally(() => outbox.setSending(false));
        if (outcome === 'hold') return;
        failures = outcome === 'later' ? failures + 1 : 0;
        if (outcome === 'later') await this.#parts.clock.wait(backoff(failures), this.#wake.signal);
      }
    }
  }

  /**
   * Parks the rest of a transaction of which a batch was refused. Looked for each time: this device may have been closed in between,
   * or another tab may have parked that batch.
   */
  #parkFollowing(): void {
    const { outbox } = this.#parts;
    for (const entry of [...outbox.entries]) {
      if (entry.state !== 'pending' || entry.follows === undefined) continue;
      const before = outbox.get(entry.follows);
      if (before?.state === 'failed') outbox.put({ ...entry, state: 'failed', code: before.code! });
    }
  }

  #next(): Entry | undefined {
    const { outbox, backups } = this.#parts;
    const hold = backups.phase;
    if (hold === 'looking') return undefined;
    const isHeld = (entry: Entry) => (hold !== 'free' && entry.restores) || this.#waitsForEarlier(entry);
    const held = outbox.entries.filter(isHeld).map(({ id }) => id);
    return nextEntry(outbox.entries, new Set([...outbox.waiting, ...held]));
  }

  /**
   * Tells whether something in a transaction follows from a record that an earlier one makes and no pull has brought yet: sent now, it
   * would seem to follow from one that is gone.
   */
  #waitsForEarlier(entry: Entry): boolean {
    const { outbox, nouns } = this.#parts;
    const isMaker = ({ entry: { id, state }, op }: PendingOp) =>
      id < entry.id && state !== 'failed' && op.verb === 'create';
    return entry.ops.some((op) => {
      const id = op.isProjected ? nouns.hooks[op.entity]?.waitsFor?.(valuesAfter(op)) : undefined;
      return id !== undefined && outbox.pendingOf(id).some(isMaker);
    });
  }

  /**
   * Sends a transaction. `sent`: there is nothing more to do for it now; also where it was parked, waits for a key or for a person
   * who says that this is the workspace, has nothing left to write, has left the outbox, or another one goes first. `later`: try
   * again. `hold`: stop, since somebody has to sign in or this was closed.
   */
  async #send(given: Entry): Promise<'sent' | 'later' | 'hold'> {
    const { outbox, records, state, verification } = this.#parts;
    let entry = given;
    let hasLooked = false;
    let failure: TransportFailure = { code: 'STALE_VERSION' };
    /** Scopes whose key the server did not take, once, and after a pull again. */
    const outdated = new Set<string>();
    const refusals = { keys: new Set<string>(), versions: new Map<string, number>() };
    for (let round = 1; round <= maxStale; round++) {
      // A pull may have found that a backup was restored: what it lacks goes first.
      if (round > 1 && this.#next()?.id !== entry.id) return 'sent';
      const arrivals = this.#arrivals;
      try {
        const ids = entry.ops.flatMap((op) => [op.id, putInto(op) ?? op.id]);
        // A pull may take something newer over meanwhile.
        const isUnverified = () => ids.some((id) => records.isUnverified(id));
        for (let i = 0; i < maxStale && isUnverified(); i++) await verification.verify(ids);
        if (isUnverified()) return this.#park(entry, 'UNVERIFIED');
        const next = withMovedContainers(entry, records);
        if (next !== entry) outbox.put(next);
        entry = next;
        const prepared = await prepareBatch(this.#parts, entry, refusals);
        if ('obstacle' in prepared) return this.#park(entry, prepared.obstacle);
        if (!prepared.batch) {
          outbox.drop(entry.id);
          return 'sent';
        }
        // Everything that people typed is on the device before it leaves it.
        await outbox.stored().catch(() => {});
        const isFirst = !this.#attempted.has(entry.id);
        this.#attempted.add(entry.id);
        await this.#fly(entry, async () => {
          const result = await this.#apply(entry.id, prepared.batch!);
          if (!this.#closing.signal.aborted) this.#acknowledge(entry, result, prepared, isFirst);
        });
        if (this.#closing.signal.aborted) return 'hold';
        return 'sent';
      } catch (error) {
        const fault = error instanceof TrustError ? error.fault : undefined;
        const [isUnknown, isUnconfirmed] = [fault === 'unknown-scope', fault === 'unconfirmed-log'];
        if (isMissingKey(error, entry) || isUnconfirmed || (isUnknown && round === 1)) {
          // Whoever has the key may have handed it on by now. A scope that was made here just before this device was
          // closed is on the server, and not yet known to what started anew. What a person has to say no pull brings.
          if (round === 1 && !isUnconfirmed && (await this.#ask(entry))) continue;
          if (this.#closing.signal.aborted) return 'hold';
          if (!isUnknown && arrivals !== this.#arrivals && round < maxStale) continue;
          return this.#wait(entry);
        }
        failure = this.#failureOf(error);
      }
      if (this.#closing.signal.aborted) return 'hold';
      if (!outbox.get(entry.id)) return 'sent';
      if (isPassing(failure)) return 'later';
      if (failure.code === 'NOT_SIGNED_IN') return 'hold';
      if (entry.restores && failure.code === 'NOT_FOUND') {
        // Somebody else brought its project back, or is about to.
        if (round === 1 && (await this.#ask(entry))) continue;
        if (this.#closing.signal.aborted) return 'hold';
        const isComplete = placesOf(entry).every((id) => state.scope(id) !== undefined);
        return isComplete ? this.#park(entry, failure.code) : this.#wait(entry);
      }
      // What was moved, deleted or closed to this person since: a pull tells which.
      if (failure.code === 'NOT_FOUND' && !hasLooked) {
        hasLooked = true;
        if (await this.#pull()) continue;
        if (this.#closing.signal.aborted) return 'hold';
        // Where each pull is refused, it holds nothing up that comes after it.
        if (this.#parts.puller.status.get().connection !== 'refused') return 'later';
      }
      if (failure.code !== 'STALE_VERSION' && failure.code !== 'OUTDATED_KEY')
        return this.#park(entry, failure.code);
      const { scopeId, stale = [] } = (failure.data ?? {}) as Partial<
        ErrorData<'OUTDATED_KEY'> & ErrorData<'STALE_VERSION'>
      >;
      if (failure.code === 'OUTDATED_KEY' && scopeId)
        (outdated.has(scopeId) ? refusals.keys : outdated).add(scopeId);
      for (const each of stale) refusals.versions.set(placeKey(each.scopeId, each.id), each.version);
      if (!(await this.#pull())) return 'later';
    }
    return this.#park(entry, failure.code);
  }

  /** Applies a batch. Where the server refuses it, nothing of it is there, however often it was sent. */
  async #apply(id: string, batch: Batch): Promise<BatchResult> {
    try {
      return await this.#parts.transport.apply(batch);
    } catch (error) {
      const failure = failureOf(error);
      // Whoever is not signed in is told nothing of the batch.
      if (failure && !isPassing(failure) && failure.code !== 'NOT_SIGNED_IN') this.#attempted.delete(id);
      throw error;
    }
  }

  #failureOf(error: unknown): TransportFailure {
    // Nobody refused it: what it follows could not be looked for.
    if (error instanceof HistoryError && comesLater(error)) return { code: 'OFFLINE' };
    const failure = failureOf(error);
    if (failure) return failure;
    // A fault of ours, or what the vault does not trust: sending it again would not help, and it must not hold the others up.
    return { code: 'BAD_INPUT' };
  }

  /** Runs something while hints for the scopes of an entry wait for its answer. */
  async #fly(entry: Entry, work: () => Promise<void>): Promise<void> {
    const scopes = entry.ops.flatMap(scopesOf);
    const landed = work();
    this.#flight = { scopes: new Set(scopes), landed: landed.catch(() => {}) };
    try {
      await landed;
    } finally {
      this.#flight = undefined;
    }
  }

  #acknowledge(
    entry: Entry,
    result: BatchResult,
    { versions, sent }: { versions: Map<string, number>; sent: SentRecords },
    isFirst: boolean,
  ): void {
    const { outbox, puller, takeOwn } = this.#parts;
    const { revisions } = result;
    if (!outbox.get(entry.id)) {
      void puller.pull();
      return;
    }
    if (isFirst && takeOwn(entry, sent, result)) return;
    const ops = entry.ops.map((op) => ({ ...op, sent: versions.get(op.id) ?? 0 }));
    outbox.acked({ ...entry, ops, state: 'acked', revisions });
    void puller.pull();
  }

  /** Pulls; resolves with true if that succeeded. */
  async #pull(): Promise<boolean> {
    const { puller } = this.#parts;
    await puller.pull();
    return puller.isCurrent;
  }

  /** Pulls what a transaction lacks, until that succeeded once; resolves with true if it did now. */
  async #ask({ id }: Entry): Promise<boolean> {
    if (this.#asked.has(id)) return false;
    const isDone = await this.#pull();
    if (isDone) this.#asked.add(id);
    return isDone;
  }

  /** Makes a transaction wait: the others go on, what is built on it waits with it. */
  #wait(entry: Entry): 'sent' {
    const { outbox } = this.#parts;
    outbox.setWaiting(new Set([...outbox.waiting, entry.id]));
    return 'sent';
  }

  #park(entry: Entry, code: EntryCode | TransportFailure['code']): 'sent' {
    const { outbox } = this.#parts;
    this.#asked.delete(entry.id);
    const current = outbox.get(entry.id);
    if (current?.restores && current.ops.length > 1) {
      // One record that is refused keeps no other one back.
      outbox.add(current.ops.map((op, i) => ({ ...current, id: numbered(current.id, i), ops: [op] })));
      outbox.drop(current.id);
    } else if (current) outbox.put({ ...current, state: 'failed', code: code as EntryCode });
    return 'sent';
  }
}

/**
 * Returns true if a key is missing. For records that are brought back an unknown scope counts, too: somebody else may
 * have to bring it back.
 */
const isMissingKey = (error: unknown, { restores }: Entry) =>
  error instanceof TrustError &&
  (error.fault === 'missing-key' || (restores !== undefined && error.fault === 'unknown-scope'));

/** Returns an id in place of another one, the nth of several. */
const numbered = (id: string, n: number): string => id.slice(0, 24) + n.toString(16).padStart(12, '0');

/** Returns the scopes that a transaction's records need: their own, and those that they are about. */
const placesOf = ({ ops }: Entry): string[] =>
  ops.flatMap((op) => {
    const { about } = entityOf(op.entity);
    const aboutId = about !== undefined && 'base' in op ? op.base[about] : undefined;
    return typeof aboutId === 'string' ? [op.scopeId, aboutId] : [op.scopeId];
  });

/**
 * Returns the oldest transaction that may go: none of its records waits in an earlier transaction, nor does the batch that it
 * follows, and what they lie in is made by no other one, be it later: what was deleted is made anew by whichever a person sends
 * again first.
 */
export function nextEntry(
  entries: readonly Entry[],
  waiting: ReadonlySet<string> = new Set(),
): Entry | undefined {
  /** Records that an earlier transaction holds, and those that it brings back. */
  const held = new Set<string>();
  const lacking = new Set<string>();
  const unsent = new Set<string>();
  const makers = makersOf(entries);
  const made = new Set(
    entries.flatMap(({ ops }) => ops.flatMap(({ verb, id }) => (verb === 'create' ? [id] : []))),
  );
  /** Tells whether an op changes what only a later transaction makes, which then must not wait for it. */
  const isUnmade = (op: Op) => 'base' in op && op.base.version === 0 && made.has(op.id) && !held.has(op.id);
  for (const entry of entries) {
    const isMade = (id: string) => (makers.get(id) ?? entry) === entry && !lacking.has(id);
    const unmade = new Set(entry.ops.filter(isUnmade).map(({ id }) => id));
    const isFree =
      entry.state === 'pending' &&
      !waiting.has(entry.id) &&
      (entry.follows === undefined || !unsent.has(entry.follows)) &&
      unmade.size === 0 &&
      entry.ops.every((op) => !held.has(op.id) && isMade(op.scopeId) && idsIn(op).every(isMade));
    if (isFree) return entry;
    if (entry.state !== 'acked') unsent.add(entry.id);
    for (const { id, verb } of entry.ops) {
      if (!unmade.has(id)) held.add(id);
      if (verb === 'restore' && entry.state !== 'acked') lacking.add(id);
    }
  }
  return undefined;
}

/** Returns by which transaction the new records and scopes are made that are not on the server yet. */
function makersOf(entries: readonly Entry[]): Map<string, Entry> {
  const makers = new Map<string, Entry>();
  for (const entry of entries) {
    if (entry.state === 'acked') continue;
    const scopes = entry.structural.flatMap(({ name, args }) =>
      name === 'scope.create' ? [args.scope.id] : [],
    );
    const records = entry.ops.flatMap(({ verb, id }) => (verb === 'create' ? [id] : []));
    for (const id of [...scopes, ...records]) if (!makers.has(id)) makers.set(id, entry);
  }
  return makers;
}

/** Returns the records that an op's new values name: they must be there before it. */
function idsIn(op: Op): string[] {
  const values = valuesWritten(op);
  return recordRefs(entityOf(op.entity)).flatMap((key) => namedIn(values[key] as RefValue | undefined));
}
