/**
 * What the member logs of a user's workspaces prove, held against the pins: the newest state that this user saw, on
 * whatever device, sealed and signed by themselves. A server can show no other past and nothing older.
 */
import { toBase64Url } from '@kontor/contract/bytes';
import { LogError } from '@kontor/contract/logError';
import { type LogEntry, logEntryHash } from '@kontor/contract/memberLog/entries';
import { foldLog } from '@kontor/contract/memberLog/fold';
import type { LogState } from '@kontor/contract/memberLog/state';
import { logCrypto } from '@kontor/crypto/signing';
import { TrustError } from '../vault/vault.ts';

export type Source = 'device' | 'server';

/** A pin in clear; hashes as base64url. */
export interface Pin {
  genesis: string;
  seq: number;
  head: string;
}

interface Book {
  state: LogState;
  /** Hash of each entry, by its place. */
  hashes: string[];
}

export class LogBook {
  readonly #books = new Map<string, Book>();
  readonly #pins = new Map<string, Pin>();
  readonly #serverPins = new Map<string, Pin>();

  state(workspaceId: string): LogState | undefined {
    return this.#books.get(workspaceId)?.state;
  }

  /** The state, which has to be known by now. @throws TrustError unknown-scope */
  known(workspaceId: string): LogState {
    const state = this.state(workspaceId);
    if (!state) throw new TrustError('unknown-scope', `no member log of ${workspaceId}`);
    return state;
  }

  /**
   * Folds entries onto what is known. Entries that are known already may come again. All or nothing: on a throw the
   * known state stands.
   * `bearing`: the hash of an entry that must be among them, known from elsewhere than the server.
   * @throws LogError; TrustError fork (another past than known or pinned), rollback (the server shows less than
   * pinned), wrong-invitation (no entry has that hash)
   */
  async take(
    workspaceId: string,
    entries: readonly LogEntry[],
    source: Source,
    bearing?: string,
  ): Promise<LogState> {
    const known = this.#books.get(workspaceId);
    const hashes = [...(known?.hashes ?? [])];
    let state = known?.state;
    for (const entry of entries) {
      if (state && entry.seq <= state.seq) {
        if ((await logEntryHash(entry, logCrypto)) !== hashes[entry.seq])
          throw new TrustError('fork', `entry ${entry.seq} is another than before`);
        continue;
      }
      state = await foldLog(state, [entry], logCrypto);
      if (state.workspaceId !== workspaceId) throw new LogError('wrong-workspace', state.seq);
      hashes.push(state.head);
    }
    if (!state) throw new TrustError('rollback', `the log of ${workspaceId} is empty`);
    if (bearing !== undefined && !hashes.includes(bearing))
      throw new TrustError('wrong-invitation', 'the member log is not the one that the link was made from');
    this.#holdAgainstPin(workspaceId, state, hashes, source);
    this.#books.set(workspaceId, { state, hashes });
    return state;
  }

  #holdAgainstPin(workspaceId: string, state: LogState, hashes: readonly string[], source: Source): void {
    const pin = this.#pins.get(workspaceId);
    if (!pin) return;
    if (state.genesis !== pin.genesis) throw new TrustError('fork', 'another genesis than pinned');
    if (state.seq >= pin.seq) {
      if (hashes[pin.seq] !== pin.head)
        throw new TrustError('fork', `entry ${pin.seq} is not the pinned one`);
    } else if (source === 'server') {
      throw new TrustError('rollback', `the log ends at ${state.seq}, pinned is ${pin.seq}`);
    }
  }

  /** Takes an opened pin; the newest counts. */
  takePin(workspaceId: string, pin: Pin, source: Source): void {
    if (source === 'server') this.#serverPins.set(workspaceId, pin);
    const before = this.#pins.get(workspaceId);
    if (!before || pin.seq > before.seq) this.#pins.set(workspaceId, pin);
  }

  /** What should be pinned at the server now; undefined while its pin says the same. */
  duePin(workspaceId: string): Pin | undefined {
    const { genesis, seq, head } = this.known(workspaceId);
    const there = this.#serverPins.get(workspaceId);
    return there && there.seq >= seq ? undefined : { genesis, seq, head };
  }

  clear(): void {
    this.#books.clear();
    this.#pins.clear();
    this.#serverPins.clear();
  }
}

/** A crypto pin's fields as the book keeps them. */
export const pinOf = (pin: { genesisHash: Uint8Array; headSeq: number; headHash: Uint8Array }): Pin => ({
  genesis: toBase64Url(pin.genesisHash),
  seq: pin.headSeq,
  head: toBase64Url(pin.headHash),
});
