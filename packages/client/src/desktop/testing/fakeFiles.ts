/** A computer with programs, in memory: keeps files as the crate does, through restarts of the app. */
import { createHash, randomUUID } from 'node:crypto';
import type { Checkout, DesktopFiles, FileFailed, FileSaved, LeftCheckout } from '../bridge.ts';

interface Kept {
  checkout: Checkout;
  content: Uint8Array<ArrayBuffer>;
  /** Of the content that is known to be on the server. */
  uploaded: string;
  /** Files that were saved beside it, by name. */
  beside: Map<string, Uint8Array<ArrayBuffer>>;
}

const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

export class FakeFiles implements DesktopFiles {
  /** The disk: what stays when the app is killed. */
  readonly disk: Map<string, Kept>;
  readonly shown: string[] = [];
  /** Documents that a program has open, whatever the app does. */
  readonly programs: Set<string>;
  launches = 0;
  /** Those that this run follows. */
  readonly #open = new Set<string>();
  #saved = new Set<(saved: FileSaved) => void>();
  #failed = new Set<(failed: FileFailed) => void>();
  #released = new Set<(id: string) => void>();

  constructor(disk: Map<string, Kept> = new Map(), programs = new Set<string>()) {
    this.disk = disk;
    this.programs = programs;
  }

  /** Returns the same computer after the app was killed and started again. */
  restarted(): FakeFiles {
    return new FakeFiles(this.disk, this.programs);
  }

  /** Saves as a program does. */
  save(id: string, text: string): void {
    const kept = this.#kept(id);
    kept.content = new TextEncoder().encode(text);
    for (const listener of this.#saved) listener({ id, digest: digestOf(kept.content) });
  }

  /** Saves as a program does, on a disk that has no room for the copy. */
  saveOnFullDisk(id: string, text: string): void {
    this.saveUnseen(id, text);
    for (const listener of this.#failed) listener({ id, cause: 'disk' });
  }

  /** Closes the program. */
  release(id: string): void {
    this.programs.delete(id);
    for (const listener of this.#released) listener(id);
  }

  textOf(id: string): string {
    return new TextDecoder().decode(this.#kept(id).content);
  }

  async open(checkout: Checkout, stream: ReadableStream<Uint8Array>): Promise<void> {
    const content = new Uint8Array(
      await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
    );
    this.disk.set(checkout.id, { checkout, content, uploaded: digestOf(content), beside: new Map() });
    this.#open.add(checkout.id);
    this.launches++;
  }

  async launch(id: string): Promise<void> {
    this.#kept(id);
    this.launches++;
  }

  async show(id: string): Promise<void> {
    this.shown.push(id);
  }

  async read(id: string): Promise<{ content: Blob; digest: string }> {
    const { content } = this.#kept(id);
    return { content: new Blob([content]), digest: digestOf(content) };
  }

  async uploaded(
    id: string,
    { documentId, base, digest }: Parameters<DesktopFiles['uploaded']>[1],
  ): Promise<void> {
    const kept = this.disk.get(id);
    const checkout = kept && { ...kept.checkout, documentId, base, isNew: false };
    if (kept) Object.assign(kept, { uploaded: digest, checkout });
  }

  /** Saves under another name beside a document, as "save as" does in the folder that it offers. */
  saveBeside(id: string, name: string, text: string): void {
    this.#kept(id).beside.set(name, new TextEncoder().encode(text));
  }

  /** Saves as a program does, and too shortly ago for anybody to be told. */
  saveUnseen(id: string, text: string): void {
    this.#kept(id).content = new TextEncoder().encode(text);
  }

  async close(id: string): Promise<LeftCheckout[] | undefined> {
    const { content, uploaded } = this.#kept(id);
    return digestOf(content) === uploaded ? this.discard(id) : undefined;
  }

  async discard(id: string): Promise<LeftCheckout[]> {
    const { beside, checkout } = this.#kept(id);
    this.disk.delete(id);
    this.#open.delete(id);
    return [...beside].map(([name, content]) => {
      const own = { ...checkout, id: randomUUID(), base: '', name, isNew: true };
      this.disk.set(own.id, { checkout: own, content, uploaded: '', beside: new Map() });
      this.#open.add(own.id);
      return { ...own, digest: digestOf(content), isHeld: false, isUnsent: true };
    });
  }

  async unsent(): Promise<Checkout[]> {
    return [...this.disk.values()].flatMap(({ checkout, content, uploaded, beside }) => [
      ...(digestOf(content) === uploaded ? [] : [checkout]),
      ...[...beside.keys()].map((name) => ({ ...checkout, name, isNew: true })),
    ]);
  }

  async held(): Promise<Checkout[]> {
    return [...this.disk.values()].map(({ checkout }) => checkout).filter(({ id }) => this.programs.has(id));
  }

  async left(): Promise<LeftCheckout[]> {
    for (const id of [...this.disk.keys()])
      if (!this.#open.has(id) && !this.programs.has(id)) await this.close(id);
    const left = [...this.disk.values()].map(({ checkout, content, uploaded }) => ({
      ...checkout,
      digest: digestOf(content),
      isHeld: this.#open.has(checkout.id) || this.programs.has(checkout.id),
      isUnsent: digestOf(content) !== uploaded,
    }));
    for (const id of this.disk.keys()) this.#open.add(id);
    return left;
  }

  async wipe(server: string, userId?: string): Promise<void> {
    for (const [id, { checkout }] of [...this.disk]) {
      if (checkout.server !== server || (userId !== undefined && checkout.userId !== userId)) continue;
      this.disk.delete(id);
      this.#open.delete(id);
    }
  }

  onSaved(listener: (saved: FileSaved) => void): () => void {
    this.#saved.add(listener);
    return () => this.#saved.delete(listener);
  }

  onFailed(listener: (failed: FileFailed) => void): () => void {
    this.#failed.add(listener);
    return () => this.#failed.delete(listener);
  }

  onReleased(listener: (id: string) => void): () => void {
    this.#released.add(listener);
    return () => this.#released.delete(listener);
  }

  #kept(id: string): Kept {
    const kept = this.disk.get(id);
    if (!kept) throw new Error('no such file');
    return kept;
  }
}
