/**
 * Opens the pages that the device kept, most urgent first: those somebody waits for, the heads of the scopes, the rest. Reads a
 * few pages ahead; other work runs in between.
 */

import type { KeptRecord } from './keptRecord.ts';
import { headsGroup } from './keptRecord.ts';
import type { PageStore, Piece } from './pageStore.ts';

/** Pieces that are read and opened at once. */
const concurrency = 8;

interface OpenerParts {
  pages: Pick<PageStore, 'groups' | 'read' | 'reread'>;
  take(records: KeptRecord[]): void;
  /** Takes note that a group is here whole, or (`isDamaged`) what could be opened of it. */
  onOpened(group: string, isDamaged: boolean): void;
}

export class PageOpener {
  readonly #parts: OpenerParts;
  /** Groups that are not open yet, those to open next first. */
  #queue: string[] = [];
  readonly #open = new Map<string, PromiseWithResolvers<void>>();
  readonly #reading = new Map<Piece, Promise<KeptRecord[] | undefined>>();
  /** Counts those at the head of the queue that are needed; the others wait for `all`. */
  #needed = 0;
  #isRunning = false;
  #isClosed = false;

  constructor(parts: OpenerParts) {
    this.#parts = parts;
  }

  /** Begins, once the store knows its pages. */
  begin(): void {
    this.#queue = [...this.#parts.pages.groups.keys()];
    for (const group of this.#queue) this.#open.set(group, Promise.withResolvers<void>());
  }

  /** Tells whether these scopes, and what heads them, are open. */
  has(scopeIds: readonly string[]): boolean {
    return [headsGroup, ...scopeIds].every((group) => !this.#open.has(group));
  }

  /** Tells whether everything is open. */
  get isDone(): boolean {
    return this.#open.size === 0;
  }

  /** Opens these scopes before others, and what heads them. */
  async need(scopeIds: readonly string[]): Promise<void> {
    const wanted = [headsGroup, ...scopeIds].filter((group) => this.#open.has(group));
    const queued = new Set(wanted.filter((group) => this.#queue.includes(group)));
    const ahead = this.#queue.slice(0, this.#needed).filter((group) => !queued.has(group));
    const behind = this.#queue.slice(this.#needed).filter((group) => !queued.has(group));
    this.#queue = [...queued, ...ahead, ...behind];
    this.#needed = queued.size + ahead.length;
    void this.#run();
    await Promise.all(wanted.map((group) => this.#open.get(group)?.promise));
  }

  /** Opens everything. */
  async all(): Promise<void> {
    this.#needed = this.#queue.length;
    void this.#run();
    await Promise.all([...this.#open.values()].map(({ promise }) => promise));
  }

  /** Opens nothing more. Nobody waits any longer. */
  close(): void {
    this.#isClosed = true;
    this.#needed = 0;
    for (const { resolve } of this.#open.values()) resolve();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#needed > 0 && !this.#isClosed) {
        this.#needed--;
        const group = this.#queue.shift()!;
        let isDamaged = await this.#openGroup(group);
        if (isDamaged && (await this.#hasChanged(group))) isDamaged = await this.#openGroup(group);
        if (this.#isClosed) break;
        const opening = this.#open.get(group)!;
        this.#open.delete(group);
        this.#parts.onOpened(group, isDamaged);
        opening.resolve();
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Tells whether another tab has merged the pages of a group. Where that cannot be read, what is damaged is pulled again. */
  #hasChanged(group: string): Promise<boolean> {
    return this.#parts.pages.reread(group).catch(() => false);
  }

  /** Opens a group; returns whether part of it could not be opened. */
  async #openGroup(group: string): Promise<boolean> {
    let isDamaged = false;
    const pieces = [...this.#parts.pages.groups.get(group)!.pieces];
    for (const [i, piece] of pieces.entries()) {
      this.#readAhead(group, pieces.slice(i, i + concurrency));
      const records = await this.#reading.get(piece)!;
      this.#reading.delete(piece);
      if (this.#isClosed) return isDamaged;
      if (records) this.#parts.take(records);
      else isDamaged = true;
    }
    return isDamaged;
  }

  #readAhead(group: string, next: readonly Piece[]): void {
    const begin = (name: string, piece: Piece) => {
      if (this.#reading.has(piece)) return;
      this.#reading.set(piece, this.#parts.pages.read(name, piece));
    };
    for (const piece of next) begin(group, piece);
    for (let i = 0, room = concurrency - next.length; i < this.#needed && room > 0; i++) {
      const name = this.#queue[i]!;
      for (const piece of this.#parts.pages.groups.get(name)!.pieces.slice(0, room)) {
        begin(name, piece);
        room--;
      }
    }
  }
}
