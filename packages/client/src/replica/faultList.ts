/** The faults that people get to see: the server's, this device's own, and records that lie in themselves. */
import { type Observable, observable } from '../observable.ts';
import type { Fault } from './fault.ts';
import type { FaultBook } from './faultBook.ts';
import type { RecordSet } from './recordSet.ts';

const nowhere = { entity: '', id: '', scopeId: '', version: 0, revision: 0 };

export class FaultList implements Observable<readonly Fault[]> {
  readonly #book: FaultBook;
  readonly #records: Pick<RecordSet, 'cycles' | 'entityOf' | 'scopeOf'>;
  readonly #shown = observable<readonly Fault[]>([]);
  /** Faults of this device, not of the server. */
  #own: Fault[] = [];
  #isUnstored = false;

  constructor(book: FaultBook, records: Pick<RecordSet, 'cycles' | 'entityOf' | 'scopeOf'>) {
    this.#book = book;
    this.#records = records;
  }

  get(): readonly Fault[] {
    return this.#shown.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#shown.subscribe(listener);
  }

  /** Notes that something is not kept on this device. */
  addNotKept(): void {
    this.#own.push({ ...nowhere, kind: 'not-kept' });
  }

  /** Notes whether there are acts that the device has no room for. */
  setUnstored(isUnstored: boolean): void {
    this.#isUnstored = isUnstored;
  }

  /** Returns the ids of the acts that this device kept and cannot read back. */
  get unreadable(): readonly string[] {
    return this.#own.flatMap(({ kind, id }) => (kind === 'unreadable-act' ? [id] : []));
  }

  setUnreadable(ids: readonly string[]): void {
    const others = this.#own.filter(({ kind }) => kind !== 'unreadable-act');
    this.#own = [...others, ...ids.map((id): Fault => ({ ...nowhere, kind: 'unreadable-act', id }))];
  }

  /** Tells the listeners of what is so now. */
  show(): void {
    const records = this.#records;
    const cycles = [...records.cycles].map((id): Fault => {
      const [entity, scopeId] = [records.entityOf(id) ?? '', records.scopeOf(id) ?? ''];
      return { ...nowhere, kind: 'cycle', entity, id, scopeId };
    });
    const isNoted = this.#own.some(({ kind }) => kind === 'not-kept');
    const unstored: Fault[] = this.#isUnstored && !isNoted ? [{ ...nowhere, kind: 'not-kept' }] : [];
    const faults = [...this.#book.list, ...this.#own, ...unstored, ...cycles];
    if (faults.length > 0 || this.#shown.get().length > 0) this.#shown.set(faults);
  }
}
