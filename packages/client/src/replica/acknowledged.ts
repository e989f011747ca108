/** Transactions that the server has taken wait in the outbox until what they made is here. */
import type { Op } from './entry.ts';
import type { Outbox } from './outbox.ts';
import type { RecordSet } from './recordSet.ts';
import type { SyncState } from './syncState.ts';

export interface AcknowledgedParts {
  outbox: Outbox;
  records: Pick<RecordSet, 'mark'>;
  state: SyncState;
  /** Does it once everything before is kept on the device. */
  afterwards(act: () => void): void;
}

export class Acknowledged {
  readonly #parts: AcknowledgedParts;
  /**
   * Those that were acknowledged before the current pull began: only of them does it say that there is no more to come.
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

  /**
   * Forgets those whose effect is here by now. The cursors alone do not tell: they may be of before the server was set back.
   * @param isComplete a pull of everything has come to its end, from a server that is not behind
   */
  settle(isComplete: boolean): void {
    const { outbox, state, afterwards } = this.#parts;
    for (const entry of [...outbox.entries]) {
      if (entry.state !== 'acked') continue;
      const isOver = isComplete && this.#before.has(entry.id);
      const isRead = Object.entries(entry.revisions ?? {}).every(
        ([scope, revision]) => state.cursor(scope) >= revision || (isOver && !state.scope(scope)),
      );
      // What was refused, or fell away as it was sent, does not come.
      if (!isRead || !(isOver || entry.ops.every(this.#isShown))) continue;
      outbox.forget(entry.id);
      // Behind the page that brought it back.
      afterwards(() => outbox.erase(entry.id));
    }
  }

  /** Tells whether the version that an op wrote is here, or a later one. */
  #isShown = (op: Op): boolean => (this.#parts.records.mark(op.id)?.version ?? 0) >= versionOf(op);
}

/** Returns the version that an op wrote at least; where another tab sent it, that did not say which. */
function versionOf(op: Op): number {
  if (op.sent !== undefined) return op.sent;
  return op.verb === 'create' || op.verb === 'restore' ? 1 : op.base.version + 1;
}
