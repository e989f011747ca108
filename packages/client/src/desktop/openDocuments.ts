/**
 * Documents that are open in other programs. Each save becomes a version of its document through the queue of uploads, one
 * after the other; where somebody else was first it becomes a copy beside it (`files/overtaken.ts`).
 */
import type { Document } from '@kontor/contract/nouns/document';
import { v7 as uuidv7 } from 'uuid';
import { isRemoved } from '../files/overtaken.ts';
import { safeFileName } from '../files/safeName.ts';
import { isOpen, isUnfinished, type UploadEntry } from '../files/transfer.ts';
import { documentPlaceOf, freeNames } from '../nouns/document.ts';
import { type Observable, observable } from '../observable.ts';
import type { Checkout, FileSaved, LeftCheckout } from './bridge.ts';
import { closeUnfollowed } from './closeUnfollowed.ts';
import type { AttachedWorkspace, OpenDocumentsParts } from './openDocumentsParts.ts';
import { isOffered, isUnsent, leftFile, type OpenFile } from './openFile.ts';

export class OpenDocuments {
  readonly #parts: OpenDocumentsParts;
  readonly #files = observable<readonly OpenFile[]>([]);
  #workspace: AttachedWorkspace | undefined;
  /** The person whose files these are. */
  #userId: string | undefined;
  #stop = () => {};
  /** Files that are being brought forward, and whether something happened to them meanwhile. */
  readonly #running = new Map<string, { again: boolean }>();
  /** Files that are on their way to this computer, and what stops them. */
  readonly #arriving = new Map<string, AbortController>();

  constructor(parts: OpenDocumentsParts) {
    this.#parts = parts;
    parts.files.onSaved((saved) => this.#saved(saved));
    // The upload that is under way ends; what it does not have is sent when somebody says so, or the disk takes it.
    parts.files.onFailed(({ id, cause }) => this.#fail(id, this.#find(id)?.settledId, cause));
    parts.files.onReleased((id) => {
      this.#change(id, { isReleased: true });
      void this.#advance(id);
    });
    closeUnfollowed(parts.files, (id) => this.#find(id) !== undefined);
  }

  get files(): Observable<readonly OpenFile[]> {
    return this.#files;
  }

  /**
   * Takes up what an earlier page, or an earlier run, left to this person: what is in the queue of uploads goes on, what is
   * open in its program is followed as before, the rest is offered.
   */
  async takeLeft(userId: string): Promise<void> {
    this.#userId = userId;
    const left = await this.#parts.files.left();
    // Whoever has left by now does not want it, and nor does whoever came then.
    if (this.#userId === userId) this.#offer(left.filter((each) => this.#isOf(each, userId)));
  }

  /** Uses the workspace that is open now. Saves into another one wait until that is open again. */
  attach(workspace: AttachedWorkspace | undefined): void {
    this.#stop();
    // What is kept of another queue is not at hand at once.
    const isSame = workspace?.uploads === this.#workspace?.uploads;
    const isSaving = ({ status, isDirty }: OpenFile) => status === 'saving' && !isDirty;
    if (!isSame)
      for (const { id } of this.#files.get().filter(isSaving)) this.#change(id, { status: 'waiting' });
    this.#workspace = workspace;
    if (workspace) this.#userId = workspace.userId;
    const advance = () => this.#advanceAll();
    const stops = [
      workspace?.uploads.entries.subscribe(advance),
      workspace?.records.loaded.subscribe(advance),
    ];
    this.#stop = () => {
      for (const stop of stops) stop?.();
    };
    this.#advanceAll();
  }

  /** Opens a document of the attached workspace in its program. @throws what `Downloads.stream` and the bridge throw */
  async open(document: Document): Promise<void> {
    const { records, downloads, userId } = this.#workspace!;
    const known = this.#files.get().find((file) => file.documentId === document.id && !file.isNew);
    if (known?.status === 'opening') return;
    if (known && !(await this.#giveWay(known, document))) {
      this.#change(known.id, { isReleased: false });
      if (known.status === 'left') this.retry(known.id);
      return this.#parts.files.launch(known.id);
    }
    const { id: documentId, blobId: base = '' } = document;
    const [id, workspaceId, name] = [uuidv7(), records.id, safeFileName(document.name)];
    const place = documentPlaceOf(document);
    const facts = { id, workspaceId, documentId, name, bases: [base], place };
    const file: OpenFile = { ...facts, status: 'opening', isDirty: false, isReleased: false };
    this.#files.set([...this.#files.get(), file]);
    const stopping = new AbortController();
    this.#arriving.set(id, stopping);
    try {
      const { server } = this.#parts;
      const checkout = { ...place, id, server, userId, workspaceId, documentId, base, name, isNew: false };
      await this.#parts.files.open(checkout, downloads.stream(document, stopping.signal));
    } catch (error) {
      this.#drop(id);
      // Whoever closed it knows.
      if (stopping.signal.aborted) return;
      throw error;
    } finally {
      this.#arriving.delete(id);
    }
    if (!this.#find(id)) {
      // It was closed, or everything was wiped, as it had arrived: then nothing may be there any more.
      const leave = (error: unknown) => this.#parts.log(`the file ${id} was not wiped`, error);
      await this.#parts.files.discard(id).catch(leave);
      return;
    }
    this.#change(id, { status: 'opened' });
    void this.#advance(id);
  }

  /** Closes a file that holds an older version than its document. Returns false where it does not, or is in use, and says so. */
  async #giveWay(file: OpenFile, { blobId = '' }: Document): Promise<boolean> {
    const { id, status, bases, name } = file;
    if ([...bases, this.#entryOf(id)?.blobId].includes(blobId)) return false;
    if (!isUnsent(file)) {
      // It is opened once, however often that is asked for meanwhile.
      this.#change(id, { status: 'opening' });
      try {
        if (!(await this.#isHeld(id)) && (await this.close(id))) return true;
      } finally {
        if (this.#find(id)?.status === 'opening') this.#change(id, { status });
        void this.#advance(id);
      }
    }
    this.#parts.onSaveEvent({ kind: 'newer', name });
    return false;
  }

  /** Shows a file in its folder. */
  show(id: string): Promise<void> {
    return this.#parts.files.show(id);
  }

  /** Uploads what an earlier run left, or what failed. */
  retry(id: string): void {
    this.#change(id, { isDirty: true, digest: undefined, status: 'saving', failure: undefined });
    void this.#advance(id);
  }

  /**
   * Stops watching a file and wipes it, and offers what was saved beside it. Resolves with false, and changes nothing, where
   * something of it is not uploaded: the save may be too young to be known here. One that is on its way here is stopped.
   */
  async close(id: string): Promise<boolean> {
    const arriving = this.#arriving.get(id);
    if (arriving) {
      arriving.abort();
      this.#drop(id);
      return true;
    }
    const file = this.#find(id);
    if (file && isUnsent(file)) return false;
    const found = await this.#parts.files.close(id);
    if (!found) {
      this.#change(id, { isReleased: false });
      return false;
    }
    this.#drop(id);
    this.#offer(found);
    return true;
  }

  /** Stops watching a file and wipes it, with what was saved in it and is not uploaded. Offers what was saved beside it. */
  async discard(id: string): Promise<void> {
    const entry = this.#entryOf(id);
    if (entry && isUnfinished(entry)) this.#abort(id, entry);
    const found = await this.#parts.files.discard(id);
    // The queue of its workspace may not be open now.
    this.#parts.discarded.add(id);
    this.#drop(id);
    this.#offer(found);
  }

  /** Returns the files that a program has open, as far as the system tells; see `DesktopFiles.held`. */
  held(): Promise<Checkout[]> {
    return this.#parts.files.held();
  }

  /** Returns the files with something that is not uploaded, known here or not; see `DesktopFiles.unsent`. */
  unsent(): Promise<Checkout[]> {
    return this.#parts.files.unsent();
  }

  /**
   * Forgets and wipes every file of this server; where that `discards` them, their saves are not uploaded later either. With the account of
   * whoever was signed in, what is another one's stays. Returns what was not uploaded, unless somebody discards it.
   */
  async wipe({
    discards = false,
    userId,
  }: {
    discards?: boolean;
    userId?: string;
  } = {}): Promise<Checkout[]> {
    const discarded = discards ? this.#files.get().filter(isUnsent) : [];
    for (const { id } of discarded) this.#parts.discarded.add(id);
    for (const arriving of this.#arriving.values()) arriving.abort();
    this.#arriving.clear();
    this.#files.set([]);
    this.#userId = undefined;
    // What cannot be counted is wiped all the same.
    const unsent = discards ? [] : await this.unsent().catch(() => []);
    await this.#parts.files.wipe(this.#parts.server, userId);
    return unsent.filter((each) => this.#isOf(each, userId));
  }

  /** Tells whether a file is of this server, and of this account there. */
  #isOf(checkout: Checkout, userId: string | undefined): boolean {
    return checkout.server === this.#parts.server && (userId === undefined || checkout.userId === userId);
  }

  async #isHeld(id: string): Promise<boolean> {
    return (await this.held()).some((each) => each.id === id);
  }

  #offer(left: readonly LeftCheckout[]): void {
    this.#files.set([...this.#files.get(), ...left.filter(({ id }) => !this.#find(id)).map(leftFile)]);
    this.#advanceAll();
  }

  #saved({ id, digest }: FileSaved): void {
    const file = this.#find(id);
    if (!file || file.digest === digest) return;
    // Whoever saves again what an earlier run left wants it to go up.
    const status = file.status === 'left' || file.failure === 'disk' ? 'saving' : file.status;
    this.#change(id, { isDirty: true, status, failure: undefined });
    void this.#advance(id);
  }

  #advanceAll(): void {
    const { entries, cancel } = this.#workspace?.uploads ?? { entries: undefined, cancel: () => {} };
    for (const entry of entries?.get() ?? []) {
      const { save } = entry.target;
      if (save && isUnfinished(entry) && this.#parts.discarded.has(save.checkoutId)) cancel(entry.id);
    }
    for (const { id } of this.#files.get()) void this.#advance(id);
  }

  /** Brings a file as far as it goes by itself now. */
  async #advance(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (running) {
      running.again = true;
      return;
    }
    const state = { again: true };
    this.#running.set(id, state);
    try {
      while (state.again) {
        state.again = false;
        while (await this.#step(id));
      }
    } catch (error) {
      this.#parts.log(`the open file ${id} could not be brought forward`, error);
      this.#fail(id, this.#find(id)?.settledId);
    } finally {
      this.#running.delete(id);
    }
  }

  /** Takes the next step with a file. Returns false where something has to happen first. */
  async #step(id: string): Promise<boolean> {
    const file = this.#find(id);
    if (!file || file.status === 'opening') return false;
    if (file.isReleased && !isUnsent(file) && !isOffered(file)) {
      await this.#closeReleased(id);
      return false;
    }
    if (this.#workspace?.records.id !== file.workspaceId) {
      if (isUnsent(file) && !isOffered(file)) this.#change(id, { status: 'waiting' });
      return false;
    }
    const entry = this.#entryOf(id);
    if (entry && isOpen(entry)) return this.#underWay(file, entry);
    if (entry && entry.id !== file.settledId) {
      await this.#settle(file, entry);
      return true;
    }
    if (file.isDirty && !isOffered(file)) return this.#isKnown(file) && this.#send(file, entry);
    if (file.status === 'saving' && !entry) this.#fail(id, undefined);
    return false;
  }

  /** Tells whether it is known here if the document is there; has its scope opened where it is not. */
  #isKnown({ documentId, place: { scopeId } }: OpenFile): boolean {
    const { collections, loaded, need } = this.#workspace!.records;
    const { scopes, isComplete } = loaded.get();
    if (collections.document.get(documentId) || isComplete || scopes.has(scopeId)) return true;
    need([scopeId]);
    return false;
  }

  /** Closes a file that its program has let go of, unless it was opened again while its last save was on its way. */
  async #closeReleased(id: string): Promise<void> {
    try {
      if (await this.#isHeld(id)) this.#change(id, { isReleased: false });
      else if (this.#find(id)?.isReleased) await this.close(id);
    } catch (error) {
      // Its save is on the server. What the disk refuses to wipe now is wiped at the next occasion, at the next start at the latest.
      this.#parts.log(`the open file ${id} could not be closed`, error);
    }
  }

  #underWay(file: OpenFile, entry: UploadEntry): boolean {
    // What is running ends first, and the next save follows it; what waits is not needed any more.
    if (file.isDirty && !isOffered(file) && entry.status !== 'running') {
      this.#abort(file.id, entry);
      return true;
    }
    const isDirty = isOffered(file) ? file.digest !== entry.target.save!.digest : file.isDirty;
    const isRefused = file.failure === 'disk';
    const status = isRefused ? 'failed' : entry.status === 'paused' ? 'waiting' : 'saving';
    this.#change(file.id, { isDirty, status, settledId: undefined });
    return false;
  }

  /** Takes over how an upload ended. */
  async #settle(file: OpenFile, entry: UploadEntry): Promise<void> {
    const { id } = file;
    const { documentId, cause, name, blobId: base = '' } = entry;
    if (cause === 'FILE_NEEDED' || cause === 'FILE_CHANGED') {
      // The queue lost the content; the file still has it.
      this.#change(id, { isDirty: true, digest: undefined, status: 'saving', settledId: entry.id });
      return;
    }
    if (entry.status === 'failed') {
      this.#fail(id, entry.id, entry);
      return;
    }
    const kind = this.#outcomeOf(file, documentId);
    const { digest } = entry.target.save!;
    const isDirty = isOffered(file) ? file.digest !== digest : file.isDirty;
    // Somebody may have restored what it was made from, or saved as before: no later save may undo that.
    const bases = [base];
    const settledId = entry.id;
    const status = file.failure === 'disk' ? 'failed' : kind;
    this.#change(id, { documentId, isNew: false, bases, digest, isDirty, status, settledId });
    this.#parts.onSaveEvent({ kind, name });
    try {
      await this.#parts.files.uploaded(id, { documentId, base, digest });
    } catch (error) {
      // It is on the server all the same; the computer notes it once it can.
      this.#parts.log(`the upload of the open file ${id} could not be noted`, error);
    }
  }

  /** Tells what became of a save that is now a version of a document: of its own, or of a copy, since that is gone or has another content. */
  #outcomeOf(file: OpenFile, documentId: string): 'saved' | 'conflict' | 'deleted' {
    if (file.isNew || documentId === file.documentId) return 'saved';
    const { records } = this.#workspace!;
    return this.#isKnown(file) && isRemoved(records, file.documentId) ? 'deleted' : 'conflict';
  }

  /** Hands the newest save to the uploads. */
  async #send({ id }: OpenFile, before: UploadEntry | undefined): Promise<boolean> {
    if (before && isUnfinished(before)) this.#abort(id, before);
    const last = this.#find(id)?.digest;
    // What went up last may be saved again while this is read.
    this.#change(id, { isDirty: false, status: 'saving', failure: undefined, digest: undefined });
    try {
      const { content, digest } = await this.#parts.files.read(id);
      const file = this.#find(id);
      if (!file) return false;
      if (this.#workspace?.records.id !== file.workspaceId) {
        this.#change(id, { isDirty: true, digest: last });
        return true;
      }
      if (last === digest) this.#change(id, { status: 'saved', digest });
      else this.#upload(file, content, digest);
    } catch (error) {
      const { code } = (error ?? {}) as { code?: unknown };
      // The file is what the server has again.
      if (code === 'unsaved') {
        this.#change(id, { status: 'saved', digest: last });
        return true;
      }
      this.#parts.log(`the open file ${id} could not be read`, error);
      this.#fail(id, before?.id, code === 'disk' ? 'disk' : undefined);
      return false;
    }
    return true;
  }

  #upload(
    { id, documentId, isNew, name, bases, place: known }: OpenFile,
    content: Blob,
    digest: string,
  ): void {
    const { records, uploads } = this.#workspace!;
    const document = records.collections.document.get(documentId);
    // Of one that is gone the queue makes a copy, where it was.
    const place = document ? documentPlaceOf(document) : known;
    const shown = isNew ? name : (document?.name ?? name);
    const save = { checkoutId: id, digest, bases, copyName: this.#parts.copyName(shown) };
    this.#change(id, { digest, place });
    const [free = shown] = isNew ? freeNames(records, place, [name]) : [];
    const type = (!isNew && document?.mimeType) || undefined;
    const file = type ? new File([content], free, { type }) : this.#parts.typed(new File([content], free));
    const target = { ...place, ...(!isNew && { documentId }), save };
    void uploads.add([file], target, this.#parts.read);
  }

  #fail(id: string, settledId: string | undefined, failure?: OpenFile['failure']): void {
    const file = this.#find(id);
    if (!file) return;
    // The same content, saved once more, is news again.
    this.#change(id, { status: 'failed', settledId, digest: undefined, failure });
    this.#parts.onSaveEvent({ kind: 'failed', name: file.name });
  }

  #abort(id: string, entry: UploadEntry): void {
    const bases = this.#find(id)?.bases ?? [];
    // It may have arrived all the same. What it was given is not on its way any more.
    this.#change(id, { digest: undefined, ...(entry.blobId && { bases: [...bases, entry.blobId] }) });
    this.#workspace!.uploads.cancel(entry.id);
    this.#parts.log(`upload ${entry.id} of an open file was aborted`);
  }

  /** Returns the newest upload of a file. */
  #entryOf(id: string): UploadEntry | undefined {
    const all = this.#workspace?.uploads.entries.get() ?? [];
    const own = all.filter(({ target, status }) => target.save?.checkoutId === id && status !== 'cancelled');
    return own.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0];
  }

  #find(id: string): OpenFile | undefined {
    return this.#files.get().find((file) => file.id === id);
  }

  #change(id: string, changes: Partial<OpenFile>): void {
    this.#files.set(this.#files.get().map((file) => (file.id === id ? { ...file, ...changes } : file)));
  }

  #drop(id: string): void {
    this.#files.set(this.#files.get().filter((file) => file.id !== id));
  }
}
