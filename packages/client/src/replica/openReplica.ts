/** Opens one stream of records: what this device kept at once, the rest by pulling. */

import { conflictsOf } from './conflict.ts';
import { Engine } from './engine.ts';
import type { EngineParts } from './engineParts.ts';
import { type EntryCode, valuesWritten } from './entry.ts';
import { countBuiltOn, discardEntry, retryEntry } from './repair.ts';
import type { OutboxControl, Replica } from './replica.ts';
import { createWindowControl } from './windowControl.ts';

/** Resolves when the records that this device kept are in the collections. */
export async function openReplica(parts: EngineParts): Promise<Replica> {
  const engine = new Engine(parts);
  await engine.open();
  const { records, outbox, puller, backups, mutations } = engine;
  return {
    ...mutations,
    id: parts.workspaceId,
    status: puller.status,
    progress: puller.progress,
    setBack: puller.setBack,
    lost: backups.lost,
    readmitted: () => backups.readmitted(),
    dismissLost: () => engine.dismissLost(),
    follow: (facts) => backups.follow(facts),
    compare: () => engine.compare(),
    faults: engine.faults,
    dismissWithdrawn: (read) => engine.dismissWithdrawn(read),
    outbox: controlOf(engine),
    scopes: engine.scopes,
    loaded: engine.loaded,
    need: (scopeIds) => engine.need(scopeIds),
    windows: createWindowControl(engine),
    invalidations: engine.invalidations,
    verified: engine.verified,
    log: engine.log,
    logEntries: () => engine.logEntries,
    revisions: () => engine.revisions(),
    scopeOf: (kind) => {
      if (kind === 'personal') return parts.userId;
      for (const scope of engine.log.get()?.scopes.values() ?? [])
        if (scope.kind === kind) return scope.scopeId;
      for (const scope of engine.scopes.get().values()) if (scope.kind === kind) return scope.id;
      throw new RangeError(`no ${kind} scope is known`);
    },
    onWrite: (listener) => records.onWrite(listener),
    isWritable: () => parts.isWritable?.() ?? true,
    isClosed: (id) => records.isClosed(id),
    isDeleted: (id) => records.presence(id) === 'deleted',
    isHidden: (id) => records.isHidden(id),
    isPending: (id) => outbox.pendingOf(id).some(({ entry }) => entry.state !== 'acked'),
    failureOf: (id) => outbox.pendingOf(id).find(({ entry }) => entry.state === 'failed')?.entry.code,
    evidence: (id) => records.evidence(id),
    isUnverified: (id) => records.isUnverified(id),
    leftBehind: () => records.leftBehind(),
    conflictsOf,
    pull: () => puller.pull(),
    reach: (entry) => puller.reach(entry),
    close: (options) => engine.close(options),
  };
}

function controlOf(engine: Engine): OutboxControl {
  const { outbox, records } = engine;
  const repair = { outbox, records, hasScope: (id: string) => engine.hasScope(id) };
  /** Resolves with the first answer that is not undefined, asked again after each change. */
  const until = <T>(ask: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      let stop = () => {};
      const look = () => {
        const answer = ask();
        if (answer === undefined) return false;
        stop();
        resolve(answer);
        return true;
      };
      if (!look()) stop = outbox.subscribe(look);
    });
  return {
    status: outbox.status,
    failed: outbox.failed,
    retry: async (id) => {
      retryEntry(repair, id);
      await outbox.stored();
    },
    discard: async (id, recordIds) => {
      discardEntry(repair, id, recordIds && new Set(recordIds));
      await outbox.stored();
    },
    builtOn: (id) => countBuiltOn(outbox, id),
    readAgain: () => engine.readOutboxAgain(),
    discardUnreadable: async () => {
      await engine.discardUnreadable();
      await outbox.stored();
    },
    outcome: (id) =>
      until((): 'done' | EntryCode | undefined => {
        const entry = outbox.get(id);
        if (!entry || entry.state === 'acked') return 'done';
        return entry.state === 'failed' ? entry.code : undefined;
      }),
    transactionOf: (recordId, writes) =>
      outbox.pendingOf(recordId).find(({ op }) => writes(valuesWritten(op)))?.entry.id,
    batchesOf: (id) => outbox.batchesOf(id),
    stored: () => outbox.stored(),
    unstored: () => outbox.unstored(),
    arrived: () => outbox.arrived(),
    sent: async () => {
      await until(() => (outbox.status.get().pending === 0 ? true : undefined));
    },
  };
}
