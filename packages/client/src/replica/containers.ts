/** Keeps which record lies in which, by the records' own refs, whatever becomes of that; in both directions. */
export class Containers {
  readonly #containers = new Map<string, string>();
  readonly #contents = new Map<string, Set<string>>();

  /** Returns what a record lies in. */
  of(id: string): string | undefined {
    return this.#containers.get(id);
  }

  /** Returns the ids of what lies directly in a record. */
  contents(id: string): readonly string[] {
    return [...(this.#contents.get(id) ?? [])];
  }

  /** Puts a record into another one, or into none. Returns whether that is new. */
  set(id: string, container: string | undefined): boolean {
    const before = this.#containers.get(id);
    if (before === container) return false;
    if (before !== undefined) {
      const contents = this.#contents.get(before);
      contents?.delete(id);
      if (contents?.size === 0) this.#contents.delete(before);
    }
    if (container === undefined) this.#containers.delete(id);
    else {
      this.#containers.set(id, container);
      const contents = this.#contents.get(container);
      if (contents) contents.add(id);
      else this.#contents.set(container, new Set([id]));
    }
    return true;
  }
}
