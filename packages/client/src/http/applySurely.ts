import type { Batch } from '@kontor/contract/wire/change';
import { isCallError } from './callError.ts';
import type { Http } from './http.ts';
import { syncTransport } from './syncTransport.ts';

/** Sends a batch, once more where no answer came: the same batch twice has the effect of one. @throws CallError */
export async function applySurely(http: Http, batch: Batch): Promise<void> {
  const { apply } = syncTransport(http);
  try {
    await apply(batch);
  } catch (error) {
    if (!isCallError(error, 'OFFLINE')) throw error;
    await apply(batch);
  }
}
