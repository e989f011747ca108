/**
 * Persists what the index has of each scope, in pieces, once there is a pause in the changes: in the tab that writes
 * for all. The others note what is not kept, for the time when they do.
 */
import type { Clock } from '../replica/clock.ts';
import type { Replica } from '../replica/replica.ts';
import type { SearchEngine } from './searchEngine.ts';
import { tagOf } from './searchedDocument.ts';
import type { SegmentStore } from './segmentStore.ts';

/** ms without a change before the index is persisted. */
const pauseBeforePersisting = 5_000;
/** Pieces of a scope before they become one. */
const mostPieces = 8;

export interface IndexPersisterParts {
  replica: Pick<Replica, 'scopes'>;
  engine: Pick<SearchEngine, 'write' | 'query'>;
  store: SegmentStore;
  clock: Clock;
  signal: AbortSignal;
  /** Tells whether the index may lack something: what is kept counts as all that there is of a scope. */
  isBehind(): boolean;
  /** Tells whether the index has all of a scope that there is to be had, the words of its files included. */
  isAllOf(scopeId: string): boolean;
}

export class IndexPersister {
  readonly #parts: IndexPersisterParts;
  /** Records by scope of which the device keeps something else, or nothing. */
  readonly #unpersisted = new Map<string, Set<string>>();
  /** Scopes whose pieces are to be written anew. */
  readonly #anew = new Set<string>();
  #persisting: Promise<void> = Promise.resolve();
  #lastChange = 0;
  #leads = false;

  constructor(parts: IndexPersisterParts) {
    this.#parts = parts;
  }

  /** Returns the scopes of which the device keeps something else than the index has. */
  get scopeIds(): Iterable<string> {
    return this.#unpersisted.keys();
  }

  /** Resolves when nothing is being written. */
  get settled(): Promise<void> {
    return this.#persisting;
  }

  /** Makes this tab write from here on. */
  lead(): void {
    this.#leads = true;
  }

  /** Notes that all pieces of a scope are to be written anew. */
  renew(scopeId: string): void {
    this.#anew.add(scopeId);
  }

  /** Forgets what was noted of a scope. */
  forget(scopeId: string): void {
    this.#unpersisted.delete(scopeId);
    this.#anew.delete(scopeId);
  }

  /** Notes that the index has something else of a record than the device. */
  note(scopeId: string, id: string): void {
    const ids = this.#unpersisted.get(scopeId);
    if (ids) ids.add(id);
    else this.#unpersisted.set(scopeId, new Set([id]));
  }

  /** Notes that the index has changed: the pause before it is kept begins anew. */
  noteChange(): void {
    this.#lastChange = this.#parts.clock.now();
  }

  /** Persists the index once there is a pause in the changes, where this tab writes. */
  persistSoon(): void {
    const { clock, signal, store } = this.#parts;
    if (!this.#leads || this.#unpersisted.size + this.#anew.size + store.flagged.length === 0) return;
    const since = this.#lastChange;
    void clock.wait(pauseBeforePersisting, signal).then(() => {
      if (signal.aborted || this.#lastChange !== since) return;
      this.#persisting = this.#persisting.then(() => this.#persist());
    });
  }

  /** Persists what is due by now, where this tab writes. */
  async persist(): Promise<void> {
    if (this.#leads) this.#persisting = this.#persisting.then(() => this.#persist());
    await this.#persisting;
  }

  async #persist(): Promise<void> {
    const { engine, store, replica, signal } = this.#parts;
    // What is kept counts as all that there is of a scope.
    if (this.#parts.isBehind()) return;
    for (const scopeId of new Set([...this.#anew, ...this.#unpersisted.keys(), ...store.flagged])) {
      if (signal.aborted) return;
      const keys = [...(this.#unpersisted.get(scopeId) ?? [])];
      const whole = await this.#isToBeWhole(scopeId, keys.length);
      this.#unpersisted.delete(scopeId);
      this.#anew.delete(scopeId);
      try {
        const tag = tagOf('scopeId', scopeId);
        const pieces = whole || keys.length > 0 ? await engine.write(whole ? { tag } : { tag, keys }) : [];
        // It may be gone by now.
        if (replica.scopes.get().has(scopeId) && !signal.aborted)
          await store.write(scopeId, pieces, whole, () => this.#isAllOf(scopeId));
      } catch {
        // The device is full, or signed out: the scope is written as a whole next time, or indexed anew at the next start.
        this.#anew.add(scopeId);
        return;
      }
    }
  }

  /** Tells whether nothing has come of a scope since it was written, nor is still to come. */
  #isAllOf(scopeId: string): boolean {
    return !this.#unpersisted.has(scopeId) && this.#parts.isAllOf(scopeId);
  }

  async #isToBeWhole(scopeId: string, changed: number): Promise<boolean> {
    const { engine, store } = this.#parts;
    if (this.#anew.has(scopeId) || store.countOf(scopeId) === 0 || store.countOf(scopeId) >= mostPieces)
      return true;
    const { count } = await engine.query({ text: '', tagged: [[tagOf('scopeId', scopeId)]], limit: 0 });
    return changed * 4 > count;
  }
}
