/** Transactions that the server has taken wait in the outbox until what they made is here. */
import type { Outbox } from './outbox.ts';
import type { SyncState } from './syncState.ts';

export interface AcknowledgedParts {
  outbox: Outbox;
  state: SyncState;
  /** Does it once everything before is kept on the device. */
  afterwards(act: () => void): void;
}

export class Acknowledged {
  readonly #parts: AcknowledgedParts;
  /**
   * Those that were acknowledged before the current pull began: only of their scopes does it say that they are gone.
   */
  #before: ReadonlySet<string> = new Set();

  constructor(parts: AcknowledgedParts) {
    this.#parts = parts;
  }

  /** Begins a pull. */
  begin(): void {
    const acked = this.#parts.outbox.entries.filter(({ state }) => state === 'acked');
    this.#before = new Set(acked.map(({ id }) => id));
  }

  /** Forgets those whose effect is here by now. `isComplete`: a pull of everything has come to its end. */
  settle(isComplete: boolean): void {
    const { outbox, state, afterwards } = this.#parts;
    for (const entry of [...outbox.entries]) {
      if (entry.state !== 'acked') continue;
      const isHere = Object.entries(entry.revisions ?? {}).every(
        ([scope, revision]) =>
          state.cursor(scope) >= revision ||
          (isComplete && this.#before.has(entry.id) && !state.scope(scope)),
      );
      if (!isHere) continue;
      outbox.forget(entry.id);
      // Behind the page that brought it back.
      afterwards(() => outbox.erase(entry.id));
    }
  }
}
