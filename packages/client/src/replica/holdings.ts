/**
 * The part of a stream that this device holds: its records with the pending transactions over them, the pages, marks and windows that they
 * are kept in, and how those open. What comes from the server and goes to it is `engine.ts`.
 */
import type { EngineParts } from './engineParts.ts';
import { FaultList } from './faultList.ts';
import { MarkMemory } from './markMemory.ts';
import { Opening } from './opening.ts';
import { Outbox } from './outbox.ts';
import { PageStore } from './pageStore.ts';
import { Persister } from './persister.ts';
import { Recall } from './recall.ts';
import { RecordSet } from './recordSet.ts';
import { SyncState } from './syncState.ts';
import { isWindowedRecord, Windows } from './windows.ts';

export interface Surroundings {
  /** Returns true until the first pull has come to its end. */
  isFirstSync(): boolean;
  /** Pulls what the device lost. */
  pull(): void;
}

export class Holdings {
  readonly state: SyncState;
  readonly records: RecordSet;
  readonly outbox: Outbox;
  readonly faults: FaultList;
  readonly windows: Windows;
  readonly memory: MarkMemory;
  readonly opening: Opening;
  readonly persister: Persister;
  readonly #pages: PageStore;
  readonly #recall: Recall;

  constructor(
    {
      workspaceId,
      device,
      vault,
      tabs,
      clock,
      first = [],
      mostOpen,
    }: Pick<EngineParts, 'workspaceId' | 'device' | 'vault' | 'tabs' | 'clock' | 'first' | 'mostOpen'>,
    { isFirstSync, pull }: Surroundings,
  ) {
    const { refresh } = this;
    const state = new SyncState(device, vault, workspaceId);
    const records = new RecordSet(
      (id) => this.outbox.pendingOf(id),
      (scopeId) => this.windows.isWindowed(scopeId),
    );
    this.state = state;
    this.records = records;
    this.faults = new FaultList(state.faults, records);
    const onUnstored = (isUnstored: boolean) => {
      this.faults.setUnstored(isUnstored);
      refresh([]);
    };
    this.outbox = new Outbox({ workspaceId, store: device, vault, tabs, clock, onUnstored }, refresh);
    this.#pages = new PageStore({
      workspaceId,
      store: device,
      vault,
      kept: (id) => records.keptAll(id).filter((kept) => !isWindowedRecord(kept)),
      ids: () => records.ids(),
      count: (group) => records.countIn(group),
    });
    this.memory = new MarkMemory({ workspaceId, device, vault, records, state });
    this.#recall = new Recall({
      memory: this.memory,
      records,
      state,
      onFailed: () => this.persister.giveUp(),
    });
    this.opening = new Opening({
      pages: this.#pages,
      records,
      state,
      first,
      isFirstSync,
      refresh,
      recalled: () => this.#recall.done,
      onLost: pull,
    });
    this.windows = new Windows({
      workspaceId,
      device,
      vault,
      state,
      records,
      refresh,
      keeps: () => this.persister.keeps,
      isDue: (id) => this.persister.isDue(id),
      whenSettled: (act) => this.persister.whenSettled(act),
      most: mostOpen,
    });
    this.persister = new Persister({
      device,
      vault,
      state,
      pages: this.#pages,
      windows: this.windows,
      memory: this.memory,
      sealKeys: (scopes) => vault.sealKeys(workspaceId, scopes),
      // People are told; what is here goes on working.
      onGap: () => {
        this.faults.addNotKept();
        refresh([]);
      },
    });
  }

  /**
   * Reads what the device kept, of the records those that somebody waits for. `loadProofs` hands the vault the log and the keys,
   * which those open with.
   */
  async load(loadProofs: () => Promise<void>): Promise<void> {
    // Before the pages: what another tab keeps in between may be newer than the cursors, which must not be ahead of it.
    await this.state.load();
    await Promise.all([this.#pages.load(), this.windows.load()]);
    await this.#recall.begin();
    this.memory.begin();
    const loaded = this.outbox.load();
    await Promise.all([loadProofs(), loaded, this.opening.begin()]);
    this.faults.setUnreadable((await loaded).unreadable);
    // Nothing is sent on top of a record that is not known.
    await this.windows.openRecords(this.outbox.entries.flatMap(({ ops }) => ops.map(({ id }) => id)));
  }

  /** Shows the present state of these records, and what was refused. */
  refresh = (ids: readonly string[]): void => {
    this.records.refresh(ids);
    this.faults.show();
  };

  /** Has the device keep the marks of what is not here, and how far all was read, once everything else is here, and verified. */
  settleRecall(): void {
    const { isComplete } = this.opening.loaded.get();
    if (!isComplete || !this.persister.leads || this.records.unverifiedCount > 0) return;
    const [isSettled, isBehind] = [this.#recall.settle(), this.memory.catchUp()];
    if (isSettled || isBehind) void this.persister.keepState();
  }
}
