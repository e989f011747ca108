import type { ReadPlace } from './versionMarks.ts';

/**
 * Revisions up to which scopes were read that are closed, or of which the device remembers nothing else, and at which records came
 * that were never believed: those alone may come again there.
 */
export class ReadPlaces {
  readonly #places = new Map<string, ReadPlace>();
  readonly #keep: (id: string, place: ReadPlace | undefined) => void;

  /** @param keep notes that the device is to keep a place by its id, or to forget it */
  constructor(keep: (id: string, place: ReadPlace | undefined) => void) {
    this.#keep = keep;
  }

  /** Takes over what the device kept of this stream. */
  load(places: readonly ReadPlace[]): void {
    for (const place of places) this.#places.set(place.id, place);
  }

  get all(): Iterable<ReadPlace> {
    return this.#places.values();
  }

  of(id: string): ReadPlace | undefined {
    return this.#places.get(id);
  }

  note(place: ReadPlace): void {
    this.#places.set(place.id, place);
    this.#keep(place.id, place);
  }

  /** Notes that a record is believed: nothing else of it may come again where it came. */
  settle(id: string): void {
    if (this.#places.get(id)?.scopeId === id || !this.#places.delete(id)) return;
    this.#keep(id, undefined);
  }

  /** Forgets how far closed scopes were read: of what was there, some marks were given up. */
  forget(): void {
    for (const id of this.#places.keys()) this.#keep(id, undefined);
    this.#places.clear();
  }
}
