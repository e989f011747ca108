import type { BatchResult } from '@kontor/contract/change';
import { decodeSync } from '@kontor/contract/sync';
import type { SyncTransport } from '../replica/transport.ts';
import type { Http } from './http.ts';

/** Pulls and changes over the line; of one workspace where the line is one's. */
export const syncTransport = (http: Http): SyncTransport => ({
  sync: async (request) => decodeSync(await http.bytes('/api/sync', { method: 'POST', body: request })),
  apply: (batch) => http.json<BatchResult>('/api/changes', { method: 'POST', body: batch }),
});
