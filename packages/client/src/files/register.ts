import type { EntryCode } from '../replica/entry.ts';
import type { Replica } from '../replica/replica.ts';
import type { UploadItem } from './uploadItem.ts';

type Records = Pick<Replica, 'transaction' | 'create' | 'update' | 'outbox'>;

/** Writes the record of a file whose parts have all arrived. Resolves with its outcome; a refused one is taken back. */
export async function register(records: Records, item: UploadItem): Promise<'done' | EntryCode> {
  try {
    item.transactionId = records.transaction(() => write(records, item))!;
  } catch (error) {
    // The document whose content it replaces, or its project, was deleted meanwhile.
    if (error instanceof RangeError) return 'GONE';
    // The row says that it failed; a fault of ours is to be heard of.
    queueMicrotask(() => {
      throw error;
    });
    return 'INTERNAL';
  }
  const { transactionId } = item;
  const outcome = await records.outbox.outcome(transactionId);
  if (outcome !== 'done') await records.outbox.discard(transactionId);
  return outcome;
}

function write(records: Records, { entry, target, upload, plan }: UploadItem): void {
  const { uploaded } = upload!;
  const mimeType = plan!.mimeType || undefined;
  if (target.documentId) {
    records.update('document', target.documentId, { ...uploaded, mimeType });
    return;
  }
  const { scopeId, parentId, taskId, customerId } = target;
  records.create('document', scopeId, {
    ...uploaded,
    id: entry.documentId,
    kind: 'file',
    name: entry.name,
    ...(mimeType ? { mimeType } : {}),
    ...(parentId ? { parentId } : {}),
    ...(taskId ? { taskId } : {}),
    ...(customerId ? { customerId } : {}),
  });
}
