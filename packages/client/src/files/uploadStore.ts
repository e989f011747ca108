/**
 * Unfinished uploads on the device. What describes one (names, keys, place) is sealed among the unsent changes, under a
 * key of the account; its parts lie beside it as they are sent: nothing here can be read without the account.
 */
import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import type { Vault } from '../vault/vault.ts';
import type { FileContents } from './fileContents.ts';
import type { UploadTarget } from './transfer.ts';

/** The facts about an upload that its first part fixes. */
export interface UploadPlan {
  id: string;
  documentId: string;
  target: UploadTarget;
  name: string;
  mimeType: string;
  /** Bytes of the file. */
  size: number;
  /** Of the file on the disk, in ms. */
  lastModified: number;
  /** Its first and last bytes, base64url: by which the same file is recognised. */
  edges: string;
  /** The file's own key, base64url, and the id of this upload in the keys of its parts. */
  fileKey: string;
  blobId: string;
}

/** A sealed part: kept here in `body` until it has arrived, then known under its storage key. */
export interface KeptPart {
  /** Bytes and SHA-256 (base64url) as sealed. */
  size: number;
  sha256: string;
  body?: Blob;
  /** Storage key, and when it arrived in ms. */
  fileKey?: string;
  at?: number;
}

export interface KeptUpload {
  plan: UploadPlan;
  /** Undefined where the file was not read to its end. */
  contents: FileContents | undefined;
  /** True once its record was written, and nothing but reading its file was left to do. */
  isWritten: boolean;
  /** By their index. */
  parts: Map<number, KeptPart>;
}

/** The contents of a file as they are written: the picture in base64url. */
type KeptContents = Omit<FileContents, 'thumbnail'> & { thumbnail?: string };

/** The description of an upload as it is written. */
interface KeptPlan extends UploadPlan {
  contents?: KeptContents;
  isWritten?: true;
}

const written = ({ thumbnail, ...rest }: FileContents): KeptContents => ({
  ...rest,
  ...(thumbnail && { thumbnail: toBase64Url(thumbnail) }),
});

const opened = ({ thumbnail, ...rest }: KeptContents): FileContents => ({
  ...rest,
  ...(thumbnail && { thumbnail: fromBase64Url(thumbnail) }),
});

export interface UploadStoreParts {
  workspaceId: string;
  device: DeviceStore;
  vault: Pick<Vault, 'sealLocal' | 'openLocal'>;
}

export class UploadStore {
  readonly #parts: UploadStoreParts;
  #writes: Promise<void> = Promise.resolve();

  constructor(parts: UploadStoreParts) {
    this.#parts = parts;
  }

  /** Returns the ids of the uploads that the device keeps. */
  async ids(): Promise<string[]> {
    const prefix = this.#planKey('');
    const keys = await this.#parts.device.keys('outbox', prefix);
    return keys.map((key) => key.slice(prefix.length));
  }

  /** Opens what is kept of an upload; `unreadable` where that is sealed under keys of before a reset. */
  async open(id: string): Promise<KeptUpload | 'unreadable' | undefined> {
    const { device, vault } = this.#parts;
    const key = this.#planKey(id);
    const sealed = await device.get<Uint8Array>('outbox', key);
    if (!sealed) return undefined;
    const plain = await vault.openLocal('outbox', key, sealed).catch(() => undefined);
    if (!plain) return 'unreadable';
    const rows = await device.scan<KeptPart>('part', this.#partsOf(id));
    const indexOf = (row: string) => Number(row.slice(this.#partsOf(id).length));
    const { contents, isWritten = false, ...plan } = JSON.parse(fromUtf8(plain)) as KeptPlan;
    return {
      plan,
      contents: contents && opened(contents),
      isWritten,
      parts: new Map(rows.map(([row, part]) => [indexOf(row), part])),
    };
  }

  /** Keeps the description of an upload, with what was read of its file so far. */
  async savePlan(plan: UploadPlan, contents: FileContents | undefined): Promise<void> {
    const sealed = await this.#sealed({ ...plan, ...(contents && { contents: written(contents) }) });
    await this.#write([sealed]);
  }

  /** Notes that the record of an upload is written, and forgets its parts, which are the record's from then on. */
  saveWritten(plan: UploadPlan): Promise<void> {
    return this.#write(async () => [
      await this.#sealed({ ...plan, isWritten: true }),
      ...(await this.#noParts(plan.id)),
    ]);
  }

  /** Keeps a part, or what is known of it since it arrived. */
  savePart(id: string, index: number, part: KeptPart): Promise<void> {
    return this.#write([{ table: 'part', key: this.#partKey(id, index), value: part }]);
  }

  /** Returns what is kept of a part. */
  part(id: string, index: number): Promise<KeptPart | undefined> {
    return this.#parts.device.get<KeptPart>('part', this.#partKey(id, index));
  }

  /** Forgets an upload's parts. */
  forgetParts(id: string): Promise<void> {
    return this.#write(() => this.#noParts(id));
  }

  /** Forgets an upload. */
  forget(id: string): Promise<void> {
    return this.#write(async () => [
      { table: 'outbox', key: this.#planKey(id), value: undefined },
      ...(await this.#noParts(id)),
    ]);
  }

  /** Resolves when everything so far is written, or could not be. */
  written(): Promise<void> {
    return this.#writes;
  }

  /** Writes one after the other: what an upload ends with must not be overtaken by one of its parts. */
  #write(changes: DeviceWrite[] | (() => Promise<DeviceWrite[]>)): Promise<void> {
    const written = this.#writes.then(async () =>
      this.#parts.device.write(typeof changes === 'function' ? await changes() : changes),
    );
    this.#writes = written.catch(() => {});
    return written;
  }

  async #sealed(plan: KeptPlan): Promise<DeviceWrite> {
    const key = this.#planKey(plan.id);
    const value = await this.#parts.vault.sealLocal('outbox', key, utf8(JSON.stringify(plan)));
    return { table: 'outbox', key, value };
  }

  async #noParts(id: string): Promise<DeviceWrite[]> {
    const keys = await this.#parts.device.keys('part', this.#partsOf(id));
    return keys.map((key) => ({ table: 'part', key, value: undefined }));
  }

  /** Returns a key of the store: no workspace's own changes begin like this. */
  #planKey(id: string): string {
    return `upload/${this.#parts.workspaceId}/${id}`;
  }

  #partsOf(id: string): string {
    return `${this.#parts.workspaceId}/${id}/`;
  }

  #partKey(id: string, index: number): string {
    return this.#partsOf(id) + String(index).padStart(5, '0');
  }
}
