/** Reads the texts that lie beside records, the words of files: a few at a time, and again where one cannot be had yet. */
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { Clock } from '../replica/clock.ts';
import type { Row } from '../replica/row.ts';

/** Texts beside records. */
export interface RecordTexts {
  /** Names the text beside a record, another one otherwise; undefined where there is none. */
  nameOf(record: Row): string | undefined;
  /** Reads the text beside a record. @throws where it cannot be had now */
  read(record: Row, signal: AbortSignal): Promise<RecordText>;
}

export interface RecordText {
  text: string;
  /** True where it lacks what could not be opened, and never will be. */
  isDamaged: boolean;
}

/** Texts that are read at the same time. */
const atOnce = 3;
/** ms that one may take. */
const patience = 60_000;
/** ms before those that could not be had are tried again: doubled each time that none of them could, up to the second. */
const [firstPause, longestPause] = [30_000, 3_600_000];

interface Wanted {
  entity: EntityName;
  record: Row;
}

interface TextReaderParts {
  clock: Clock;
  texts: Pick<RecordTexts, 'read'>;
  /** Ends everything. */
  signal: AbortSignal;
  /** Returns true while something else is to be done first; `go` is called after that. */
  isBusy(): boolean;
  /** Takes what was read. */
  take(id: string, read: Wanted & { read: RecordText }): void;
}

export class TextReader {
  readonly #parts: TextReaderParts;
  readonly #wanted = new Map<string, Wanted>();
  /** Those among them that are neither being read nor could not be had. */
  #untried = new Set<string>();
  #reading: Promise<void> | undefined;
  #pause = firstPause;
  #isPausing = false;

  constructor(parts: TextReaderParts) {
    this.#parts = parts;
  }

  /** Counts the texts that are still to come. */
  get size(): number {
    return this.#wanted.size;
  }

  /** Tells whether some are still to come of a scope's records. */
  hasOf(scopeId: string): boolean {
    return this.#wanted.values().some(({ record }) => record.scopeId === scopeId);
  }

  /** Resolves when nothing is being read any more. */
  get reading(): Promise<void> | undefined {
    return this.#reading;
  }

  /** Wants the text of a record, from the next `go` on. */
  add(id: string, wanted: Wanted): void {
    this.#wanted.set(id, wanted);
    this.#untried.add(id);
  }

  /** Wants it no longer. */
  drop(id: string): void {
    this.#wanted.delete(id);
    this.#untried.delete(id);
  }

  /** Reads what is wanted, unless something else is to be done first. */
  go(): void {
    const { signal, isBusy } = this.#parts;
    if (this.#reading || this.#untried.size === 0 || signal.aborted || isBusy()) return;
    this.#reading = Promise.all(Array.from({ length: atOnce }, () => this.#readSome())).then(() => {
      this.#reading = undefined;
      this.go();
      if (this.#wanted.size > this.#untried.size) void this.#tryAgain();
    });
  }

  async #readSome(): Promise<void> {
    const { signal, isBusy, take } = this.#parts;
    for (const id of this.#untried) {
      if (signal.aborted || isBusy()) return;
      this.#untried.delete(id);
      const wanted = this.#wanted.get(id);
      if (!wanted) continue;
      const read = await this.#read(wanted.record);
      // It may have changed, or gone, meanwhile.
      if (read === undefined || this.#wanted.get(id) !== wanted) continue;
      this.drop(id);
      this.#pause = firstPause;
      take(id, { ...wanted, read });
    }
  }

  async #read(record: Row): Promise<RecordText | undefined> {
    const { clock, texts, signal } = this.#parts;
    const over = new AbortController();
    const ended = AbortSignal.any([signal, over.signal]);
    const late = clock.wait(patience, ended).then(() => undefined);
    const reading = texts.read(record, ended).catch(() => undefined);
    const read = await Promise.race([reading, late]);
    over.abort();
    return read;
  }

  async #tryAgain(): Promise<void> {
    const { clock, signal } = this.#parts;
    if (this.#isPausing) return;
    this.#isPausing = true;
    await clock.wait(this.#pause, signal);
    this.#isPausing = false;
    if (signal.aborted) return;
    this.#pause = Math.min(2 * this.#pause, longestPause);
    // One that is being read right now is read twice at worst.
    this.#untried = new Set(this.#wanted.keys());
    this.go();
  }
}
