/** The uploads of a workspace: a queue that pauses with the connection, goes on by itself, and is taken up after a reload. */
import { foldName } from '@kontor/crypto/nameTag';
import { v7 as uuidv7 } from 'uuid';
import { backoff } from '../http/backoff.ts';
import type { RevisionHints } from '../http/transport.ts';
import { type DocumentPlace, isNameTaken } from '../nouns/document.ts';
import { observable } from '../observable.ts';
import type { Clock } from '../replica/clock.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { Replica } from '../replica/replica.ts';
import type { Tabs } from '../replica/tabs.ts';
import type { ChosenFile, FileContents, ReadContents, ReadFetched } from './fileContents.ts';
import { edgesOf } from './fileEdges.ts';
import { LeftUploads, type LeftUploadsParts } from './leftUploads.ts';
import { copyOf } from './overtaken.ts';
import { isWritten, outcomeOf, register, writerOf } from './register.ts';
import { isTooLarge, SealedUpload, type SealedUploadParts } from './sealedUpload.ts';
import {
  type Downloads,
  isUnfinished,
  needsFile,
  storedBytes,
  type UploadCause,
  type UploadEntry,
  type Uploads,
  type UploadTarget,
} from './transfer.ts';
import { UploadContents } from './uploadContents.ts';
import { classifyFailure } from './uploadFailure.ts';
import { bySendOrder, claimantOf, inOrder, isWaitedFor, UploadItem } from './uploadItem.ts';
import { UploadPersister } from './uploadPersister.ts';
import type { KeptUpload, UploadPlan, UploadStore } from './uploadStore.ts';

/** Parts that are read, sealed and sent at the same time: sealing one overlaps with sending the others. */
const atOnce = 3;

export interface UploadsParts extends SealedUploadParts, LeftUploadsParts {
  store: UploadStore;
  records: Pick<
    Replica,
    keyof Mutations | 'outbox' | 'loaded' | 'need' | 'scopes' | 'scopeOf' | 'pull' | 'status' | 'windows'
  >;
  downloads: Pick<Downloads, 'blob'>;
  clock: Clock;
  hints: Pick<RevisionHints, 'onConnected'>;
  /** The files that were chosen in this tab, by upload: they outlive the workspace that is open. */
  chosen: Map<string, ChosenFile>;
  /** Returns the bytes that the device may keep besides what it keeps. */
  room(): Promise<number>;
}

export class UploadQueue implements Uploads {
  readonly entries = observable<readonly UploadEntry[]>([]);
  readonly #parts: UploadsParts;
  readonly #persister: UploadPersister;
  readonly #left: LeftUploads;
  readonly #contents: UploadContents;
  readonly #stop: () => void;
  #items: UploadItem[] = [];
  #sending = 0;
  /** Attempts that failed in a row for want of a connection. */
  #connectionFailures = 0;
  readonly #closing = new AbortController();

  constructor(parts: UploadsParts) {
    this.#parts = parts;
    this.#persister = new UploadPersister({
      uploads: () => bySendOrder(this.#items).flatMap(({ upload }) => upload ?? []),
      room: parts.room,
      onKept: () => this.#show(),
    });
    this.#left = new LeftUploads(parts, (...left) => this.#goOn(...left));
    this.#contents = new UploadContents(parts, (item) => this.#left.keep(item), this.#closing.signal);
    this.#stop = parts.hints.onConnected(() => this.wake());
  }

  add: Uploads['add'] = async (files, target, read) => {
    const added = files.map((file) => this.#create(file, target));
    this.#items.push(...added);
    this.#show();
    await Promise.all(
      added.map((item, i) => this.#begin(item, files[i]!, read?.(files[i]!, item.entry.name))),
    );
    return Promise.all(added.map((item) => item.settled.promise));
  };

  cancel = (id: string): void => {
    const item = this.#item(id);
    if (!item || !isUnfinished(item.entry)) return;
    const hadFailed = item.entry.status === 'failed';
    const { transactionId } = item;
    item.stop('cancelled');
    void (transactionId ? this.#recall(item, transactionId) : this.#abandon(item));
    if (hadFailed) this.#items = this.#items.filter((each) => each !== item);
    this.#show();
    this.#kick();
  };

  retry = async (id: string, name?: string): Promise<void> => {
    const item = this.#item(id);
    if (!item?.isRetriable) return;
    if (name !== undefined) {
      item.entry = { ...item.entry, name };
      item.plan = { ...item.plan!, name };
      this.#left.keep(item);
      await item.stored;
    }
    await this.#resume([item]);
  };

  retryAll = async (ids: readonly string[]): Promise<void> => {
    const wanted = new Set(ids);
    await this.#resume(this.#items.filter((item) => wanted.has(item.id) && item.isRetriable));
  };

  supply = async (id: string, file: File, read?: ReadContents): Promise<boolean> => {
    const item = this.#item(id);
    if (item?.entry.status !== 'failed' || !item.upload || !item.plan) return false;
    const { plan } = item;
    const isSame =
      file.size === plan.size &&
      file.lastModified === plan.lastModified &&
      (await edgesOf(file).catch(() => '')) === plan.edges;
    // The same file may have got another name here, because its own was taken.
    if (!isSame && foldName(file.name) !== foldName(plan.name)) return false;
    this.#choose(item, file, read?.(file, plan.name));
    if (isSame) item.upload.file = file;
    else {
      await this.#takeBack(item);
      await this.#plan(item, file);
    }
    void this.#resume([item]);
    return true;
  };

  claim = async (
    files: readonly File[],
    place?: DocumentPlace,
    read?: ReadContents,
  ): Promise<readonly File[]> => {
    const waiting = new Set(
      this.#items.filter(
        (item) => isWaitedFor(item, place) && (needsFile(item.entry) || !this.#isNameTaken(item)),
      ),
    );
    const left: File[] = [];
    for (const file of files) {
      const item = waiting.size > 0 ? claimantOf(file, waiting, place) : undefined;
      if (item && (await this.supply(item.id, file, read))) waiting.delete(item);
      else left.push(file);
    }
    return left;
  };

  readLeft = (read: ReadFetched): void => this.#contents.readLeft(read);

  unreserved = (): number =>
    bySendOrder(this.#items).reduce(
      (sum, { upload, entry }) => sum + (upload?.unreserved ?? storedBytes([entry.total])),
      0,
    );

  wake = (): void => {
    this.#connectionFailures = Math.min(this.#connectionFailures, 1);
    for (const item of this.#items) item.notBefore = 0;
    this.#kick();
  };

  clear = (): void => {
    this.#items = this.#items.filter(({ entry }) => isUnfinished(entry));
    this.#show();
  };

  close = async (): Promise<void> => {
    this.#closing.abort();
    this.#stop();
    for (const { abort } of this.#items) abort.abort();
    await this.#persister.close();
    await Promise.all(this.#items.map(({ stored }) => stored));
    await this.#parts.store.written();
    // Another tab that has the workspace open goes on from here.
    for (const { lock, settled, entry } of new Set([...this.#items, ...this.#contents.undescribed])) {
      lock.close();
      settled.resolve(entry);
    }
    this.#left.close();
  };

  stored = async (): Promise<void> => {
    await Promise.all(this.#items.map(({ stored }) => stored));
    await this.#persister.done();
    await this.#parts.store.written();
  };

  #item(id: string): UploadItem | undefined {
    return this.#items.find(({ entry }) => entry.id === id);
  }

  /** Makes a line of the tray for a file that was chosen. */
  #create(file: File, target: UploadTarget): UploadItem {
    const [id, documentId] = [uuidv7(), target.documentId ?? uuidv7()];
    const { name, size: total } = file;
    return new UploadItem({ id, documentId, target, name, total }, this.#left.own(id));
  }

  /** Keeps the description of a file that was chosen, and queues it. */
  async #begin(item: UploadItem, file: File, reading?: Promise<FileContents>): Promise<void> {
    if (isTooLarge(file.size)) {
      item.stop('failed', 'TOO_LARGE');
      this.#show();
      return;
    }
    this.#choose(item, file, reading);
    await this.#plan(item, file);
    this.#kick();
  }

  /** Has the file of an upload in hand, and what is read of it. */
  #choose(item: UploadItem, file: File, reading: Promise<FileContents> = Promise.resolve({})): void {
    this.#parts.chosen.set(item.id, { file, reading });
    this.#contents.take(item, reading);
  }

  /** Ends an upload whose record is written, after reading its file where nobody has. */
  #finish(item: UploadItem): void {
    item.stop('success');
    if (!this.#contents.isToDescribe(item)) {
      void this.#end(item);
      return;
    }
    // What the device does not let go now goes with the upload.
    void item.stored.then(() => this.#parts.store.saveWritten(item.plan!)).catch(() => {});
    void this.#contents.describe(item).then(() => {
      if (!this.#closing.signal.aborted) void this.#end(item);
    });
  }

  /** Fixes keys and ids of an upload that begins with this content. */
  async #plan(item: UploadItem, file: File): Promise<void> {
    const { id, documentId, target, name } = item.entry;
    const [fileKey, edges] = await Promise.all([
      this.#parts.vault.newFileKey(),
      // A file that cannot be read says so when it is its turn.
      edgesOf(file).catch(() => ''),
    ]);
    const { size, lastModified, type: mimeType } = file;
    const more = { mimeType, size, lastModified, edges, fileKey, blobId: uuidv7() };
    const plan: UploadPlan = { id, documentId, target, name, ...more };
    if (!item.isOpen && item.entry.status !== 'failed') return;
    item.use(plan, new SealedUpload(this.#parts, plan, file));
    this.#left.keep(item);
  }

  /** Goes on with an upload that an earlier page, or another tab, left unfinished. */
  #goOn(id: string, kept: KeptUpload | 'unreadable', lock: Tabs): void {
    if (kept === 'unreadable') {
      const item = new UploadItem({ id, documentId: id, target: { scopeId: '' }, name: '', total: 0 }, lock);
      this.#items.push(item);
      this.#fail(item, 'UNREADABLE');
      return;
    }
    const { plan, contents, parts } = kept;
    const item = new UploadItem({ ...plan, total: plan.size }, lock);
    this.#items.push(item);
    const chosen = this.#parts.chosen.get(id);
    const upload = new SealedUpload(this.#parts, plan, chosen?.file, parts);
    item.use(plan, upload);
    item.isDescribed = true;
    if (contents) this.#contents.takeKept(item, contents);
    else if (chosen) this.#contents.take(item, chosen.reading);
    const { records } = this.#parts;
    item.transactionId = writerOf(records, plan);
    // Its record is among the unsent changes, or beyond; it may name another content by now, or be gone.
    if (kept.isWritten) this.#finish(item);
    else if (item.transactionId) void this.#register(item);
    else if (isWritten(records, plan)) this.#finish(item);
    else if (upload.needsFile) item.stop('failed', 'FILE_NEEDED');
    this.#kick();
  }

  async #resume(items: readonly UploadItem[]): Promise<void> {
    for (const item of items) item.reopen();
    this.#kick();
    await Promise.all(items.map(({ settled }) => settled.promise));
  }

  /** Ends an upload whose record is written: its parts on the server are the record's. */
  async #end(item: UploadItem): Promise<void> {
    this.#parts.chosen.delete(item.id);
    await item.stored;
    await this.#forget(item);
    this.#release(item);
  }

  /** Ends an upload that is to come to nothing, and deletes its parts on the server. */
  async #abandon(item: UploadItem): Promise<void> {
    this.#parts.chosen.delete(item.id);
    await this.#takeBack(item);
    this.#release(item);
  }

  /** Ends an upload whose record is on its way; its line says so where the server had that first. */
  async #recall(item: UploadItem, transactionId: string): Promise<void> {
    const { records } = this.#parts;
    // Not sent again from here on, also where the device cannot keep that.
    await records.outbox.discard(transactionId).catch(() => {});
    // Without its parts the server takes no record; with the record it keeps the parts.
    await this.#abandon(item);
    await records.pull();
    if (isWritten(records, item.plan!)) item.stop('success');
    this.#show();
  }

  /** Forgets what the device keeps of an upload, and deletes its parts on the server. */
  async #takeBack(item: UploadItem): Promise<void> {
    const { upload } = item;
    await item.stored;
    // First: deleting takes long, and whoever closes this page meanwhile must not find it going on.
    await this.#forget(item);
    await upload?.remove();
    // What was on its way still has noted that it arrived.
    await this.#forget(item);
  }

  /** Forgets what the device keeps of an upload. What it does not let go is taken up at the next start. */
  async #forget({ id }: UploadItem): Promise<void> {
    await this.#parts.store.forget(id).catch(() => {});
  }

  /** Tells the other tabs that an upload is over, and gives up its lock. */
  #release({ id, lock }: UploadItem): void {
    this.#left.renounce(id);
    lock.close();
  }

  /** Sends what is to be sent, as many parts at a time as may be. */
  #kick(): void {
    if (this.#closing.signal.aborted) return;
    const now = this.#parts.clock.now();
    for (const item of bySendOrder(this.#items)) {
      if (!item.upload || item.isRegistering || item.notBefore > now) continue;
      if (item.upload.isComplete) void this.#register(item);
      else this.#sendParts(item, item.upload);
    }
    this.#persister.kick();
    this.#show();
  }

  #sendParts(item: UploadItem, upload: SealedUpload): void {
    while (this.#sending < atOnce) {
      const index = upload.nextToSend();
      if (index === undefined) return;
      // Known before anything is sent; the server would say so only at the end.
      if (!upload.hasBegun && !upload.isBusy && this.#isNameTaken(item)) {
        this.#fail(item, 'NAME_TAKEN');
        return;
      }
      this.#sending++;
      const { signal } = item.abort;
      upload.send(index, signal).then(
        () => {
          this.#sending--;
          this.#connectionFailures = item.failures = 0;
          this.#kick();
        },
        (error: unknown) => {
          this.#sending--;
          // Whoever aborted it has said why.
          if (!signal.aborted) this.#takeFailure(item, error);
          this.#kick();
        },
      );
    }
  }

  #isNameTaken({ target, entry }: UploadItem): boolean {
    return !target.documentId && isNameTaken(this.#parts.records, target, entry.name, entry.documentId);
  }

  #takeFailure(item: UploadItem, error: unknown): void {
    item.isRegistering = false;
    const { passes, cause, missing } = classifyFailure(error);
    // What was read of it so far, and is kept, is still good; the rest has to come from somewhere else.
    if (cause === 'FILE_CHANGED') item.upload!.file = undefined;
    if (passes) this.#pause(item, cause);
    else this.#fail(item, cause, missing);
  }

  /** Pauses a file; all of them where the server cannot be reached. */
  #pause(item: UploadItem, cause: UploadCause): void {
    const { clock } = this.#parts;
    const now = clock.now();
    if (item.notBefore > now) return;
    const isOffline = cause === 'OFFLINE';
    const delay = backoff(isOffline ? ++this.#connectionFailures : ++item.failures);
    for (const each of isOffline ? this.#items.filter(({ isOpen }) => isOpen) : [item]) {
      each.notBefore = now + delay;
      each.show({ status: 'paused', cause });
    }
    void clock.wait(delay, this.#closing.signal).then(() => {
      const isDue = (each: UploadItem) => each.notBefore === now + delay;
      for (const each of this.#items.filter(isDue)) each.notBefore = 0;
      this.#kick();
    });
  }

  #fail(item: UploadItem, cause: UploadCause, missing?: number): void {
    item.stop('failed', cause, missing);
    this.#show();
  }

  async #register(item: UploadItem): Promise<void> {
    item.isRegistering = true;
    const { signal } = item.abort;
    try {
      const outcome = await this.#outcomeOf(item, signal);
      if (signal.aborted) return;
      item.isRegistering = false;
      item.transactionId = undefined;
      if (outcome === 'BLOB_MISSING' && !item.isRepeated) void this.#sendAnew(item);
      else if (outcome === 'OVERTAKEN') void this.#copy(item);
      else if (outcome === 'OFFLINE') this.#pause(item, outcome);
      else if (outcome !== 'done') this.#fail(item, outcome);
      else this.#finish(item);
    } catch (error) {
      if (!signal.aborted) this.#takeFailure(item, error);
    }
    this.#show();
  }

  /** Resolves with what becomes of the record, which an earlier page may have sent on its way. */
  async #outcomeOf(item: UploadItem, signal: AbortSignal): ReturnType<typeof register> {
    const { records } = this.#parts;
    if (item.transactionId) return outcomeOf(records, item.transactionId);
    if (this.#isNameTaken(item)) return 'NAME_TAKEN';
    return register(this.#parts, item, () => this.#contents.of(item, signal), signal);
  }

  /** Uploads a save beside a document that has another content by now, under a name that says so. */
  async #copy(item: UploadItem): Promise<void> {
    item.isRegistering = true;
    const { signal } = item.abort;
    try {
      const outcome = await copyOf(this.#parts, item, this.#parts.chosen.get(item.id)?.file, signal);
      if (signal.aborted) return;
      if ('file' in outcome) {
        const { file, target } = outcome;
        const beside = this.#create(file, target);
        this.#items = [...this.#items.filter((each) => each !== item), beside];
        await this.#begin(beside, file, this.#contents.passOn(item, file));
        await beside.stored;
        beside.settled.promise.then(item.settled.resolve);
      } else {
        // The next save follows what the document holds, and not what is taken back here.
        item.entry = { ...item.entry, blobId: outcome.document.blobId };
        item.stop('success');
      }
      void this.#abandon(item);
      this.#kick();
    } catch (error) {
      if (signal.aborted) return;
      this.#takeFailure(item, error);
    }
    this.#show();
  }

  /** Sends all parts once more, which the server did not keep for as long as this upload took. */
  async #sendAnew(item: UploadItem): Promise<void> {
    // Until the new one is here the old upload counts as complete: nothing is to write its record.
    item.isRepeated = item.isRegistering = true;
    item.beside = undefined;
    const [plan, { signal }] = [item.plan!, item.abort];
    // What the device does not let go is written over by the parts that are sealed anew.
    await this.#parts.store.forgetParts(plan.id).catch(() => {});
    if (signal.aborted) return;
    item.isRegistering = false;
    const upload = new SealedUpload(this.#parts, plan, this.#parts.chosen.get(plan.id)?.file);
    item.use(plan, upload);
    if (upload.needsFile) this.#fail(item, 'FILE_NEEDED');
    this.#kick();
  }

  #show(): void {
    for (const item of this.#items) {
      const { cause } = item.entry;
      // Until something gets through it stays paused, so that no attempt makes the tray flicker.
      const isPaused = cause === 'OFFLINE' ? this.#connectionFailures > 0 : item.failures > 0;
      if (!item.isOpen || isPaused) continue;
      item.show({ status: item.isRegistering || item.upload?.isBusy ? 'running' : 'waiting' });
    }
    this.entries.set(inOrder(this.#items).map(({ entry }) => entry));
  }
}
