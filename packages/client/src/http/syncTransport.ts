import type { BatchResult } from '@kontor/contract/wire/change';
import { decodeSync } from '@kontor/contract/wire/sync';
import type { Http } from './http.ts';
import type { SyncTransport } from './transport.ts';

/** ms within which the server begins to answer, also a large batch over a slow connection: the next call waits for it. */
const beginsWithin = 120_000;

/** Pulls and changes over HTTP; of one workspace where the connection is one's. */
export function syncTransport(http: Http): SyncTransport {
  const page = async (path: string, body: object) =>
    decodeSync(await http.bytes(path, { method: 'POST', body, beginsWithin }));
  return {
    sync: (request) => page('/api/sync', request),
    history: (request) => page('/api/history', request),
    apply: (batch) => http.json<BatchResult>('/api/changes', { method: 'POST', body: batch, beginsWithin }),
  };
}
