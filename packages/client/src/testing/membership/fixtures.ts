/** Records and files of a play, each with those who had a place where it lies. */

import type { SealedRecord } from '@kontor/contract/entity/entity';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { v7 as uuidv7 } from 'uuid';
import { SealedUpload, type UploadedFile } from '../../files/sealedUpload.ts';
import type { PlainRecord } from '../../vault/vault.ts';
import { rowOf } from '../founder.ts';
import type { Draw } from './generator.ts';
import type { Person } from './person.ts';
import type { PrivateProject } from './privateProject.ts';
import type { Stage } from './world.ts';

export interface Written {
  row: SealedRecord;
  /** The id of its key, by which it opens to whoever has that. */
  kid: string;
  /** Of the file that it opens. */
  fileKey: string | undefined;
  /** It lay in the private project while that one was open. */
  isReleased: boolean;
  /** Everybody who had a place in its scope when it was written, or at some time since. */
  audience: Set<Person>;
}

/** A version of the document, and the customers with whom this one was shared. */
export interface FileVersion {
  file: UploadedFile;
  sealed: Map<string, Blob>;
  sharedWith: Set<string>;
  audience: Set<Person>;
}

export const content = new TextEncoder().encode('Angebot');

export class Papers {
  readonly #stage: Stage;
  readonly #project: PrivateProject;
  readonly written: Written[] = [];
  readonly files: FileVersion[] = [];
  readonly documentId = uuidv7();
  /** By customer: the share of the document. */
  readonly shares = new Map<string, { id: string; version: number; isLive: boolean }>();

  constructor(stage: Stage, project: PrivateProject) {
    this.#stage = stage;
    this.#project = project;
  }

  /** What was written is open to whoever comes to have a place there. */
  note(person: Person): void {
    const { firm, open, closed, readers } = this.#stage;
    const scopes = new Map(firm.scopes.map((scope) => [scope.id, this.#stage.mayRead(person, scope)]));
    for (const written of this.written) {
      const { scopeId } = written.row;
      if (scopeId === closed.id && readers === 'everybody') written.isReleased = true;
      // What everybody who works here could read once stays open to whoever comes to work here.
      const isOpen = scopes.get(scopeId) || (written.isReleased && scopes.get(firm.staff.id));
      if (isOpen) written.audience.add(person);
    }
    for (const { sharedWith, audience } of this.files)
      if ([open.id, ...sharedWith].some((id) => scopes.get(id))) audience.add(person);
  }

  /** One record in every scope that the writer reads. */
  async write(writer: Person): Promise<boolean> {
    const scopes = this.#stage.firm.scopes.filter((scope) => this.#stage.mustRead(writer, scope));
    if (scopes.includes(this.#stage.closed)) await this.#project.renew(writer);
    await this.#seal(
      writer,
      scopes.map(({ id: scopeId, kind }) => {
        const base = { id: uuidv7(), scopeId, version: 1, refs: {} };
        const { userId } = writer;
        if (kind === 'admins') return { ...base, entity: 'business', plain: { companyName: 'Ast' } };
        if (kind === 'staff')
          return { ...base, entity: 'member', refs: { userId }, plain: { firstName: 'Olga' } };
        if (kind === 'customer') return { ...base, entity: 'customer', plain: { name: 'Haus Ast' } };
        return { ...base, entity: 'task', plain: { title: 'Küche streichen' } };
      }),
    );
    return true;
  }

  async #seal(writer: Person, records: PlainRecord[], file?: UploadedFile): Promise<void> {
    await this.#stage.pull(writer.device);
    const { firm, closed, readers } = this.#stage;
    const privateScopes = readers === 'everybody' ? [] : [closed.id];
    const sealed = await writer.device.vault.sealRecords(firm.workspaceId, records, privateScopes);
    for (const [at, record] of records.entries())
      this.written.push({
        row: rowOf(record, sealed[at]!, { deleted: record.plain === null }),
        kid: toBase64Url(sealed[at]!.slice(1, 17) as Uint8Array<ArrayBuffer>),
        fileKey: file?.fileKey,
        isReleased: false,
        audience: new Set(),
      });
  }

  /** The document's next version, which whoever it is shared with sees at once. */
  async upload(writer: Person): Promise<boolean> {
    const { workspaceId } = this.#stage.firm;
    const sealed = new Map<string, Blob>();
    const blobs = {
      presign: async (sizes: number[]) => sizes.map(() => ({ url: uuidv7(), fileKey: uuidv7() })),
      put: async (url: string, body: Blob) => void sealed.set(url, body),
      remove: async () => {},
    };
    const upload = new SealedUpload(
      { workspaceId, vault: writer.device.vault, blobs },
      new Blob([content]),
      this.documentId,
    );
    const file = await upload.run(new AbortController().signal, () => {});
    const live = [...this.shares].filter(([, { isLive }]) => isLive);
    const sharedWith = new Set(live.map(([customerId]) => customerId));
    this.files.push({ file, sealed, sharedWith, audience: new Set() });
    const version = this.files.length;
    const refs = { nameTag: 'tag' };
    const plain = { kind: 'file', name: 'Angebot.txt', ...file };
    const document = {
      entity: 'document',
      id: this.documentId,
      scopeId: this.#stage.open.id,
      version,
      refs,
      plain,
    };
    const shares = live.map(([customerId, share]) => this.#shareRecord(customerId, share, file));
    await this.#seal(writer, [document, ...shares], file);
    return true;
  }

  async share(writer: Person, { act, customer }: Draw): Promise<boolean> {
    const newest = this.files.at(-1);
    const { id: customerId } = this.#stage.customers[customer]!;
    const share = this.shares.get(customerId) ?? { id: uuidv7(), version: 0, isLive: false };
    const isShared = act === 'share';
    if (!newest || share.isLive === isShared) return false;
    this.shares.set(customerId, share);
    share.isLive = isShared;
    if (isShared) newest.sharedWith.add(customerId);
    const file = isShared ? newest.file : undefined;
    await this.#seal(writer, [this.#shareRecord(customerId, share, file)], file);
    return true;
  }

  #shareRecord(scopeId: string, share: { id: string; version: number }, file?: UploadedFile): PlainRecord {
    share.version++;
    const plain = file ? { documentId: this.documentId, kind: 'file', name: 'Angebot.txt', ...file } : null;
    return { entity: 'share', id: share.id, scopeId, version: share.version, refs: {}, plain };
  }
}
