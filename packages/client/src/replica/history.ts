/**
 * The past of windowed scopes as screens ask for it: the newest records, those before and after an edge, those around a
 * place or a moment. What the device keeps is opened, the rest is fetched; and, one tab for all, the past twelve months
 * are fetched while nobody waits.
 */

import { idTime } from '@kontor/contract/entity/idTime';
import { limits } from '@kontor/contract/wire/protocol';
import { faultKey } from './fault.ts';
import { HistoryError, type HistoryPuller, ignoreHistoryError } from './historyPuller.ts';
import { whenIdle } from './idle.ts';
import type { SyncState } from './syncState.ts';
import { type ChainEnd, endOf } from './window/authorChains.ts';
import { rangeAt } from './window/coverage.ts';
import { HistoryQueue } from './window/historyQueue.ts';
import { findMoment } from './window/moment.ts';
import { pageOf } from './windowPages.ts';
import type { Windows } from './windows.ts';

/** Records per page on screen. */
const pageRows = 100;

/** Fewer records than this fill no screen. */
const fewRows = 10;

/** ms of the past that is fetched in the background. */
const sweptTime = 365 * 24 * 3_600_000;

/** Pages in which a person's last row is looked for. */
const maxPagesSearched = 20;

/** Faults that are asked for again after a pull: where there are more, the others after the next. */
const maxRechecks = 20;

export interface HistoryContext {
  windows: Windows;
  state: SyncState;
  puller: HistoryPuller;
  now(): number;
  /** Tells whether this tab keeps what it fetches. */
  keeps(): boolean;
  /** Fetch the past twelve months in the background. */
  sweeps: boolean;
  /** Pulls what is new. */
  pull(): Promise<void>;
}

export class History {
  readonly #context: HistoryContext;
  readonly #queue = new HistoryQueue();
  /** Scopes of which the past twelve months are here. */
  readonly #swept = new Set<string>();
  /** The fault that was asked for again last, by its key. */
  #lastRechecked = '';
  #isSweeping = false;
  #isClosed = false;

  constructor(context: HistoryContext) {
    this.#context = context;
  }

  /** Brings the newest records of a scope. @throws HistoryError */
  open(scopeId: string): Promise<void> {
    return this.#queue.add('screen', `open ${scopeId}`, async () => {
      const { windows, state, pull } = this.#context;
      const top = () => windows.coverage.covered(scopeId).at(-1);
      if (!top()) await pull();
      const end = state.cursor(scopeId) + 1;
      if (!top() && end > 1) await this.#before(scopeId, end);
      const range = top();
      if (!range) throw new HistoryError(windows.isWindowed(scopeId) ? 'OFFLINE' : 'NOT_FOUND');
      const found = await windows.openRange(scopeId, range, pageRows);
      // The newest range may be what this device wrote itself.
      if (found < fewRows && range.from > 0)
        await this.#before(scopeId, range.from).catch(ignoreHistoryError);
    });
  }

  /** Brings records that were created before a revision, down to the next edge at most. @throws HistoryError */
  before(scopeId: string, revision: number): Promise<void> {
    return this.#queue.add('screen', `before ${scopeId}/${revision}`, () => this.#before(scopeId, revision));
  }

  /** Brings records that were created after a revision, up to the next edge at most. @throws HistoryError */
  after(scopeId: string, revision: number): Promise<void> {
    return this.#queue.add('screen', `after ${scopeId}/${revision}`, () => this.#after(scopeId, revision));
  }

  /**
   * Brings records around a place, or around the moment at which they were made (ms). Returns the created revision of the
   * place. @throws HistoryError
   */
  jump(scopeId: string, to: { revision: number } | { at: number }): Promise<number> {
    return this.#queue.add('jump', `jump ${scopeId}/${JSON.stringify(to)}`, async () => {
      const { puller, state } = this.#context;
      const end = state.cursor(scopeId) + 1;
      const revision =
        'revision' in to
          ? to.revision
          : await findMoment(to.at, end, (before, limit) => puller.peek(scopeId, before, limit));
      await this.#before(scopeId, Math.min(revision + pageRows / 2, end));
      if (!this.#isShown(scopeId, Math.min(revision, end - 1))) await this.#after(scopeId, revision - 1);
      return revision;
    });
  }

  /**
   * Returns the end of what a person wrote into a scope that the server has, which their next row follows. It may be looked
   * for: after ten thousand rows without one the count begins anew. @throws HistoryError
   */
  chainEnd(scopeId: string, userId: string): Promise<ChainEnd> {
    return this.#queue.add('screen', `end ${scopeId}/${userId}`, async () => {
      const { windows, puller, pull } = this.#context;
      // One that this device has just made: what it wrote there comes back with a pull.
      if (windows.coverage.covered(scopeId).length === 0) await pull();
      for (let looked = 0; ; looked++) {
        const top = windows.coverage.covered(scopeId).at(-1);
        const end = top && endOf(top.sum, userId);
        if (end || !top || top.from === 0 || looked === maxPagesSearched)
          return end ?? { counter: 0, hash: '' };
        await puller.page(scopeId, top.from);
      }
    });
  }

  /**
   * Fetches a page below what is here of a scope without a gap. Resolves to whether more is here now: not where the scope
   * begins, nor in a tab that keeps nothing once its memory is full. @throws HistoryError
   */
  async reachBack(scopeId: string): Promise<boolean> {
    const edge = () => this.#context.windows.coverage.covered(scopeId).at(-1)?.from ?? 0;
    const before = edge();
    if (before === 0) return false;
    await this.#queue.add('search', `back ${scopeId}/${before}`, () => this.#inBackground(scopeId, before));
    return edge() < before;
  }

  /** Goes on after a pull: asks again for what was refused, and goes on with the past. */
  async goOn(): Promise<void> {
    const { state, puller, keeps, sweeps } = this.#context;
    const faults = state.faults.all.filter(({ createdRevision }) => createdRevision !== undefined);
    const start = faults.findIndex((fault) => faultKey(fault) === this.#lastRechecked) + 1;
    for (const fault of [...faults.slice(start), ...faults.slice(0, start)].slice(0, maxRechecks)) {
      const ask = () => puller.recheck(fault);
      await this.#queue
        .add('search', `again ${fault.scopeId}/${fault.id}/${fault.createdRevision}`, ask)
        .catch(ignoreHistoryError);
      this.#lastRechecked = faultKey(fault);
    }
    if (sweeps && keeps()) this.#sweep();
  }

  close(): void {
    this.#isClosed = true;
    this.#queue.close();
    this.#context.puller.close();
  }

  #isShown(scopeId: string, revision: number): boolean {
    return rangeAt(this.#context.windows.shownRanges(scopeId), revision) !== undefined;
  }

  async #before(scopeId: string, revision: number): Promise<void> {
    const { windows, puller } = this.#context;
    const at = revision - 1;
    const covering = () => rangeAt(windows.coverage.covered(scopeId), at);
    const known = covering();
    const found = known ? await windows.openRange(scopeId, { from: known.from, to: at }, pageRows) : 0;
    // A page may have turned out to be damaged.
    const range = covering();
    if (range && (found > 0 || range.from === 0)) return;
    if (at >= 0) await puller.page(scopeId, range?.from ?? revision, 2 * pageRows);
  }

  async #after(scopeId: string, revision: number): Promise<void> {
    const { windows, puller, state } = this.#context;
    const at = revision + 1;
    const covered = () => windows.coverage.covered(scopeId);
    const end = state.cursor(scopeId) + 1;
    for (let span = 2 * pageRows; at < end; span *= 4) {
      const range = rangeAt(covered(), at);
      if (range && (await windows.openRange(scopeId, { from: at, to: range.to }, pageRows, 'oldest')) > 0)
        return;
      const start = range ? range.to + 1 : at;
      if (start >= end) return;
      const edge = covered().find(({ from }) => from > start)?.from ?? end;
      // The server goes backwards only: from a little above, until the edge is reached.
      for (let before = Math.min(start + span, edge); before > start; )
        before = (await puller.page(scopeId, before, 2 * pageRows)).from;
    }
  }

  async #inBackground(scopeId: string, before: number): Promise<readonly string[]> {
    const { windows, puller, keeps } = this.#context;
    const wasOpen = windows.open.pagesOf(scopeId);
    const { from, ids } = await puller.page(scopeId, before, limits.historyRows);
    if (!keeps()) return ids;
    // Nobody looks at what came in between: the device keeps it.
    const came = windows.open.pagesOf(scopeId).filter((page) => !wasOpen.includes(page));
    windows.open.closeSoon(
      came.flatMap((page) => (page >= pageOf(from) && page < pageOf(before) ? [{ scopeId, page }] : [])),
    );
    return ids;
  }

  #sweep(): void {
    if (this.#isSweeping || this.#isClosed) return;
    this.#isSweeping = true;
    const step = async () => {
      const scopeId = this.#next();
      if (!scopeId || this.#isClosed || !this.#context.keeps()) {
        this.#isSweeping = false;
        return;
      }
      try {
        await this.#queue.add('sweep', `sweep ${scopeId}`, () => this.#sweepOnce(scopeId));
        whenIdle(() => void step());
      } catch (error) {
        // The next pull that reaches the server goes on.
        this.#isSweeping = false;
        // What ends with the workspace, fails for want of its keys.
        if (!this.#isClosed) ignoreHistoryError(error);
      }
    };
    whenIdle(() => void step());
  }

  #next(): string | undefined {
    const { windows } = this.#context;
    return windows.coverage.scopes.find(
      (id) =>
        windows.isWindowed(id) && !this.#swept.has(id) && windows.coverage.covered(id).at(-1)?.from !== 0,
    );
  }

  async #sweepOnce(scopeId: string): Promise<void> {
    const { windows, now } = this.#context;
    const top = windows.coverage.covered(scopeId).at(-1);
    // Somebody may have come to the beginning while it waited.
    if (!top || top.from === 0) return void this.#swept.add(scopeId);
    const ids = await this.#inBackground(scopeId, top.from);
    const times = ids.map(idTime).sort((a, b) => a - b);
    const time = times[times.length >> 1];
    if (time === undefined || time < now() - sweptTime) this.#swept.add(scopeId);
  }
}
