/** The uploads of a workspace: a list for the tray, one file after the other. */
import { v7 as uuidv7 } from 'uuid';
import { isNameTaken } from '../nouns/document.ts';
import { observable } from '../observable.ts';
import type { Replica } from '../replica/replica.ts';
import { SealedUpload, type SealedUploadParts, type UploadedFile } from './sealedUpload.ts';
import { type UploadEntry, UploadError, type Uploads, type UploadTarget } from './transfer.ts';

export interface UploadsParts extends SealedUploadParts {
  records: Pick<Replica, 'collections' | 'transaction' | 'create' | 'update' | 'outbox'>;
}

interface Item {
  entry: UploadEntry;
  file: File;
  target: UploadTarget;
  upload: SealedUpload;
  abort: AbortController;
}

/** Uploads into a records. */
export function createUploads(parts: UploadsParts): Uploads {
  const entries = observable<readonly UploadEntry[]>([]);
  const items = new Map<string, Item>();
  let queue: Promise<unknown> = Promise.resolve();

  const show = (item: Item, changes: Partial<UploadEntry>) => {
    item.entry = { ...item.entry, ...changes };
    entries.set(entries.get().map((entry) => (entry.id === item.entry.id ? item.entry : entry)));
  };
  const forget = (ids: ReadonlySet<string>) => {
    for (const id of ids) items.delete(id);
    entries.set(entries.get().filter((entry) => !ids.has(entry.id)));
  };

  const transfer = async (item: Item): Promise<void> => {
    if (item.abort.signal.aborted) return;
    try {
      const { documentId, ...place } = item.target;
      if (!documentId && isNameTaken(parts.records, place, item.file.name)) {
        // Known before anything is sent; the server would say so only at the end.
        show(item, { status: 'failed', message: 'NAME_TAKEN' });
        return;
      }
      const uploaded = await item.upload.run(item.abort.signal, () => show(item, { sent: item.upload.sent }));
      await register(parts, item, uploaded, (message) => show(item, { status: 'failed', message }));
      if (item.entry.status === 'processing') show(item, { status: 'success' });
    } catch (error) {
      if (item.abort.signal.aborted) await item.upload.remove();
      else if (error instanceof UploadError) throw error;
      else show(item, { status: 'failed', message: 'something-went-wrong' });
    }
  };

  /** Behind what is under way. @throws UploadError, after taking these off the list */
  const enqueue = (list: readonly Item[]): Promise<void> => {
    const run = queue.then(async () => {
      try {
        for (const item of list) await transfer(item);
      } catch (error) {
        // Files of the list that are documents by now stay, in the tray and in the store.
        const unfinished = list.filter(({ entry }) => entry.status !== 'success');
        forget(new Set(unfinished.map(({ entry }) => entry.id)));
        await Promise.all(unfinished.map(({ upload }) => upload.remove()));
        throw error;
      }
    });
    queue = run.catch(() => {});
    return run;
  };

  return {
    entries,
    add: (files, target) => {
      const added = files.map((file): Item => {
        const documentId = target.documentId ?? uuidv7();
        const entry: UploadEntry = {
          id: uuidv7(),
          documentId,
          name: file.name,
          status: 'processing',
          message: '',
          sent: 0,
          total: file.size,
        };
        const upload = new SealedUpload(parts, file, documentId);
        return { entry, file, target, upload, abort: new AbortController() };
      });
      for (const item of added) items.set(item.entry.id, item);
      entries.set([...entries.get(), ...added.map(({ entry }) => entry)]);
      return enqueue(added);
    },
    cancel: (id) => {
      const item = items.get(id);
      if (item?.entry.status !== 'processing') return;
      item.abort.abort();
      show(item, { status: 'cancelled' });
    },
    retry: async (id) => {
      const item = items.get(id);
      if (item?.entry.status !== 'failed') return;
      item.abort = new AbortController();
      show(item, { status: 'processing', message: '' });
      await enqueue([item]);
    },
    clear: () =>
      forget(
        new Set(
          entries
            .get()
            .filter(({ status }) => status !== 'processing')
            .map(({ id }) => id),
        ),
      ),
  };
}

/** Writes the document's record; where it is refused, the stored parts go. */
async function register(
  { records }: UploadsParts,
  { file, target, entry, upload }: Item,
  uploaded: UploadedFile,
  fail: (code: string) => void,
): Promise<void> {
  const content = { ...uploaded, mimeType: file.type || undefined };
  const { scopeId, parentId, taskId, customerId } = target;
  const transactionId = records.transaction(() => {
    if (target.documentId) records.update('document', target.documentId, content);
    else {
      const { mimeType, ...rest } = content;
      records.create('document', scopeId, {
        ...rest,
        id: entry.documentId,
        kind: 'file',
        name: file.name,
        ...(mimeType ? { mimeType } : {}),
        ...(parentId ? { parentId } : {}),
        ...(taskId ? { taskId } : {}),
        ...(customerId ? { customerId } : {}),
      });
    }
  });
  const outcome = await records.outbox.outcome(transactionId!);
  if (outcome === 'done') return;
  await records.outbox.discard(transactionId!);
  await upload.remove();
  fail(outcome);
}
