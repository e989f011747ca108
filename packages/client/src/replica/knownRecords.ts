/**
 * Holds what is known of each record: what the server confirmed of it, what is pending on top of that, and the collection that
 * shows the result. A record that is shown exactly as confirmed (nearly all of them) is held once, in its collection;
 * `shadow` holds the confirmed row only where the collection shows something else.
 */
import { type EntityName, entityNames } from '@kontor/contract/nouns/entities';
import type { FormerAuthor, UnverifiedRecord } from '../vault/plainRecord.ts';
import { Beliefs } from './beliefs.ts';
import type { RecordCollection } from './collection.ts';
import { createCollections, type WritableCollections } from './collections.ts';
import { Departures } from './departures.ts';
import type { Gone, KeptRecord, SignedState } from './keptRecord.ts';
import { applyOps, type PendingOp } from './overlay.ts';
import { plainOf, type Row } from './row.ts';
import type { ReadPlace, VersionMark } from './versionMarks.ts';
import type { WriteObserver } from './view.ts';
import type { WriteListener } from './writeListener.ts';

type AnyCollection = RecordCollection<Row>;

export class KnownRecords {
  readonly collections: WritableCollections = createCollections();
  protected readonly shadow = new Map<string, { entity: EntityName; row: Row | undefined }>();
  protected readonly gone = new Map<string, Gone>();
  /** Signatures of the authors of confirmed rows, and which of them are not verified yet. */
  protected readonly beliefs = new Beliefs();
  protected readonly departures = new Departures();
  /** Marks that the device remembers of records that are not here, or not believed yet: see `MarkMemory`. */
  protected remembered = new Map<string, VersionMark>();
  /** Number of records kept, by group of pages. */
  protected readonly counts = new Map<string, number>();
  /** Present, but not shown since its container was deleted. */
  protected readonly hidden = new Map<string, { entity: EntityName; row: Row }>();
  /** True while records leave memory that the device keeps. */
  protected isEvicting = false;
  protected readonly pendingOf: (id: string) => readonly PendingOp[];
  readonly isPartial: (scopeId: string) => boolean;

  /**
   * @param pendingOf the ops that the outbox holds of a record, oldest first
   * @param isPartial whether some of a scope's records are here and not all: what is missing there may well be elsewhere
   */
  constructor(
    pendingOf: (id: string) => readonly PendingOp[],
    isPartial: (scopeId: string) => boolean = () => false,
  ) {
    this.pendingOf = pendingOf;
    this.isPartial = isPartial;
  }

  /** Counts the records that are shown, hidden or gone; not those that a pending transaction deletes. */
  get size(): number {
    let size = this.gone.size;
    for (const name of entityNames) size += this.collections[name].size;
    return size + this.hidden.size;
  }

  /**
   * Returns the row as the server confirmed it. With `entity`, only if the record is of that noun: the same id may name a
   * record of another one.
   */
  confirmed(id: string, entity?: EntityName): Row | undefined {
    if (entity !== undefined && this.entityOf(id) !== entity) return undefined;
    const shadow = this.shadow.get(id);
    if (shadow) return shadow.row;
    return this.shown(id)?.row;
  }

  /** Returns the row with the pending transactions applied, and with its own refs even where it is shown elsewhere. */
  displayed(id: string): Row | undefined {
    return applyOps(this.pendingAs(this.entityOf(id), id), this.confirmed(id));
  }

  /** Tells whether a transaction that is not on the server yet changes a record. */
  hasPending(id: string): boolean {
    return this.pendingOf(id).length > 0;
  }

  /** Tells whether a change of a record was refused, and a person has not decided yet what becomes of it. */
  hasFailed(id: string): boolean {
    return this.pendingOf(id).some(({ entry }) => entry.state === 'failed');
  }

  /** Returns the pending ops on a record of a noun: those of another noun under its id are not laid over it. */
  protected pendingAs(entity: EntityName | undefined, id: string): readonly PendingOp[] {
    const pending = this.pendingOf(id);
    return pending.every(({ op }) => op.entity === entity)
      ? pending
      : pending.filter(({ op }) => op.entity === entity);
  }

  /** Returns a record as the collections show it. */
  shown(id: string): { entity: EntityName; row: Row } | undefined {
    for (const entity of entityNames) {
      const row = this.of(entity).get(id);
      if (row) return { entity, row };
    }
    return undefined;
  }

  entityOf(id: string): EntityName | undefined {
    return (
      this.shadow.get(id)?.entity ??
      this.shown(id)?.entity ??
      this.hidden.get(id)?.entity ??
      this.gone.get(id)?.entity ??
      this.pendingOf(id)[0]?.op.entity
    );
  }

  /** See `Replica.onWrite`. */
  onWrite(listener: WriteListener): () => void {
    const stops = entityNames.map((entity) => {
      const { observers } = this.of(entity);
      const observer: WriteObserver<Row> = {
        follow: (steps) => {
          if (!this.isEvicting) listener(entity, steps);
        },
        notify: () => {},
      };
      observers.add(observer);
      return () => void observers.delete(observer);
    });
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Takes the marks that the device remembers: nothing older of a record counts, though nothing of it is here. */
  remember(marks: Map<string, VersionMark>): void {
    this.remembered = marks;
  }

  /** Returns the marks that are remembered of what is not here. */
  onlyRemembered(): Map<string, VersionMark> {
    return new Map([...this.remembered].filter(([id]) => !this.isHere(id)));
  }

  /** Returns the ids of all that is here, and of all that has a mark that is remembered: some of them twice. */
  *markedIds(): Iterable<string> {
    yield* this.ids();
    yield* this.remembered.keys();
  }

  /** Tells whether a record was here, in a scope that is closed now. */
  isClosed(id: string): boolean {
    return this.gone.get(id)?.state === 'closed';
  }

  /** Returns the marks of what was here in these scopes when they were closed, and has not come back. */
  closedIn(scopeIds: ReadonlySet<string>): (Gone & { id: string })[] {
    if (scopeIds.size === 0) return [];
    return [...this.gone].flatMap(([id, mark]) =>
      mark.state === 'closed' && scopeIds.has(mark.scopeId) ? [{ ...mark, id }] : [],
    );
  }

  /** See `Replica.isHidden`. */
  isHidden(id: string): boolean {
    return this.hidden.has(id);
  }

  mark(id: string): VersionMark | undefined {
    return this.ownMark(id) ?? this.remembered.get(id);
  }

  /** Returns the mark of the newest version that is believed: what is not verified yet leaves none. */
  believedMark(id: string): VersionMark | undefined {
    if (!this.isUnverified(id)) return this.mark(id);
    const row = this.beliefs.believed(id)?.row;
    return row ? liveMark(row) : (this.beliefs.goneBeneath(id) ?? this.remembered.get(id));
  }

  /** Tells whether a state of a record, even its deletion, is in memory, not only remembered from an earlier session. */
  isHere(id: string): boolean {
    return this.ownMark(id) !== undefined;
  }

  /** Returns the mark of a record's state in memory; ignores what an earlier session left. */
  ownMark(id: string): VersionMark | undefined {
    const gone = this.gone.get(id);
    if (gone) return gone;
    const row = this.confirmed(id);
    return row && liveMark(row);
  }

  /** Returns what the device is to keep of a record; undefined for one that the server never confirmed. */
  kept(id: string): KeptRecord | undefined {
    const entity = this.entityOf(id);
    if (!entity) return undefined;
    const gone = this.gone.get(id);
    if (gone) {
      const { state, ...rest } = gone;
      return { ...rest, id, gone: state };
    }
    const row = this.confirmed(id);
    return row && { entity, row, ...this.beliefs.kept(id) };
  }

  /** Returns who else than this user wrote the confirmed row, with their signature. */
  formerAuthor(id: string, userId: string): FormerAuthor | undefined {
    const row = this.confirmed(id);
    const { proof } = this.beliefs.kept(id);
    if (!row?.authorId || row.authorId === userId || !proof) return undefined;
    const { scopeId, version, authorId } = row;
    return { authorId, proof, scopeId, version, refs: plainOf(this.entityOf(id)!, row, version).refs };
  }

  /** Returns the signature of the author of what is confirmed, as it is kept; empty where there is none. */
  proofOf(id: string): string {
    return this.beliefs.kept(id).proof;
  }

  /** Tells whether the author of what is confirmed is not verified yet: it shows, and feeds nothing. */
  isUnverified(id: string): boolean {
    return this.beliefs.isUnverified(id);
  }

  /** Counts the records whose authors are not verified yet. */
  get unverifiedCount(): number {
    return this.beliefs.unverifiedCount;
  }

  /** Returns where in a scope's stream the versions came that are newer than what is believed. */
  unverifiedIn(scopeId: string): ReadPlace[] {
    return [...this.beliefs.unverified].flatMap(([id, { revision }]) => {
      const row = this.confirmed(id);
      const isNews = row && row.version > (this.believedMark(id)?.version ?? 0);
      return isNews && row.scopeId === scopeId ? [{ id, scopeId, revision }] : [];
    });
  }

  /** Returns the ids of some of the records whose authors are to be verified. */
  unverified(limit: number): string[] {
    return this.beliefs.some(limit).filter((id) => this.#withProof(id));
  }

  /** Returns the confirmed state of a record with its author's signature, as long as it is here. */
  signedState(id: string): SignedState | undefined {
    const row = this.confirmed(id);
    return row && { row, proof: this.proofOf(id) };
  }

  /** Returns the confirmed version of a record with what proves its author; undefined where nothing does. */
  evidence(id: string): UnverifiedRecord | undefined {
    const state = this.#withProof(id);
    if (!state) return undefined;
    const { row, authorId, proof } = state;
    return { ...plainOf(this.entityOf(id)!, row, row.version), authorId, proof };
  }

  /** Returns the confirmed state of a record with its author and their signature; undefined without them. */
  #withProof(id: string): { row: Row; authorId: string; proof: string } | undefined {
    const state = this.signedState(id);
    const authorId = state?.row.authorId;
    return state?.proof && authorId ? { row: state.row, authorId, proof: state.proof } : undefined;
  }

  /**
   * Returns what `kept` returns, and a tombstone for each scope that the record left, so that nothing older of it counts there.
   */
  keptAll(id: string): KeptRecord[] {
    const kept = this.kept(id);
    if (!kept) return [];
    const left = this.departures
      .of(id)
      .map(
        ([scopeId, version]): KeptRecord => ({ entity: kept.entity, id, scopeId, version, gone: 'deleted' }),
      );
    return [kept, ...left];
  }

  /** Counts the records that the device keeps in a group of pages. */
  countIn(group: string): number {
    return this.counts.get(group) ?? 0;
  }

  /** Returns the ids of all that is known here: of what is shown, hidden, gone, or only pending. */
  ids(): string[] {
    const ids = new Set<string>(this.gone.keys());
    for (const entity of entityNames) for (const record of this.collections[entity].all()) ids.add(record.id);
    for (const id of this.hidden.keys()) ids.add(id);
    for (const id of this.shadow.keys()) ids.add(id);
    return [...ids];
  }

  scopeOf(id: string): string | undefined {
    return (this.shown(id) ?? this.hidden.get(id))?.row.scopeId;
  }

  presence(id: string): 'present' | 'deleted' | 'unknown' {
    if (this.hidden.has(id) || this.shown(id)) return 'present';
    if (this.gone.get(id)?.state === 'deleted') return 'deleted';
    // Confirmed but not shown: a pending transaction deletes it.
    return this.shadow.get(id)?.row ? 'deleted' : 'unknown';
  }

  protected of(entity: EntityName): AnyCollection {
    return this.collections[entity] as unknown as AnyCollection;
  }
}

export const liveMark = ({ scopeId, version, createdRevision }: Row): VersionMark => ({
  state: 'live',
  scopeId,
  version,
  createdRevision,
});
