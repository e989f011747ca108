import type { ReportEntry } from '@kontor/client/nouns/hoursReport';
import { failedStart } from '@kontor/client/workerStart';
import { proxy, releaseProxy, wrap } from 'comlink';
import type { ReportEngine } from './reportEngine.ts';

/** The engine in its worker. */
export interface RunningReport {
  /**
   * Hands it the entries in place of those before, in pieces between which the page goes on. Everything else is asked
   * afterwards, and not before the newest call has resolved: one that is overtaken leaves its pieces and resolves, too.
   * @throws Error where its code could not be fetched
   */
  load(entries: readonly ReportEntry[]): Promise<void>;
  preview(...args: Parameters<ReportEngine['preview']>): Promise<ReturnType<ReportEngine['preview']>>;
  toMark(...args: Parameters<ReportEngine['toMark']>): Promise<ReturnType<ReportEngine['toMark']>>;
  openEntries(
    ...args: Parameters<ReportEngine['openEntries']>
  ): Promise<ReturnType<ReportEngine['openEntries']>>;
  file: ReportEngine['file'];
  /** Ends it, and whatever it was doing. */
  end(): void;
}

/** Entries in one piece. */
const pieceSize = 2_000;

export function startReport(): RunningReport {
  const worker = new Worker(new URL('./reportWorker.ts', import.meta.url), {
    type: 'module',
    name: 'report',
  });
  const remote = wrap<ReportEngine>(worker);
  const failed = failedStart(worker);
  let newest: readonly ReportEntry[] | undefined;
  return {
    load: async (entries) => {
      newest = entries;
      await Promise.race([remote.add([], true), failed]);
      for (let at = 0; at < entries.length && newest === entries; at += pieceSize)
        await remote.add(entries.slice(at, at + pieceSize), false);
    },
    preview: (request) => remote.preview(request),
    toMark: (request, sent) => remote.toMark(request, sent),
    openEntries: (request, held) => remote.openEntries(request, held),
    file: (kind, request, head, fonts, onRows) => remote.file(kind, request, head, fonts, proxy(onRows)),
    end: () => {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
