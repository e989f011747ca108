/**
 * Which pages of windowed scopes are open in memory: about ten thousand records at once, those used last. The others stay
 * sealed on the device and are opened again when somebody needs them.
 */
import { Listeners } from '../observable.ts';
import { idIn } from './keptRecord.ts';
import type { RecordSet } from './recordSet.ts';
import { gapsIn, type Range, union } from './window/coverage.ts';
import { pageOf, rangeOf, type WindowPages } from './windowPages.ts';

/** Pages that are read at once. */
const atOnce = 8;

interface OpenPage {
  scopeId: string;
  page: number;
  /** Records that are in memory. */
  ids: Set<string>;
  /** False where the device may keep more of it. */
  isWhole: boolean;
}

export interface OpenPageParts {
  pages: WindowPages;
  records: RecordSet;
  /** Records in memory beyond which pages are closed. */
  most: number;
  /** Shows records that pending acts change. */
  refresh(ids: readonly string[]): void;
  /** Is called when a page turned out to be lost. */
  onDamaged(scopeId: string, range: Range): void;
  /** Does it once everything before is kept on the device, or is not going to be. */
  whenSettled(act: () => void): void;
  /** Tells whether a record waits for this tab to keep it. */
  isDue(id: string): boolean;
  /** Is called when pages were closed. */
  onClosed(scopeId: string, range: Range): void;
}

export class OpenPages {
  /** Called when other pages are open than before, or a record came into one. */
  readonly changes = new Listeners();
  readonly #parts: OpenPageParts;
  /** In the order of their use, last used last. */
  readonly #open = new Map<string, OpenPage>();
  readonly #opening = new Map<string, Promise<void>>();
  /** Pages that somebody is about to use, by who that is. */
  readonly #guards = new Map<string, ReadonlySet<string>>();
  /** Ranges that are on screens. */
  readonly #shown = new Set<() => { scopeId: string; ranges: readonly Range[] }>();
  #isTrimming = false;

  constructor(parts: OpenPageParts) {
    this.#parts = parts;
  }

  /** Counts the records in memory. */
  get size(): number {
    let size = 0;
    for (const { ids } of this.#open.values()) size += ids.size;
    return size;
  }

  /**
   * Returns the ranges of a scope of which the device may keep something that is not in memory; all before
   * that is known.
   */
  closedRanges(scopeId: string): Range[] {
    const kept = this.#parts.pages.kept(scopeId);
    if (!kept) {
      const whole = [...this.#open.values()].filter((each) => each.scopeId === scopeId && each.isWhole);
      return gapsIn(union(whole.map(({ page }) => rangeOf(page))), { from: 0, to: Number.MAX_SAFE_INTEGER });
    }
    const closed = new Set<number>();
    for (const page of kept) if (!this.#open.get(keyOf(scopeId, page))?.isWhole) closed.add(page);
    for (const each of this.#open.values())
      if (each.scopeId === scopeId && !each.isWhole) closed.add(each.page);
    return union([...closed].map(rangeOf));
  }

  isOpen(scopeId: string, created: number): boolean {
    return this.#open.get(keyOf(scopeId, pageOf(created)))?.isWhole === true;
  }

  /** Returns the pages of a scope that are open. */
  pagesOf(scopeId: string): number[] {
    return [...this.#open.values()].flatMap((each) => (each.scopeId === scopeId ? [each.page] : []));
  }

  /** Returns the ids in memory whose place lies in a range. */
  idsIn(scopeId: string, range: Range): string[] {
    const found: string[] = [];
    for (const each of this.#open.values())
      if (
        each.scopeId === scopeId &&
        rangeOf(each.page).to >= range.from &&
        rangeOf(each.page).from <= range.to
      )
        found.push(...each.ids);
    return found;
  }

  /** Keeps what is shown open for as long as it is shown. Returns the verb that ends it. */
  show(shown: () => { scopeId: string; ranges: readonly Range[] }): () => void {
    this.#shown.add(shown);
    return () => this.#shown.delete(shown);
  }

  /** Keeps pages open until the same somebody names others. */
  guard(who: string, pages: readonly { scopeId: string; page: number }[]): void {
    if (pages.length === 0) this.#guards.delete(who);
    else this.#guards.set(who, new Set(pages.map(({ scopeId, page }) => keyOf(scopeId, page))));
  }

  /** Opens pages. Resolves when everything that the device keeps of them is in memory. */
  async open(wanted: readonly { scopeId: string; page: number }[]): Promise<void> {
    for (let i = 0; i < wanted.length; i += atOnce)
      await Promise.all(wanted.slice(i, i + atOnce).map(({ scopeId, page }) => this.#openOne(scopeId, page)));
  }

  #openOne(scopeId: string, page: number): Promise<void> {
    const key = keyOf(scopeId, page);
    const known = this.#open.get(key);
    if (known?.isWhole) {
      this.#use(key, known);
      return Promise.resolve();
    }
    return this.#readOnce(scopeId, page);
  }

  /** Reads the open pages of a scope again: another tab may have kept more of them since they were opened. */
  async reopen(scopeId: string): Promise<void> {
    for (const page of this.pagesOf(scopeId)) await this.#readOnce(scopeId, page);
  }

  #readOnce(scopeId: string, page: number): Promise<void> {
    const key = keyOf(scopeId, page);
    let opening = this.#opening.get(key);
    if (!opening) {
      opening = this.#read(scopeId, page).finally(() => this.#opening.delete(key));
      this.#opening.set(key, opening);
    }
    return opening;
  }

  async #read(scopeId: string, page: number): Promise<void> {
    const { pages, records, refresh, onDamaged } = this.#parts;
    // What the device keeps of one that was closed tells before it is known again what was seen of it.
    const isKnown = records.isPartial(scopeId);
    const kept = await pages.read(scopeId, page);
    if (isKnown && !records.isPartial(scopeId)) return;
    if (kept === 'damaged') onDamaged(scopeId, rangeOf(page));
    else records.restore(kept);
    const changed = records.arrange().filter((id) => records.hasPending(id));
    const ids = kept === 'damaged' ? [] : kept.map(idIn);
    const key = keyOf(scopeId, page);
    const known = this.#open.get(key);
    this.#use(key, { scopeId, page, ids: new Set([...(known?.ids ?? []), ...ids]), isWhole: true });
    if (changed.length > 0) refresh(changed);
    records.notify();
    this.changes.call();
    this.#trimSoon();
  }

  /** Notes that records came into memory, from the server or from this device's own acts. */
  note(taken: Iterable<{ id: string; scopeId: string; created: number }>): void {
    for (const { id, scopeId, created } of taken) {
      const key = keyOf(scopeId, pageOf(created));
      const known = this.#open.get(key);
      const page = pageOf(created);
      if (known) known.ids.add(id);
      else {
        const isWhole = this.#parts.pages.kept(scopeId)?.has(page) === false;
        this.#open.set(key, { scopeId, page, ids: new Set([id]), isWhole });
        if (!isWhole) void this.#openOne(scopeId, page);
      }
    }
    this.changes.call();
    this.#trimSoon();
  }

  /** Closes pages that nobody waits for, as those that came in the background. */
  closeSoon(pages: readonly { scopeId: string; page: number }[]): void {
    this.#parts.whenSettled(() => {
      const keys = new Set(pages.map(({ scopeId, page }) => keyOf(scopeId, page)));
      this.#close(
        [...this.#open].filter(([key]) => keys.has(key)),
        () => true,
      );
    });
  }

  /** Forgets which pages of a scope are open, since its records went. */
  forget(scopeId: string): void {
    for (const [key, page] of this.#open) if (page.scopeId === scopeId) this.#open.delete(key);
    this.changes.call();
  }

  #use(key: string, page: OpenPage): void {
    this.#open.delete(key);
    this.#open.set(key, page);
  }

  #trimSoon(): void {
    if (this.#isTrimming || this.size <= this.#parts.most) return;
    this.#isTrimming = true;
    const trim = () => {
      this.#isTrimming = false;
      const isAnythingDue = this.#close([...this.#open], () => this.size > this.#parts.most);
      if (isAnythingDue) this.#trimSoon();
    };
    // Whoever takes something over says only at the end that it is to be kept.
    queueMicrotask(() => this.#parts.whenSettled(trim));
  }

  /**
   * Closes pages. Returns whether one stays since something of it is to be kept first: what came between the order to close
   * pages and its turn is written behind it, and would be kept nowhere.
   */
  #close(candidates: readonly [string, OpenPage][], goesOn: () => boolean): boolean {
    const { records, onClosed, isDue } = this.#parts;
    const guarded = new Set([...this.#guards.values()].flatMap((keys) => [...keys]));
    const shown = [...this.#shown].map((each) => each());
    let [hasClosed, isAnythingDue] = [false, false];
    for (const [key, { scopeId, page, ids }] of candidates) {
      if (!goesOn()) break;
      const range = rangeOf(page);
      const isShown = shown.some(
        (each) =>
          each.scopeId === scopeId &&
          each.ranges.some(({ from, to }) => from <= range.to && to >= range.from),
      );
      const isPending = [...ids].some((id) => records.hasPending(id));
      if (isShown || guarded.has(key) || this.#opening.has(key) || isPending) continue;
      if ([...ids].some(isDue)) {
        isAnythingDue = true;
        continue;
      }
      // What moved elsewhere since is not this scope's any more.
      records.evict([...ids].filter((id) => records.mark(id)?.scopeId === scopeId));
      this.#open.delete(key);
      onClosed(scopeId, range);
      hasClosed = true;
    }
    if (hasClosed) {
      records.notify();
      this.changes.call();
    }
    return isAnythingDue;
  }
}

const keyOf = (scopeId: string, page: number): string => `${scopeId}/${page}`;
