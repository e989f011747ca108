/** Which scopes a record left, and with which version: nothing older of it counts there any more. */
export class Departures {
  readonly #left = new Map<string, Map<string, number>>();

  /** Notes that a record left a scope. */
  note(id: string, scopeId: string, version: number): void {
    const left = this.#left.get(id);
    if (left) left.set(scopeId, version);
    else this.#left.set(id, new Map([[scopeId, version]]));
  }

  /** Notes that a record is in a scope. Returns whether it had left that one. */
  endIn(id: string, scopeId: string): boolean {
    const left = this.#left.get(id);
    const had = left?.delete(scopeId) === true;
    if (left?.size === 0) this.#left.delete(id);
    return had;
  }

  of(id: string): [scopeId: string, version: number][] {
    return [...(this.#left.get(id) ?? [])];
  }

  forget(id: string): void {
    this.#left.delete(id);
  }
}
