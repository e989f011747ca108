/**
 * The state that the member logs of a user's workspaces prove, checked against the pins: the newest state that this
 * user saw, on whatever device, sealed and signed by themselves. A server can show no other past and nothing older,
 * except for what an admin named as a backup that was restored (`branch.ts`).
 */

import { type LogEntry, logEntryHash } from '@kontor/contract/memberLog/entries';
import { foldLog } from '@kontor/contract/memberLog/fold';
import { LogError } from '@kontor/contract/memberLog/logError';
import type { LogState } from '@kontor/contract/memberLog/state';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { logCrypto } from '@kontor/crypto/signing';
import { assertRestores, type Book } from './branch.ts';
import { TrustError } from './trustError.ts';

export type Source = 'device' | 'server';
/** A pin that a person gave up is kept, too: the server and the account's keys may bring it again. */
export type PinSource = Source | 'given-up';

/** A pin in clear, which the account made of a state that it confirmed; hashes as base64url. */
export interface Pin {
  genesis: string;
  seq: number;
  head: string;
}

export class LogBook {
  readonly #books = new Map<string, Book>();
  readonly #pins = new Map<string, Pin>();
  readonly #serverPins = new Map<string, Pin>();
  /** Heads of the pins that a person gave up, by workspace. */
  readonly #givenUp = new Map<string, Set<string>>();

  state(workspaceId: string): LogState | undefined {
    return this.#books.get(workspaceId)?.state;
  }

  /** Returns the state, which has to be known by now. @throws TrustError unknown-scope */
  known(workspaceId: string): LogState {
    const state = this.state(workspaceId);
    if (!state) throw new TrustError('unknown-scope', `no member log of ${workspaceId}`);
    return state;
  }

  /** Names the newest `restore` entry of a log; undefined where it has none. */
  restoreOf(workspaceId: string): string | undefined {
    return this.#books.get(workspaceId)?.restore;
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
    const divergence = known && (await firstOther(known, entries));
    const abandoned = divergence && known;
    if (abandoned) {
      // Only the whole of another log can show that it is one that goes on from a backup.
      if (source !== 'server' || entries[0]?.seq !== 0)
        throw new TrustError('fork', `entry ${divergence.seq} is another than before`);
      assertRestores(abandoned, divergence);
    }
    const now = source === 'server' ? Date.now() : undefined;
    const book = await grown(abandoned ? undefined : known, entries, now);
    if (!book) throw new TrustError('rollback', `the log of ${workspaceId} is empty`);
    if (book.state.workspaceId !== workspaceId) throw new LogError('wrong-workspace', book.state.seq);
    if (bearing !== undefined && !book.hashes.includes(bearing))
      throw new TrustError('wrong-invitation', 'the member log is not the one that the link was made from');
    this.#holdAgainstPin(workspaceId, book, source, abandoned);
    this.#books.set(workspaceId, book);
    if (abandoned) this.#pinAnew(workspaceId, book);
    return book.state;
  }

  /**
   * Returns the state at the end of a log that is a beginning of the known one, and the newest time in the known one
   * (ms).
   * @throws TrustError fork; LogError
   */
  async backup(
    workspaceId: string,
    entries: readonly LogEntry[],
  ): Promise<{ state: LogState; newestAt: number }> {
    const known = this.#books.get(workspaceId);
    const book = await grown(undefined, entries);
    if (!known || !book || known.hashes[book.state.seq] !== book.state.head)
      throw new TrustError('fork', 'the log that the server has is no beginning of the known one');
    return { state: book.state, newestAt: known.newestAt };
  }

  /**
   * Checks a log against its pin. `abandoned`: what was known until now, where the server shows a log that continues
   * from a backup.
   */
  #holdAgainstPin(workspaceId: string, { state, hashes }: Book, source: Source, abandoned?: Book): void {
    const pin = this.#pins.get(workspaceId);
    if (!pin) return;
    if (state.genesis !== pin.genesis) throw new TrustError('fork', 'another genesis than pinned');
    // Of two logs the device may have kept the one that was given up: the server's next answer decides.
    if (source === 'device' || abandoned?.hashes[pin.seq] === pin.head) return;
    if (state.seq < pin.seq)
      throw new TrustError('rollback', `the log ends at ${state.seq}, pinned is ${pin.seq}`);
    if (hashes[pin.seq] !== pin.head) throw new TrustError('fork', `entry ${pin.seq} is not the pinned one`);
  }

  /** Replaces the pin of a log that was given up, which has lost its meaning; one that nobody confirmed has none. */
  #pinAnew(workspaceId: string, { hashes }: Book): void {
    if (this.isConfirmed(workspaceId)) this.confirm(workspaceId);
    const there = this.#serverPins.get(workspaceId);
    if (there && hashes[there.seq] !== there.head) this.#serverPins.delete(workspaceId);
  }

  /** Returns the newest state of each workspace that is confirmed. */
  get pins(): [workspaceId: string, pin: Pin][] {
    return [...this.#pins];
  }

  /** Takes an opened pin; the newest counts that was not given up. */
  takePin(workspaceId: string, pin: Pin, source: PinSource): void {
    if (source === 'given-up') {
      const heads = this.#givenUp.get(workspaceId) ?? new Set();
      this.#givenUp.set(workspaceId, heads.add(pin.head));
      for (const pins of [this.#pins, this.#serverPins])
        if (pins.get(workspaceId)?.head === pin.head) pins.delete(workspaceId);
      return;
    }
    if (this.#givenUp.get(workspaceId)?.has(pin.head)) return;
    if (source === 'server') this.#serverPins.set(workspaceId, pin);
    const before = this.#pins.get(workspaceId);
    if (!before || pin.seq > before.seq) this.#pins.set(workspaceId, pin);
  }

  /**
   * Tells whether this is known to be the workspace that the account belongs to: a pin says so, it was founded or joined
   * with an invitation's secret here, or a person compared its words. Any other log may be a forgery.
   */
  isConfirmed(workspaceId: string): boolean {
    return this.#pins.has(workspaceId);
  }

  /** Refuses a workspace whose log nobody has confirmed. @throws TrustError unconfirmed-log */
  assertConfirmed(workspaceId: string): void {
    if (!this.isConfirmed(workspaceId)) throw new TrustError('unconfirmed-log', workspaceId);
  }

  /** Takes the known state for that of the workspace. */
  confirm(workspaceId: string): void {
    const { genesis, seq, head } = this.known(workspaceId);
    this.#pins.set(workspaceId, { genesis, seq, head });
  }

  /** Returns what should be pinned now; undefined while the server's pin says the same, and for what is unconfirmed. */
  pinToSeal(workspaceId: string): Pin | undefined {
    const { genesis, seq, head } = this.known(workspaceId);
    if (!this.isConfirmed(workspaceId)) return undefined;
    const there = this.#serverPins.get(workspaceId);
    return there && there.seq >= seq ? undefined : { genesis, seq, head };
  }

  clear(): void {
    this.#books.clear();
    this.#pins.clear();
    this.#serverPins.clear();
    this.#givenUp.clear();
  }
}

/** Returns the first of these entries that differs from the known one in its place. */
async function firstOther(known: Book, entries: readonly LogEntry[]): Promise<LogEntry | undefined> {
  for (const entry of entries) {
    if (entry.seq > known.state.seq) return undefined;
    if ((await logEntryHash(entry, logCrypto)) !== known.hashes[entry.seq]) return entry;
  }
  return undefined;
}

/** Returns the known log extended by these entries; skips those that are already known. `now`: see `foldLog`. */
async function grown(
  known: Book | undefined,
  entries: readonly LogEntry[],
  now?: number,
): Promise<Book | undefined> {
  let book = known;
  const hashes = [...(known?.hashes ?? [])];
  for (const entry of entries) {
    if (book && entry.seq <= book.state.seq) continue;
    const state = await foldLog(book?.state, [entry], logCrypto, now);
    hashes.push(state.head);
    const newestAt = Math.max(book?.newestAt ?? 0, entry.at);
    const restore = entry.type === 'restore' ? entry.signature : book?.restore;
    book = { state, hashes, newestAt, restore };
  }
  return book;
}

/** Returns a crypto pin's fields as the book keeps them. */
export const pinOf = (pin: { genesisHash: Uint8Array; headSeq: number; headHash: Uint8Array }): Pin => ({
  genesis: toBase64Url(pin.genesisHash),
  seq: pin.headSeq,
  head: toBase64Url(pin.headHash),
});
