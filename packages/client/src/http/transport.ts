/** The replica's requests to the server: implemented by the http module, and by a small server in the tests. */
import type { Batch, BatchResult } from '@kontor/contract/wire/change';
import type { RevisionHint } from '@kontor/contract/wire/channel';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import type { HistoryRequest, SyncRequest } from '@kontor/contract/wire/syncRequest';
import type { CallCode } from './callError.ts';

export interface SyncTransport {
  /** Resolves with one page of a pull. Rejects with what `failureOf` reads. */
  sync(request: SyncRequest): Promise<SyncAnswer>;
  /** Resolves with one page of what was created earlier in a windowed scope. Rejects likewise. */
  history(request: HistoryRequest): Promise<SyncAnswer>;
  /** Applies one atomic batch; sending the same id twice has the effect of sending it once. */
  apply(batch: Batch): Promise<BatchResult>;
}

/** The hints that arrive over the realtime connection. */
export interface RevisionHints {
  onHint(listener: (hint: RevisionHint) => void): () => void;
  /**
   * Calls the listener when the connection is back, and when hints begin to arrive: earlier ones may have been missed.
   */
  onConnected(listener: () => void): () => void;
}

/** Why a call failed: the contract's code, `OFFLINE` where no answer came. */
export interface TransportFailure {
  code: CallCode;
  data?: unknown;
}

/** Returns the failure behind an error of the transport; undefined for a fault of our own, which must not be retried. */
export function failureOf(error: unknown): TransportFailure | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const { code, data } = error as { code: unknown; data?: unknown };
  return typeof code === 'string' ? { code: code as TransportFailure['code'], data } : undefined;
}

/** Tells whether a failure passes by itself: wait and send the same again. */
export const isPassing = ({ code }: TransportFailure): boolean =>
  code === 'OFFLINE' || code === 'INTERNAL' || code === 'THROTTLED';
