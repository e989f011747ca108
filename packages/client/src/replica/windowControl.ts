/** The verbs of screens for windowed scopes. Whatever could not be brought rejects with a `HistoryError`. */
import type { EntityName, OpenOf } from '@kontor/contract/nouns/entities';
import type { Engine } from './engine.ts';
import type { KeptRow } from './keptRecord.ts';
import type { WindowProof } from './windowState.ts';
import { LiveWindowView, type WindowView } from './windowView.ts';

/** Purposes for which records are brought one by one; those of one do not make room for another's. */
type BringPurpose = 'hits' | 'jump' | 'upload' | 'pins' | 'notifications';

export interface WindowControl {
  /** Names this session in the flags for the index, see `indexingFlag`. */
  readonly session: string;
  /** Brings the newest records of a scope. */
  open(scopeId: string): Promise<void>;
  /** Brings records that were created before a revision: those above a gap call it with the end of the gap and one. */
  before(scopeId: string, revision: number): Promise<void>;
  /** Brings records that were created behind a revision. */
  after(scopeId: string, revision: number): Promise<void>;
  /** Brings records around a place, or around a moment (ms). Returns the created revision of the place. */
  jump(scopeId: string, to: { revision: number } | { at: number }): Promise<number>;
  /** Opens what the device keeps of these records; they stay in memory until others are asked for so, for the same purpose. */
  bring(ids: readonly string[], purpose?: BringPurpose): Promise<void>;
  /** Hands out what the device keeps of a scope and memory does not hold, page by page; it stays out of memory. */
  closedRecords(scopeId: string): AsyncIterable<readonly KeptRow[]>;
  /** Returns from when on a scope is here without a gap (ms; 0: all of it is); undefined where nothing is. */
  reach(scopeId: string): Promise<number | undefined>;
  /** Fetches some of the past that is not here of a scope. Resolves to whether more is here now. */
  reachBack(scopeId: string): Promise<boolean>;
  /** Returns the list of a scope's records of a noun, with gaps where some are not here. */
  view<N extends EntityName>(
    entity: N,
    scopeId: string,
    filter?: (record: OpenOf<N>) => boolean,
  ): WindowView<OpenOf<N>>;
  /** Returns what the authors' chains prove of a scope, as far as it is here. */
  proof(scopeId: string): WindowProof;
}

export function createWindowControl({ windows, history, records, scopeEnd }: Engine): WindowControl {
  return {
    session: windows.session,
    open: (scopeId) => history.open(scopeId),
    before: (scopeId, revision) => history.before(scopeId, revision),
    after: (scopeId, revision) => history.after(scopeId, revision),
    jump: (scopeId, to) => history.jump(scopeId, to),
    bring: (ids, purpose = 'hits') =>
      windows.opened(
        purpose,
        ids.map((id) => ({ id, scopeId: '' })),
      ),
    closedRecords: (scopeId) => windows.closedRecords(scopeId),
    reach: (scopeId) => windows.reach(scopeId),
    reachBack: (scopeId) => history.reachBack(scopeId),
    view: (entity, scopeId, filter) => {
      const source = records.collections[entity];
      return new LiveWindowView({
        source,
        observers: source.observers,
        scopeId,
        filter,
        ranges: () => windows.shownRanges(scopeId),
        end: () => scopeEnd(scopeId),
        onRanges: (listener) => {
          const stops = [windows.open.changes.add(listener), windows.coverage.changes.add(listener)];
          return () => {
            for (const stop of stops) stop();
          };
        },
        keep: (shown) => windows.open.show(shown),
      });
    },
    proof: (scopeId) => windows.coverage.proof(scopeId),
  };
}
