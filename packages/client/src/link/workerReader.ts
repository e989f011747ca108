import { wrap } from 'comlink';
import { carryErrors } from '../vault/worker/errorTransfer.ts';
import type { LinkReader } from './linkReader.ts';

/** Starts the worker that opens what lies behind a link. */
export function workerReader(): Pick<LinkReader, 'proof' | 'openManifest' | 'openPart'> {
  carryErrors();
  return wrap<LinkReader>(
    new Worker(new URL('./linkWorker.ts', import.meta.url), { type: 'module', name: 'link' }),
  );
}
