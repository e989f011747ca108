/** Where the next pull starts, by scope, where that is before the cursor: what could not be opened is asked for again. */
export class Rewound {
  readonly #starts = new Map<string, number>();

  /** Has the next pull ask for everything of a scope above this revision again. */
  to(scopeId: string, revision: number): void {
    this.#starts.set(scopeId, Math.min(revision, this.#starts.get(scopeId) ?? revision));
  }

  /** Returns where the next pull of a scope starts that was taken over up to its cursor. */
  start(scopeId: string, cursor: number): number {
    return Math.min(cursor, this.#starts.get(scopeId) ?? cursor);
  }

  /** Notes that a page brought a scope up to a revision; `known`: up to where it was known before. */
  pulled(scopeId: string, revision: number, known: number): void {
    if (!this.#starts.has(scopeId)) return;
    if (revision >= known) this.#starts.delete(scopeId);
    else this.#starts.set(scopeId, revision);
  }

  forget(scopeId: string): void {
    this.#starts.delete(scopeId);
  }

  clear(): void {
    this.#starts.clear();
  }
}
