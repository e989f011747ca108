/**
 * The member log's part of a pull. A server that shows another one than before, or less of it, is asked for the whole:
 * it was set back to a backup that an admin names, or is merely behind, or it cheats.
 */

import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { LogError } from '@kontor/contract/memberLog/logError';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { SyncTransport } from '../http/transport.ts';
import { observable } from '../observable.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import type { Vault } from '../vault/vault.ts';
import type { Restoration } from './restoration.ts';
import type { SetBack } from './status.ts';
import type { SyncState } from './syncState.ts';

export interface LogPullerParts {
  workspaceId: string;
  transport: SyncTransport;
  vault: Pick<Vault, 'takeLog'>;
  state: SyncState;
  /**
   * Begins to restore: the server was set back to a backup, as an admin says, and everything is pulled anew:
   * asked before the log is taken over.
   */
  beginRestore(entries: readonly LogEntry[]): Promise<Restoration | undefined>;
  onLog(state: LogState): void;
}

export class LogPuller {
  readonly setBack = observable<SetBack | undefined>(undefined);
  readonly #parts: LogPullerParts;
  #isChecked = false;

  constructor(parts: LogPullerParts) {
    this.#parts = parts;
  }

  /** Tells whether the server has shown, since there was doubt, that it has the last known entry. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** Notes that the server may be another one than it was. */
  doubt(): void {
    this.#isChecked = false;
  }

  /** Counts the entries that a request says to know: one less where the last one is to be shown again. */
  get length(): number {
    const { length } = this.#parts.state.log;
    return this.#isChecked ? length : Math.max(0, length - 1);
  }

  /**
   * Takes over the log of an answer. Returns the restoration that everything has to be pulled into anew, if there is
   * one.
   * @param open hands the entries to the vault, as `Vault.takeLog` does
   * @throws what `Vault.takeLog` throws
   */
  async take(
    answer: readonly LogEntry[],
    open: (entries: LogEntry[]) => Promise<LogState>,
  ): Promise<Restoration | undefined> {
    const { workspaceId, vault, state, beginRestore, onLog } = this.#parts;
    let entries = [...answer];
    let log: LogState;
    try {
      if (entries.length === 0 && state.log.length > 0)
        throw new TrustError('rollback', 'the server does not have the last known entry');
      log = await open(entries);
    } catch (error) {
      if (state.log.length === 0 || !isContradiction(error)) throw error;
      entries = await this.#whole();
      log = await vault.takeLog(workspaceId, entries, 'server');
      const last = entries.at(-1);
      if (entries.length < state.log.length && (!last || state.log[last.seq]?.signature === last.signature)) {
        if (last) this.tell(entries);
        throw error;
      }
    }
    this.#isChecked = true;
    const restoration = await beginRestore(entries);
    state.takeLog(entries);
    onLog(log);
    return restoration;
  }

  /** Updates `setBack`. `log`: the one that the server has; undefined where it is not behind this device. */
  tell(log: readonly LogEntry[] | undefined): void {
    const before = this.setBack.get();
    const isSame = log ? before && before.log.at(-1)?.signature === log.at(-1)?.signature : !before;
    if (!isSame) this.setBack.set(log && { log });
  }

  /** Returns the server's log from its first entry. */
  async #whole(): Promise<LogEntry[]> {
    const { workspaceId, transport, state } = this.#parts;
    const entries: LogEntry[] = [];
    for (let more = true; more; ) {
      const cursors = state.requestCursors();
      const answer = await transport.sync({ workspaceId, cursors, logLength: entries.length });
      entries.push(...answer.log);
      more = answer.more && answer.log.length > 0;
    }
    return entries;
  }
}

/**
 * Returns true if the error means that the server shows another log than it did before; one that was set back to a
 * backup does, too.
 */
const isContradiction = (error: unknown): boolean =>
  (error instanceof TrustError && (error.fault === 'fork' || error.fault === 'rollback')) ||
  (error instanceof LogError && error.fault === 'broken-chain');
