import { type Remote, releaseProxy, transfer, wrap } from 'comlink';
import { failedStart } from '../workerStart.ts';
import { SearchEngine } from './searchEngine.ts';

export interface RunningEngine {
  engine: Pick<SearchEngine, keyof SearchEngine>;
  /** Ends it, and whatever it was doing. */
  end(): void;
}

/** Starts an index that is empty: in a worker where there are any. @throws Error where its code could not be fetched */
export async function startEngine(): Promise<RunningEngine> {
  if (typeof Worker === 'undefined') return { engine: new SearchEngine(), end: () => {} };
  const worker = new Worker(new URL('./searchWorker.ts', import.meta.url), {
    type: 'module',
    name: 'search',
  });
  const remote = wrap<SearchEngine>(worker);
  await Promise.race([remote.tend(), failedStart(worker)]);
  return {
    engine: handingOver(remote),
    end: () => {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

/** Returns the engine, with pieces handed over to it instead of being copied. */
const handingOver = (remote: Remote<SearchEngine>): RunningEngine['engine'] =>
  new Proxy(remote, {
    get: (target, verb) =>
      verb === 'load'
        ? (tag: string, piece: Uint8Array<ArrayBuffer>) => target.load(tag, transfer(piece, [piece.buffer]))
        : target[verb as keyof SearchEngine],
  });
