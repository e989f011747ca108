/**
 * The windowed scopes of a stream: which of their records are known, which are in memory, and which lie sealed on the
 * device. A record is judged by what was seen of it, so whatever arrives waits until that is open.
 */

import type { SealedRecord } from '@kontor/contract/entity/entity';
import { idTime } from '@kontor/contract/entity/idTime';
import { mayBeWindowed } from '@kontor/contract/entity/placement';
import { isWindowed } from '@kontor/contract/entity/scopeKind';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { SyncScope } from '@kontor/contract/wire/sync';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import type { OpenedRecord } from '../vault/plainRecord.ts';
import type { Vault } from '../vault/vault.ts';
import { idIn, type KeptRecord, type KeptRow, placeOf } from './keptRecord.ts';
import { OpenPages } from './openPages.ts';
import type { PlannedWrite } from './plannedWrites.ts';
import type { RecordSet } from './recordSet.ts';
import type { SyncState } from './syncState.ts';
import { intersection, type Range, rangeAt, sizeOf, without } from './window/coverage.ts';
import { pageOf, rangeOf, WindowPages } from './windowPages.ts';
import { WindowState } from './windowState.ts';
import { type ShownWindow, WindowTaker } from './windowTaker.ts';

/** Records of windowed scopes that are in memory at once. */
const mostOpen = 10_000;

/** Pages without anything that are looked at before it is asked which there are. */
const mostEmpty = 16;

export interface WindowParts {
  workspaceId: string;
  device: DeviceStore;
  vault: Pick<Vault, 'sealPieces' | 'openLocal'>;
  state: SyncState;
  records: RecordSet;
  refresh(ids: readonly string[]): void;
  /** Tells whether this tab keeps what it takes. */
  keeps(): boolean;
  /** Tells whether a record waits for this tab to keep it. */
  isDue(id: string): boolean;
  /** Does it once everything before is kept on the device or was given up, where this tab keeps it; else at once. */
  whenSettled(act: () => void): void;
  most?: number | undefined;
}

export class Windows {
  /** Names this session in the flags for the index, see `indexingFlag`. */
  readonly session = crypto.randomUUID();
  readonly open: OpenPages;
  readonly coverage: WindowState;
  readonly taker: WindowTaker;
  readonly #parts: WindowParts;
  readonly #pages: WindowPages;

  constructor(parts: WindowParts) {
    const { workspaceId, device, vault, state, records, refresh, whenSettled } = parts;
    this.#parts = parts;
    this.#pages = new WindowPages({ workspaceId, store: device, vault, session: this.session });
    this.coverage = new WindowState(device, workspaceId, state.faults);
    this.open = new OpenPages({
      pages: this.#pages,
      records,
      refresh,
      whenSettled,
      isDue: parts.isDue,
      most: parts.most ?? mostOpen,
      onDamaged: (scopeId, range) => this.coverage.uncover(scopeId, range),
      // What another tab keeps, this one does not know of, and what none keeps is fetched again.
      onClosed: (scopeId, range) => {
        if (!parts.keeps()) this.coverage.uncover(scopeId, range);
      },
    });
    this.taker = new WindowTaker({ state, windows: this.coverage, open: this.open, records });
  }

  load(): Promise<void> {
    return this.coverage.load();
  }

  isWindowed(scopeId: string): boolean {
    const kind = this.#parts.state.scope(scopeId)?.kind;
    return kind !== undefined && isWindowed(kind);
  }

  /** Returns the ranges of a scope that are known and in memory. */
  shownRanges(scopeId: string): Range[] {
    return without(this.coverage.covered(scopeId), this.open.closedRanges(scopeId));
  }

  /**
   * Resolves when what the device kept of these records is open, wherever it lies, and so are the pages that they come
   * into. They stay open until the same somebody asks for others.
   */
  async opened(
    who: string,
    rows: readonly { id: string; entity?: string; scopeId: string; createdRevision?: number }[],
  ): Promise<void> {
    const { records, state } = this.#parts;
    const windowed = state.scopes().flatMap(({ scope }) => (isWindowed(scope.kind) ? [scope.id] : []));
    const wanted = new Map<string, { scopeId: string; page: number }>();
    const want = (scopeId: string, page: number) => wanted.set(`${scopeId}/${page}`, { scopeId, page });
    for (const { id, entity, scopeId, createdRevision } of rows) {
      if (createdRevision !== undefined && id !== scopeId) want(scopeId, pageOf(createdRevision));
      if (records.isHere(id) || (entity !== undefined && !mayBeWindowed(entityOf(entity)))) continue;
      for (const each of windowed)
        for (const page of (await this.#pages.index(each)).pagesOf(id)) want(each, page);
    }
    this.open.guard(who, [...wanted.values()]);
    await this.open.open([...wanted.values()]);
  }

  /**
   * Opens what the device keeps of a range of a scope, its newest pages first or its oldest, until there are enough records.
   * Returns how many records of the range are in those pages.
   */
  async openRange(
    scopeId: string,
    range: Range,
    enough: number,
    order: 'newest' | 'oldest' = 'newest',
  ): Promise<number> {
    let count = 0;
    await this.#walk(scopeId, range, order, async (page) => {
      const size = sizeOf(intersection(rangeOf(page), range));
      // A page that is too small for them all is opened with the next, not before it.
      const next = order === 'newest' ? page - 1 : page + 1;
      const isShort = count + size < enough && sizeOf(intersection(rangeOf(next), range)) > 0;
      await this.open.open([page, ...(isShort ? [next] : [])].map((each) => ({ scopeId, page: each })));
      const found = this.#countIn(scopeId, intersection(rangeOf(page), range));
      count += found;
      return count >= enough ? 'enough' : found > 0 ? 'some' : 'none';
    });
    return count;
  }

  /**
   * Visits the pages of a range one after the other until there is enough. Which pages there are is read only once some
   * were empty: with a large scope that takes longer than a page.
   */
  async #walk(
    scopeId: string,
    { from, to }: Range,
    order: 'newest' | 'oldest',
    visit: (page: number) => Promise<'none' | 'some' | 'enough'>,
  ): Promise<void> {
    const step = order === 'newest' ? -1 : 1;
    const [first, last] = order === 'newest' ? [pageOf(to), pageOf(from)] : [pageOf(from), pageOf(to)];
    let page = first;
    for (let empty = 0; empty < mostEmpty && !this.#pages.kept(scopeId); page += step) {
      if ((last - page) * step < 0) return;
      const found = await visit(page);
      if (found === 'enough') return;
      empty = found === 'none' ? empty + 1 : 0;
    }
    const { pages } = await this.#pages.index(scopeId);
    const left = [...pages].filter((each) => (each - page) * step >= 0 && (last - each) * step >= 0);
    for (const each of left.sort((a, b) => (a - b) * step)) if ((await visit(each)) === 'enough') return;
  }

  #countIn(scopeId: string, { from, to }: Range): number {
    const { records } = this.#parts;
    return this.open.idsIn(scopeId, { from, to }).filter((id) => {
      const created = records.mark(id)?.createdRevision;
      return created !== undefined && created >= from && created <= to;
    }).length;
  }

  /**
   * Returns the newest records below a revision as the device keeps them, all of each place, without opening them for anybody;
   * undefined where it does not know.
   */
  async peek(
    scopeId: string,
    before: number,
    limit: number,
  ): Promise<{ id: string; createdRevision: number }[] | undefined> {
    const range = rangeAt(this.coverage.covered(scopeId), before - 1);
    if (!range) return undefined;
    const found: { id: string; createdRevision: number }[] = [];
    let isDamaged = false;
    await this.#walk(scopeId, { from: range.from, to: before - 1 }, 'newest', async (page) => {
      const kept = await this.#pages.read(scopeId, page);
      isDamaged ||= kept === 'damaged';
      const places = (kept === 'damaged' ? [] : kept).map((each) => ({
        id: idIn(each),
        createdRevision: placeOf(each) ?? 0,
      }));
      const inRange = places.filter(({ createdRevision: at }) => at >= range.from && at < before);
      found.push(...inRange.sort((a, b) => b.createdRevision - a.createdRevision));
      return isDamaged || found.length >= limit ? 'enough' : inRange.length > 0 ? 'some' : 'none';
    });
    if (isDamaged) return undefined;
    const last = found[limit - 1];
    if (last) return found.filter(({ createdRevision: at }) => at >= last.createdRevision);
    return range.from === 0 || found.length > 0 ? found : undefined;
  }

  /** Hands out what the device keeps of a scope and memory does not hold, page by page, without opening it for anybody. */
  async *closedRecords(scopeId: string): AsyncGenerator<KeptRow[]> {
    for (const page of (await this.#pages.onDevice(scopeId)).sort((a, b) => b - a)) {
      const kept = await this.#pages.read(scopeId, page);
      // What memory knows of a record is newer.
      const open = new Set(this.open.idsIn(scopeId, rangeOf(page)));
      if (kept !== 'damaged')
        yield kept.filter((each): each is KeptRow => 'row' in each && !open.has(idIn(each)));
    }
  }

  /**
   * Returns from when on a scope is here without a gap, in ms; 0 where all of it is, undefined where nothing is.
   */
  async reach(scopeId: string): Promise<number | undefined> {
    const top = this.coverage.covered(scopeId).at(-1);
    if (!top || top.from === 0) return top?.from;
    let lowest: { id: string; place: number } | undefined;
    const look = (id: string, place = 0) => {
      const isLower = !lowest || place < lowest.place || (place === lowest.place && id < lowest.id);
      if (place >= top.from && isLower) lowest = { id, place };
    };
    await this.#walk(scopeId, top, 'oldest', async (page) => {
      const kept = await this.#pages.read(scopeId, page);
      for (const each of kept === 'damaged' ? [] : kept) look(idIn(each), placeOf(each));
      // What has just come is not on the device yet.
      for (const id of this.open.idsIn(scopeId, rangeOf(page)))
        look(id, this.#parts.records.mark(id)?.createdRevision);
      return lowest ? 'enough' : 'none';
    });
    return lowest && idTime(lowest.id);
  }

  /** Opens the pages in which these records are. */
  async openRecords(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const scopeId of this.coverage.scopes) {
      const index = await this.#pages.index(scopeId);
      const pages = new Set(ids.flatMap((id) => index.pagesOf(id)));
      await this.open.open([...pages].map((page) => ({ scopeId, page })));
    }
  }

  /**
   * Opens what the device keeps that came since a moment of the server's, ms: pages from the newest on, as long as there is such
   * in them. They stay open until the same somebody asks for others.
   */
  async openSince(who: string, moment: number): Promise<void> {
    const wanted: { scopeId: string; page: number }[] = [];
    const isSince = (kept: KeptRecord) => !('row' in kept) || kept.row.updatedAt > moment;
    for (const { scope } of this.#parts.state.scopes()) {
      if (!isWindowed(scope.kind)) continue;
      for (const page of (await this.#pages.onDevice(scope.id)).sort((a, b) => b - a)) {
        const kept = await this.#pages.read(scope.id, page);
        if (kept === 'damaged') continue;
        if (!kept.some(isSince)) break;
        wanted.push({ scopeId: scope.id, page });
        this.open.guard(who, wanted);
        await this.open.open(wanted.slice(-1));
      }
    }
  }

  /**
   * Leaves out rows of windowed scopes that do not stand where they may, and returns what the answer to a pull shows of each.
   * @param asked the cursors that it was asked for with
   */
  admit<S extends SyncScope<SealedRecord>>(
    scopes: readonly S[],
    asked: Record<string, number>,
  ): { scopes: S[]; shown: ShownWindow[] } {
    const shown: ShownWindow[] = [];
    const admitted = scopes.map((scope) => {
      const cursor = asked[scope.id] ?? 0;
      if (!isWindowed(scope.kind) || scope.cursor < cursor) return scope;
      const window = shownIn(scope, cursor);
      // What changed since of what was created between that cursor and the window is not in the answer.
      const isNew = scope.cursor > this.#parts.state.cursor(scope.id) || !scope.isWhole;
      shown.push({ ...window, isGapped: isNew && window.range.from > cursor + 1 });
      return { ...scope, rows: this.taker.admit(window, scope.rows) };
    });
    return { scopes: admitted, shown };
  }

  /** Notes that this device wrote records at the next revision of a scope. */
  takeOwn(scopeId: string, revision: number, written: readonly OpenedRecord[]): void {
    if (!this.isWindowed(scopeId)) return;
    const opened = written.filter((record) => record.scopeId === scopeId);
    const range = { from: revision, to: revision };
    const shown = { scopeId, range, changedUpTo: revision, isComplete: false, isWhole: true };
    // None of it is new to what was counted before.
    this.taker.begin([]);
    this.taker.take(shown, opened, []);
  }

  /** Returns the writes that keep these records. */
  writesFor(ids: Iterable<string>): Promise<PlannedWrite[]> {
    const { records } = this.#parts;
    return this.#pages.writesFor(
      [...new Set(ids)].flatMap((id) => records.keptAll(id).filter(isWindowedRecord)),
    );
  }

  /** See `WindowPages.writesToStrip`. */
  writesToStrip(scopeIds: readonly string[]): DeviceWrite[] {
    return this.#pages.writesToStrip(scopeIds);
  }

  /** See `WindowPages.stripClosed`. */
  stripClosed(): Promise<void> {
    return this.#pages.stripClosed((scopeId) => this.#parts.state.scope(scopeId) !== undefined);
  }

  /** Notes that a scope can no longer be read. */
  closeScope(scopeId: string): void {
    this.coverage.forget(scopeId);
    this.open.forget(scopeId);
  }

  /** Notes that the server was set back: nothing counts as covered but what was pulled anew. */
  begin(): void {
    const { records } = this.#parts;
    this.#pages.abandon();
    for (const scopeId of this.coverage.scopes) this.closeScope(scopeId);
    const kept = records.ids().flatMap((id) => records.keptAll(id).filter(isWindowedRecord));
    this.open.note(
      kept.map((each) => {
        const { id, scopeId } = 'row' in each ? each.row : each;
        return { id, scopeId, created: placeOf(each)! };
      }),
    );
  }

  /** Returns the writes that keep what is in memory and nothing else. */
  async writesAnew(): Promise<PlannedWrite[]> {
    const { records, state } = this.#parts;
    const writes = this.coverage.writes();
    for (const { scope } of state.scopes())
      if (isWindowed(scope.kind)) writes.push(...(await this.#pages.writesToForget(scope.id)));
    const kept = records.ids().flatMap((id) => records.keptAll(id).filter(isWindowedRecord));
    return [...writes, ...(await this.#pages.writesFor(kept, { isAnew: true }))];
  }

  /** See `WindowPages.resume`. */
  resume(): void {
    this.#pages.resume();
  }

  /**
   * Takes over from another tab, which kept pages until now: those count, also where this tab stopped counting those of
   * before a backup, and so does what it covered; what this one has in memory goes on top of that.
   */
  async takeOver(): Promise<string[]> {
    const ids: string[] = [];
    this.#pages.resume();
    for (const scopeId of new Set([...this.coverage.scopes])) {
      const kept = await this.coverage.reread(scopeId);
      if (!kept) continue;
      await this.open.reopen(scopeId);
      const here = this.shownRanges(scopeId);
      this.coverage.set(scopeId, kept);
      for (const range of here) {
        ids.push(...this.open.idsIn(scopeId, range));
        this.coverage.cover(scopeId, range, () => undefined);
      }
    }
    return ids;
  }
}

/** Tells whether a record is kept in the pages of a windowed scope. */
export const isWindowedRecord = (kept: KeptRecord): boolean => placeOf(kept) !== undefined;

/** Returns what an answer to a pull says of a windowed scope. */
function shownIn({ id, cursor, window, isWhole }: SyncScope<unknown>, asked: number): ShownWindow {
  const isStart = window?.isStart === true && asked === 0;
  const from = isStart ? 0 : (window?.from ?? cursor + 1);
  const isSane = Number.isSafeInteger(from) && from >= 0;
  return {
    scopeId: id,
    range: { from: isSane ? from : cursor + 1, to: cursor },
    changedUpTo: asked,
    isComplete: false,
    isWhole,
  };
}
