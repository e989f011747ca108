/** Opens what the device kept, starting with what somebody waits for, and reports how much of a stream is here. */
import { uuidPattern } from '@kontor/contract/wire/uuidPattern';
import { observable } from '../observable.ts';
import type { OpenedRecord } from '../vault/plainRecord.ts';
import { headsGroup } from './keptRecord.ts';
import { PageOpener } from './pageOpener.ts';
import type { PageStore } from './pageStore.ts';
import type { RecordSet } from './recordSet.ts';
import type { Loaded } from './status.ts';
import type { SyncState } from './syncState.ts';

export interface OpeningParts {
  pages: PageStore;
  records: RecordSet;
  state: SyncState;
  /** Scopes that somebody waits for from the start. */
  first: readonly string[];
  /** Returns true until the first pull has come to its end. */
  isFirstSync(): boolean;
  /** Shows records that pending acts change. */
  refresh(ids: readonly string[]): void;
  /** Resolves when what the device remembers of an earlier session is known. */
  recalled(): Promise<void>;
  /** Is called when everything is open and some of it was lost: it has to be pulled again. */
  onLost(): void;
}

export class Opening {
  readonly loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  readonly #parts: OpeningParts;
  readonly #opener: PageOpener;
  readonly #needed: Set<string>;
  /** Records that the listeners heard of so far. */
  #sizeTold = 0;

  constructor(parts: OpeningParts) {
    this.#parts = parts;
    this.#needed = new Set(parts.first);
    this.#opener = new PageOpener({
      pages: parts.pages,
      take: (page) => parts.records.restore(page),
      onOpened: (group, isDamaged) => this.#takeGroup(group, isDamaged),
    });
  }

  /** Opens what is needed, once the store knows its pages. */
  async begin(): Promise<void> {
    this.#opener.begin();
    await this.#opener.need([...this.#needed]);
  }

  /** Returns the scopes that somebody waits for and that the first pull has not brought whole. An address may name what is no id. */
  get awaited(): string[] {
    const { state, isFirstSync } = this.#parts;
    if (!isFirstSync()) return [];
    return [...this.#needed].filter((id) => uuidPattern.test(id) && !state.isWhole(id));
  }

  /** Notes that somebody waits for these scopes: they open and come before others. */
  need(scopeIds: readonly string[]): void {
    for (const id of scopeIds) this.#needed.add(id);
    const isOpen = this.#opener.has(scopeIds);
    void this.#opener.need(scopeIds);
    if (!isOpen) return;
    this.#parts.records.notify();
    this.show();
  }

  /** Resolves when everything is open, or nothing more will be. */
  async all(): Promise<void> {
    await Promise.all([this.#opener.all(), this.#parts.recalled()]);
  }

  /**
   * Resolves when what the device kept of these scopes is open; when everything is, where no scopes are given or one of the
   * records is not known in them. A row is checked against what was seen before, also in an earlier session.
   */
  async opened(
    scopeIds: readonly string[] | undefined,
    records: readonly Pick<OpenedRecord, 'id'>[],
  ): Promise<void> {
    await Promise.all([this.#opener.need(scopeIds ?? []), this.#parts.recalled()]);
    if (!scopeIds || records.some(({ id }) => !this.#parts.records.isHere(id))) await this.#opener.all();
  }

  /** Tells of what scopes all is here, and whether all heads are: opened from the device, and pulled to an end. */
  show(): void {
    const { state, records, isFirstSync } = this.#parts;
    const scopes = state.shownScopes();
    const whole = scopes.flatMap(({ scope, isWhole }) =>
      isWhole && this.#opener.has([scope.id]) ? [scope.id] : [],
    );
    const before = this.loaded.get();
    const hasHead = ({ scope, isWhole }: (typeof scopes)[number]) => isWhole || records.isHere(scope.id);
    const heads = this.#opener.has([]) && !isFirstSync() && scopes.every(hasHead);
    const isComplete = this.#opener.isDone && !isFirstSync() && whole.length === scopes.length;
    const isSame =
      heads === before.heads &&
      isComplete === before.isComplete &&
      whole.length === before.scopes.size &&
      whole.every((id) => before.scopes.has(id));
    if (!isSame) this.loaded.set({ scopes: new Set(whole), heads, isComplete });
  }

  /** Opens nothing more. */
  close(): void {
    this.#opener.close();
  }

  /** Takes note that pages of a scope, or the heads of all, are here. */
  #takeGroup(group: string, isDamaged: boolean): void {
    const { records, state, refresh, onLost } = this.#parts;
    const ids = records.arrange().filter((id) => records.hasPending(id));
    if (ids.length > 0) refresh(ids);
    if (isDamaged) {
      const lost = group === headsGroup ? state.scopes().map(({ scope }) => scope.id) : [group];
      for (const id of lost) state.forgetRows(id);
      void this.#opener.all().then(onLost);
    }
    // What nobody waits for is told of as it doubles: a list that is made anew costs what it holds.
    const isAwaited = group === headsGroup || this.#needed.has(group) || this.#opener.isDone;
    if (!isAwaited && records.size < 2 * this.#sizeTold) return;
    this.#sizeTold = records.size;
    records.notify();
    this.show();
  }
}
