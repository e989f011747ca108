import type { BatchResult } from '@kontor/contract/wire/change';
import { decodeSync } from '@kontor/contract/wire/sync';
import type { Http } from './http.ts';
import type { SyncTransport } from './transport.ts';

/** Pulls and changes over HTTP; of one workspace where the connection is one's. */
export const syncTransport = (http: Http): SyncTransport => ({
  sync: async (request) => decodeSync(await http.bytes('/api/sync', { method: 'POST', body: request })),
  history: async (request) => decodeSync(await http.bytes('/api/history', { method: 'POST', body: request })),
  apply: (batch) => http.json<BatchResult>('/api/changes', { method: 'POST', body: batch }),
});
