import { idTime } from '@kontor/contract/entity/idTime';
import type { Document } from '@kontor/contract/nouns/document';
import type { Message } from '@kontor/contract/nouns/message';
import { addBeside, addFile } from '../nouns/document.ts';
import { replaceContent } from '../nouns/fileVersion.ts';
import { fillFile } from '../nouns/messageFile.ts';
import { isInTrash } from '../nouns/trash.ts';
import type { EntryCode } from '../replica/entry.ts';
import { comesLater, HistoryError } from '../replica/historyPuller.ts';
import type { Mutations } from '../replica/mutations.ts';
import { ReadOnlyError } from '../replica/readOnlyError.ts';
import type { Replica } from '../replica/replica.ts';
import { type BesideParts, type FileContents, storeBeside } from './fileContents.ts';
import { isOvertaken } from './overtaken.ts';
import { untilOpen } from './scopeOpen.ts';
import type { UploadedFile } from './sealedUpload.ts';
import type { UploadTarget } from './transfer.ts';
import type { UploadItem } from './uploadItem.ts';
import type { UploadPlan } from './uploadStore.ts';

type Records = Pick<
  Replica,
  keyof Mutations | 'outbox' | 'scopeOf' | 'pull' | 'status' | 'windows' | 'loaded' | 'need' | 'scopes'
>;

export interface RegisterParts extends BesideParts {
  records: Records;
}

/** Why a file has no record, besides the code of a refused one. */
type Obstacle = 'OVERTAKEN' | 'OFFLINE' | 'IN_TRASH';

/**
 * Stores what this device read of a file whose parts have all arrived, and writes its record. Resolves with its outcome; a
 * refused one is taken back. A save that is not the successor of what the document holds is not written (`OVERTAKEN`), nor
 * is any save while that cannot be known (`OFFLINE`), nor a message's file that can only be read once there is a connection again.
 * Nothing is written into what lies in the trash (`IN_TRASH`): nobody would see it, and it would be deleted with that.
 * @param read what is read of the file; rejects where there is no connection for it
 */
export async function register(
  parts: RegisterParts,
  item: UploadItem,
  read: () => Promise<FileContents>,
  signal: AbortSignal,
): Promise<'done' | Obstacle | EntryCode> {
  const { records } = parts;
  const { target, upload } = item;
  const { save } = target;
  if (save) {
    // The answer to another's upload may not be here yet; what is written then would have to be merged.
    await records.pull();
    if (signal.aborted) return 'GONE';
    if (records.status.get().connection !== 'current') return 'OFFLINE';
  }
  await untilPlaceIsOpen(records, target, signal);
  if (signal.aborted) return 'GONE';
  if (save && isOvertaken(records, target)) return 'OVERTAKEN';
  let contents: FileContents;
  try {
    contents = await read();
  } catch {
    return 'OFFLINE';
  }
  // Without it the file is there all the same, and can be read again later.
  item.beside ??= await storeBeside(parts, item.plan!, contents, signal).catch(() => undefined);
  const isBrought = await bringMessage(records, target);
  if (signal.aborted) return 'GONE';
  if (!isBrought) return 'OFFLINE';
  // The server takes a record without parts, and nobody could read that.
  if (!upload!.isComplete) return 'BLOB_MISSING';
  const { documentId, parentId } = target;
  const into = documentId ?? parentId;
  let isTrashed = false;
  try {
    const transactionId = records.transaction((transaction) => {
      isTrashed = into !== undefined && isInTrash(transaction, into);
      if (!isTrashed) write(records, item, upload!.uploaded);
    });
    if (isTrashed) return 'IN_TRASH';
    item.transactionId = transactionId!;
  } catch (error) {
    // The document whose content it replaces, or its project, was deleted meanwhile.
    if (error instanceof RangeError) return 'GONE';
    if (error instanceof ReadOnlyError) return 'SUBSCRIPTION_EXPIRED';
    // The row says that it failed; a fault of ours is to be heard of.
    queueMicrotask(() => {
      throw error;
    });
    return 'INTERNAL';
  }
  return outcomeOf(records, item.transactionId);
}

/** Resolves with the outcome of the transaction that writes the record of an upload; a refused one is taken back. */
export async function outcomeOf(
  { outbox }: Pick<Records, 'outbox'>,
  transactionId: string,
): Promise<'done' | EntryCode> {
  const outcome = await outbox.outcome(transactionId);
  // What the device could not keep says nothing of this file.
  if (outcome !== 'done') await outbox.discard(transactionId).catch(() => {});
  return outcome;
}

/**
 * Resolves when all that a document's record follows from is here. Before, a document that it replaces would count as gone, and a
 * folder that it comes into as shared with nobody: that nothing puts right afterwards.
 */
async function untilPlaceIsOpen(records: Records, target: UploadTarget, signal: AbortSignal): Promise<void> {
  if (target.messageId !== undefined) return;
  await untilOpen(records, target.scopeId, signal);
  const { scopeId, customerId } = placeNow(records, target);
  await untilOpen(records, scopeId, signal);
  const whose = records.collections.project.get(scopeId)?.customerId ?? customerId;
  if (whose && records.scopes.get().has(whose)) await untilOpen(records, whose, signal);
}

/** Returns the destination as it is by now: what the file comes into may have moved since that was chosen. */
function placeNow({ collections }: Records, target: UploadTarget): UploadTarget {
  const { documentId = '', parentId = '' } = target;
  const { scopeId, customerId } = collections.document.get(documentId || parentId) ?? target;
  return { ...target, scopeId, customerId };
}

/** Brings the message that names a file, which may lie beyond what is open here. False where there is no connection to bring it. */
async function bringMessage(
  { collections, windows }: Records,
  { scopeId, messageId }: UploadTarget,
): Promise<boolean> {
  if (messageId === undefined) return true;
  const isHere = () => collections.message.get(messageId) !== undefined;
  if (isHere()) return true;
  try {
    // The device knows where it lies, as a rule; its id says when it was written, which may be long before it was sent.
    await windows.bring([messageId], 'upload');
    if (!isHere()) await windows.jump(scopeId, { at: idTime(messageId) });
    return true;
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    // A room that is out of reach for good holds nothing to fill in.
    return !comesLater(error);
  }
}

/** Tells whether the record of an upload names its content already, be it in a transaction that is on its way. */
export function isWritten({ collections }: Pick<Records, 'collections'>, plan: UploadPlan): boolean {
  const { documentId, target } = plan;
  return target.messageId === undefined
    ? names(collections.document.get(documentId), plan)
    : names(collections.message.get(target.messageId), plan);
}

/** Returns the transaction that writes the record of an upload; undefined where none is on its way. */
export function writerOf({ outbox }: Pick<Records, 'outbox'>, plan: UploadPlan): string | undefined {
  return outbox.transactionOf(plan.target.messageId ?? plan.documentId, (values) => names(values, plan));
}

/** Tells whether the values of a document, or of a message, name the content of an upload. */
function names(
  values: { blobId?: unknown; files?: unknown } | undefined,
  { documentId, blobId, target }: UploadPlan,
): boolean {
  if (target.messageId === undefined) return values?.blobId === blobId;
  const files = (values?.files ?? []) as Message['files'];
  return files.some((file) => file.id === documentId && file.blobId === blobId);
}

/** Stores what this device read of a file, and names it in its record. @throws what the transport throws */
export async function describeFile(
  parts: RegisterParts,
  document: Document,
  contents: FileContents,
): Promise<void> {
  const { id: documentId, fileKey } = document;
  if (!fileKey) return;
  const never = new AbortController().signal;
  const beside = await storeBeside(parts, { documentId, fileKey }, contents, never);
  addBeside(parts.records, document, beside);
}

function write(records: Records, { entry, target, plan, beside }: UploadItem, uploaded: UploadedFile): void {
  const mimeType = plan!.mimeType || undefined;
  const uploadedBy = records.scopeOf('personal');
  if (target.messageId !== undefined) {
    const { thumbnail, words } = beside ?? {};
    const besides = { ...(thumbnail && { thumbnail }), ...(words && { words }) };
    fillFile(records, target.messageId, entry.documentId, { ...uploaded, ...besides });
    return;
  }
  const content = { ...uploaded, ...beside, mimeType, uploadedBy, uploadedAt: Date.now() };
  if (target.documentId) {
    replaceContent(records, target.documentId, content);
    return;
  }
  addFile(records, placeNow(records, target), { ...content, id: entry.documentId, name: entry.name });
}
