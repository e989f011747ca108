/**
 * Fetches pages of what was created earlier in a windowed scope and takes them over as a pull does: opened in one crossing
 * to the vault, judged by what was seen, kept with what they cover.
 */

import type { SealedRecord } from '@kontor/contract/entity/entity';
import { limits } from '@kontor/contract/wire/protocol';
import type { SyncAnswer, SyncScope } from '@kontor/contract/wire/sync';
import { failureOf, isPassing, type SyncTransport, type TransportFailure } from '../http/transport.ts';
import type { OpenedRecord } from '../vault/plainRecord.ts';
import type { Vault } from '../vault/vault.ts';
import { Admission } from './admission.ts';
import { asFault, type Fault } from './fault.ts';
import type { Opening } from './opening.ts';
import type { RecordSet } from './recordSet.ts';
import type { SyncState } from './syncState.ts';
import type { Windows } from './windows.ts';
import type { ShownWindow } from './windowTaker.ts';

/** `MALFORMED`: no answer of an honest server; `BUSY`: a restored backup is being followed. */
export type HistoryCode = TransportFailure['code'] | 'MALFORMED' | 'BUSY';

/** A page of history could not be had; `OFFLINE` where no answer came. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
  readonly code: HistoryCode;
  constructor(code: HistoryCode, cause?: unknown) {
    super(code);
    this.code = code;
    this.cause = cause;
  }
}

/** Tells whether a page of history may well be had later. */
export const comesLater = ({ code }: HistoryError): boolean =>
  code === 'BUSY' || code === 'MALFORMED' || isPassing({ code });

/** Takes it calmly that a page of history could not be had; throws anything else. */
export const ignoreHistoryError = (error: unknown): void => {
  if (!(error instanceof HistoryError)) throw error;
};

export interface HistoryParts {
  workspaceId: string;
  transport: Pick<SyncTransport, 'history'>;
  vault: Pick<Vault, 'openPage'>;
  records: RecordSet;
  state: SyncState;
  windows: Windows;
  opening: Pick<Opening, 'opened'>;
  /** Pulls what is new, the log with it. */
  pull(): Promise<void>;
  /** Shows and keeps what a page changed. */
  onPage(changed: string[]): void;
}

/** Most records of this device that an answer is held against. */
const mostCompared = 2 * limits.historyRows;

/** Times that a page is asked for again since a pull brought something newer meanwhile: a server that has it so each time is judged. */
const mostOvertaken = 3;

/** A page that was taken over: the lowest created revision of it, 0 where the scope begins in it. */
export interface HistoryPage {
  from: number;
  /** Ids of its rows, the deleted ones and those that were refused included. */
  ids: readonly string[];
}

export class HistoryPuller {
  readonly #parts: HistoryParts;
  readonly #admission: Admission;
  readonly #underWay = new Map<string, Promise<HistoryPage>>();
  /** The length of the log beyond which the server was asked last, for a page. */
  #askedBeyond: number | undefined;
  #count = 0;
  #isClosed = false;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    this.#admission = new Admission(parts);
  }

  /**
   * Takes over the rows of a scope that were created before a revision, `limit` of them. Callers at the same time share
   * one call. @throws HistoryError
   */
  page(scopeId: string, before: number, limit: number = limits.historyRows): Promise<HistoryPage> {
    const key = `${scopeId}/${before}/${limit}`;
    let page = this.#underWay.get(key);
    if (!page) {
      page = this.#fetch(scopeId, before, limit).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, page);
    }
    return page;
  }

  /** Returns where rows stand that were created before a revision, and takes nothing over. @throws HistoryError */
  async peek(
    scopeId: string,
    before: number,
    limit: number,
  ): Promise<Pick<SealedRecord, 'id' | 'createdRevision'>[]> {
    const kept = await this.#parts.windows.peek(scopeId, before, limit);
    return kept ?? (await this.#ask(scopeId, before, limit)).rows;
  }

  /**
   * Asks again for what was refused: a fault stands for as long as the server says it. @throws HistoryError
   */
  async recheck(fault: Fault): Promise<void> {
    const { state, records, windows, onPage } = this.#parts;
    const before = fault.createdRevision! + 1;
    await this.page(fault.scopeId, before, fault.id === '' ? limits.historyRows : 1);
    if (fault.id === '' || !state.faults.all.includes(fault)) return;
    // Whether it is held in some state has to be known.
    await windows.opened('recheck', [fault]);
    if (this.#isClosed) return;
    state.faults.withdraw(fault, (id) => records.isHere(id));
    windows.open.guard('recheck', []);
    onPage([]);
  }

  /** Takes nothing over any more: another tab may lead by then. An answer that is under way is not awaited. */
  close(): void {
    this.#isClosed = true;
  }

  async #ask(scopeId: string, before: number, limit: number): Promise<SyncScope<SealedRecord>> {
    const { workspaceId, transport, state, windows } = this.#parts;
    if (!windows.isWindowed(scopeId)) throw new HistoryError('NOT_FOUND');
    let answer: SyncAnswer;
    try {
      answer = await transport.history({ workspaceId, scopeId, before, limit });
    } catch (error) {
      throw new HistoryError(failureOf(error)?.code ?? 'MALFORMED', error);
    }
    const [scope, second] = answer.scopes;
    if (!scope || second || scope.id !== scopeId || scope.kind !== state.scope(scopeId)?.kind)
      throw new HistoryError('MALFORMED');
    const from = scope.window?.from;
    if (!Number.isSafeInteger(from) || from! < 0 || from! >= before) throw new HistoryError('MALFORMED');
    return scope;
  }

  async #fetch(scopeId: string, before: number, limit: number, again = mostOvertaken): Promise<HistoryPage> {
    const { workspaceId, vault, records, windows, state, opening, pull, onPage } = this.#parts;
    const known = state.cursor(scopeId);
    const scope = await this.#ask(scopeId, before, limit);
    const { from, isStart } = scope.window!;
    const shown: ShownWindow = {
      scopeId,
      range: { from: isStart ? 0 : from, to: before - 1 },
      changedUpTo: 0,
      isComplete: true,
      isWhole: true,
    };
    const rows = windows.taker.admit(shown, scope.rows);
    let page = await vault.openPage(workspaceId, { scopes: [], rows });
    // Who wrote it knew more of the log: it is asked for, once for what is known of it.
    const isAhead = page.faulty.some(({ fault }) => fault === 'withheld-log');
    if (isAhead && this.#askedBeyond !== state.log.length) {
      this.#askedBeyond = state.log.length;
      await pull();
      page = await vault.openPage(workspaceId, { scopes: [], rows });
    }
    const who = `history ${this.#count++}`;
    try {
      // Whatever is known of the range has to be in the answer.
      await windows.openRange(scopeId, shown.range, mostCompared);
      await windows.opened(who, page.opened);
      await opening.opened([scopeId], page.opened);
      if (this.#isClosed) throw new HistoryError('OFFLINE');
      if (state.isRestoring) throw new HistoryError('BUSY');
      // It may have been closed while this was under way.
      if (!windows.isWindowed(scopeId)) throw new HistoryError('NOT_FOUND');
      const isOvertaken = state.cursor(scopeId) !== known;
      const isOld = ({ id, version }: OpenedRecord) => version < (records.mark(id)?.version ?? 0);
      if (isOvertaken && again > 0 && page.opened.some(isOld))
        return await this.#fetch(scopeId, before, limit, again - 1);
      windows.taker.begin(page.opened);
      const shownOf = (id: string) => ({ above: 0, upTo: state.cursor(id) });
      const { changed, inTime, late } = state.keySpans.takeInOrder(page.opened, shownOf, this.#admission);
      const faulty = [...page.faulty, ...late];
      for (const record of faulty) state.faults.add(asFault(record));
      windows.taker.take({ ...shown, isOvertaken }, inTime, faulty);
      onPage(changed);
      return { from: shown.range.from, ids: scope.rows.map(({ id }) => id) };
    } finally {
      windows.open.guard(who, []);
    }
  }
}
