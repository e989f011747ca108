/** Records and files of a run, each with those who had a place where it lies. */

import type { SealedRecord } from '@kontor/contract/entity/entity';
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { v7 as uuidv7 } from 'uuid';
import { SealedUpload, type UploadedFile } from '../../files/sealedUpload.ts';
import type { PlainRecord } from '../../vault/plainRecord.ts';
import { rowOf } from '../founder.ts';
import type { GeneratedAct } from './generator.ts';
import type { Participant } from './person.ts';
import type { PrivateProject } from './privateProject.ts';
import type { MembershipWorld } from './world.ts';

export interface WrittenRecord {
  row: SealedRecord;
  /** The id of its key, by which it opens to whoever has that. */
  kid: string;
  /** Of the file that it opens. */
  fileKey: string | undefined;
  /** It lay in the private project while that one was open. */
  isReleased: boolean;
  /** Everybody who had a place in its scope when it was written, or at some time since. */
  audience: Set<Participant>;
}

/** A version of the document, and the customers with whom this one was shared. */
export interface FileVersion {
  file: UploadedFile;
  sealed: Map<string, Blob>;
  sharedWith: Set<string>;
  audience: Set<Participant>;
}

export const content = new TextEncoder().encode('Angebot');

export class MembershipFixtures {
  readonly #world: MembershipWorld;
  readonly #project: PrivateProject;
  readonly written: WrittenRecord[] = [];
  readonly files: FileVersion[] = [];
  readonly documentId = uuidv7();
  /** By customer: the share of the document. */
  readonly shares = new Map<string, { id: string; version: number; isLive: boolean }>();

  constructor(world: MembershipWorld, project: PrivateProject) {
    this.#world = world;
    this.#project = project;
  }

  /** Adds a person to the audience of everything written that is open to their place. */
  note(person: Participant): void {
    const { team, open, closed, readers } = this.#world;
    const scopes = new Map(team.scopes.map((scope) => [scope.id, this.#world.mayRead(person, scope)]));
    for (const written of this.written) {
      const { scopeId } = written.row;
      if (scopeId === closed.id && readers === 'everybody') written.isReleased = true;
      // What everybody who works here could read once stays open to whoever comes to work here.
      const isOpen = scopes.get(scopeId) || (written.isReleased && scopes.get(team.staff.id));
      if (isOpen) written.audience.add(person);
    }
    for (const { sharedWith, audience } of this.files)
      if ([open.id, ...sharedWith].some((id) => scopes.get(id))) audience.add(person);
  }

  /** Writes one record in every scope that the writer reads. */
  async write(writer: Participant): Promise<boolean> {
    const scopes = this.#world.team.scopes.filter((scope) => this.#world.mustRead(writer, scope));
    if (scopes.includes(this.#world.closed)) await this.#project.renew(writer);
    await this.#seal(
      writer,
      scopes.map(({ id: scopeId, kind }) => {
        const base = { id: uuidv7(), scopeId, version: 1, refs: {} };
        const { userId } = writer;
        if (kind === 'admins') return { ...base, entity: 'business', plain: { companyName: 'Ast' } };
        if (kind === 'staff')
          return { ...base, entity: 'member', id: userId, refs: { userId }, plain: { firstName: 'Olga' } };
        if (kind === 'customer') {
          const id = customerUserId(userId, scopeId);
          return { ...base, entity: 'customerUser', id, refs: { userId }, plain: { firstName: 'Olga' } };
        }
        return { ...base, entity: 'task', plain: { title: 'Küche streichen' } };
      }),
    );
    return true;
  }

  async #seal(writer: Participant, records: PlainRecord[], file?: UploadedFile): Promise<void> {
    await this.#world.pull(writer.device);
    const { team, closed, readers } = this.#world;
    const privateScopes = readers === 'everybody' ? [] : [closed.id];
    const sealed = await writer.device.vault.sealRecords(team.workspaceId, records, privateScopes);
    for (const [at, record] of records.entries())
      this.written.push({
        row: rowOf(record, sealed[at]!, {
          deleted: record.plain === null,
          revision: team.nextRevision(),
        }),
        kid: toBase64Url(sealed[at]!.slice(1, 17) as Uint8Array<ArrayBuffer>),
        fileKey: file?.fileKey,
        isReleased: false,
        audience: new Set(),
      });
  }

  /** Uploads the document's next version, which whoever it is shared with sees at once. */
  async upload(writer: Participant): Promise<boolean> {
    const { workspaceId } = this.#world.team;
    const sealed = new Map<string, Blob>();
    const blobs = {
      presign: async (sizes: number[]) => sizes.map(() => ({ url: uuidv7(), fileKey: uuidv7() })),
      put: async (url: string, body: Blob) => void sealed.set(url, body),
      remove: async () => {},
    };
    const { vault } = writer.device;
    const store = { part: async () => undefined, savePart: async () => {} };
    const { documentId } = this;
    const chosen = new Blob([content]);
    const fileKey = await vault.newFileKey();
    const plan = { id: uuidv7(), documentId, size: chosen.size, fileKey, blobId: uuidv7() };
    const upload = new SealedUpload({ workspaceId, vault, blobs, store }, plan, chosen);
    await upload.send(0, new AbortController().signal);
    const file = upload.uploaded;
    const live = [...this.shares].filter(([, { isLive }]) => isLive);
    const sharedWith = new Set(live.map(([customerId]) => customerId));
    this.files.push({ file, sealed, sharedWith, audience: new Set() });
    const version = this.files.length;
    const refs = { nameTag: 'tag' };
    const plain = { kind: 'file', name: 'Angebot.txt', ...file };
    const document = {
      entity: 'document',
      id: this.documentId,
      scopeId: this.#world.open.id,
      version,
      refs,
      plain,
    };
    const shares = live.map(([customerId, share]) => this.#shareRecord(customerId, share, file));
    await this.#seal(writer, [document, ...shares], file);
    return true;
  }

  async share(writer: Participant, { act, customer }: GeneratedAct): Promise<boolean> {
    const newest = this.files.at(-1);
    const { id: customerId } = this.#world.customers[customer]!;
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
