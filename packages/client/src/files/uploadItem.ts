/** One upload of the queue: its line in the tray, and what is under way for it. */
import { foldName } from '@kontor/crypto/nameTag';
import { type DocumentPlace, folderOf } from '../nouns/document.ts';
import type { Tabs } from '../replica/tabs.ts';
import type { Beside, FileContents } from './fileContents.ts';
import type { SealedUpload } from './sealedUpload.ts';
import {
  type Content,
  needsFile,
  type UploadCause,
  type UploadEntry,
  type UploadStatus,
  type UploadTarget,
} from './transfer.ts';
import type { UploadPlan } from './uploadStore.ts';

/** The order of the tray. */
const ranks: Record<UploadStatus, number> = {
  running: 0,
  paused: 0,
  failed: 1,
  waiting: 2,
  success: 3,
  cancelled: 3,
};

type NewUpload = Pick<UploadEntry, 'id' | 'documentId' | 'target' | 'name' | 'total'>;

export class UploadItem {
  entry: UploadEntry;
  /** Undefined until its keys are made, and for a file that is too large to begin with. */
  upload: SealedUpload | undefined;
  plan: UploadPlan | undefined;
  /** Held by the tab that makes this upload, as long as it is unfinished. */
  readonly lock: Tabs;
  /** Resolves when it is on the device. */
  stored: Promise<void> = Promise.resolve();
  /** True once the device keeps what describes it. */
  isDescribed = false;
  /** Aborts what is under way for it. */
  abort = new AbortController();
  /**
   * Words and picture that this device reads of the file while it goes up, once they were read, and where they were stored.
   * Nothing reads them where an earlier page was to, and did not come to it.
   */
  reading: Promise<FileContents> | undefined;
  contents: FileContents | undefined;
  beside: Beside | undefined;
  /** True while its record is on its way, as this transaction. */
  isRegistering = false;
  transactionId: string | undefined;
  /** True once its parts had to be sent anew, since the server no longer had them: then only somebody's decision sends them again. */
  isRepeated = false;
  /** Attempts that failed in a row for this file alone, and the time in ms before which there is none. */
  failures = 0;
  notBefore = 0;
  /** Resolves when it ends, or fails, with how it did. */
  settled = Promise.withResolvers<UploadEntry>();

  constructor({ id, documentId, target, name, total }: NewUpload, lock: Tabs) {
    this.entry = { id, documentId, target, name, total, status: 'waiting', sent: 0, isKept: false };
    this.lock = lock;
  }

  get id(): string {
    return this.entry.id;
  }

  get target(): UploadTarget {
    return this.entry.target;
  }

  /** Begins it, or goes on with it. */
  use(plan: UploadPlan, upload: SealedUpload): void {
    this.plan = plan;
    this.upload = upload;
    this.entry = { ...this.entry, total: plan.size, blobId: plan.blobId };
  }

  /** Returns the content as it arrived. */
  get arrived(): Content {
    const { documentId: id } = this.entry;
    return { ...this.upload!.uploaded, id, mimeType: this.plan!.mimeType };
  }

  /** Goes on by itself, sooner or later. */
  get isOpen(): boolean {
    const { status } = this.entry;
    return status === 'waiting' || status === 'running' || status === 'paused';
  }

  /** Returns true if it failed and has all that it takes to go on. */
  get isRetriable(): boolean {
    return this.entry.status === 'failed' && this.upload?.needsFile === false;
  }

  /** Puts it back into the queue after a failure. */
  reopen(): void {
    this.abort = new AbortController();
    this.settled = Promise.withResolvers();
    this.notBefore = this.failures = 0;
    this.isRepeated = false;
    this.show({ status: 'waiting' });
  }

  /** Ends what is under way. */
  stop(status: 'failed' | 'success' | 'cancelled', cause?: UploadCause, missing?: number): void {
    this.abort.abort();
    this.isRegistering = false;
    this.transactionId = undefined;
    this.show({ status, cause, missing });
    this.settled.resolve(this.entry);
  }

  /** Changes its line; what is not given of cause and missing bytes is taken off it. */
  show({ status, cause, missing }: Pick<UploadEntry, 'status' | 'cause' | 'missing'>): void {
    const sent = status === 'success' ? this.entry.total : (this.upload?.sent ?? 0);
    const isKept = this.isDescribed && this.upload?.isKept === true;
    const shown = { status, cause, missing, sent, isKept };
    const { entry } = this;
    // Of hundreds of lines only those that differ are drawn again.
    if (Object.entries(shown).every(([key, value]) => entry[key as keyof typeof shown] === value)) return;
    this.entry = { ...entry, ...shown };
  }
}

/** Sorts for the tray; of those that are not finished the smaller first. */
export function inOrder(items: readonly UploadItem[]): UploadItem[] {
  const sizeOf = ({ isOpen, entry }: UploadItem) => (isOpen ? entry.total : 0);
  return [...items].sort((a, b) => ranks[a.entry.status] - ranks[b.entry.status] || sizeOf(a) - sizeOf(b));
}

/** Returns those that go on by themselves in the order in which they are sent: the smaller first. */
export const bySendOrder = (items: readonly UploadItem[]): UploadItem[] =>
  items.filter(({ isOpen }) => isOpen).sort((a, b) => a.entry.total - b.entry.total);

/** Causes for which what an upload comes into is not where it was: what is dropped there again is meant for itself. */
const elsewhere: readonly unknown[] = ['IN_TRASH', 'GONE', 'NOT_FOUND'] satisfies UploadCause[];

/** Tells whether an upload needs its file again; with a place, whether it failed for whatever reason and lies there. */
export const isWaitedFor = ({ entry }: UploadItem, place?: DocumentPlace): boolean => {
  const { target, status, cause } = entry;
  if (target.save || elsewhere.includes(cause)) return false;
  if (!place) return needsFile(entry);
  return status === 'failed' && target.messageId === undefined && folderOf(target) === folderOf(place);
};

/**
 * Returns the upload that a file is for: of the same name, else of the same size and date where it needs its file again. With a
 * place, a version is for its name alone: what is dropped there under another one is a file of its own.
 */
export function claimantOf(
  file: File,
  items: Iterable<UploadItem>,
  place?: DocumentPlace,
): UploadItem | undefined {
  let alike: UploadItem | undefined;
  for (const item of items) {
    const { cause, name } = item.entry;
    const isSame = item.plan?.size === file.size && item.plan.lastModified === file.lastModified;
    const isNamed = foldName(name) === foldName(file.name);
    // What was changed on the disk has another size or date now.
    if (isNamed && (isSame || cause === 'FILE_CHANGED')) return item;
    const isByNameAlone = place !== undefined && item.target.documentId !== undefined;
    if (isSame && needsFile(item.entry) && !isByNameAlone) alike ??= item;
  }
  return alike;
}
