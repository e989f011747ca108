/**
 * A room of any number of messages that exist only as far as somebody asks for them: each is made from its number, sealed
 * and signed as its author does, and kept for the next one who asks. So a million of them take no disk and no hour.
 */
import type { LocalVault } from '@kontor/client/vault/localVault';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { limits } from '@kontor/contract/wire/protocol';
import type { Scope } from '@kontor/contract/wire/scope';
import type { SyncAnswer, SyncScope } from '@kontor/contract/wire/sync';
import type { HistoryRequest } from '@kontor/contract/wire/syncRequest';
import { tasksOf } from '../records.ts';

/** ms between two messages: a million are written in a year. */
const every = 31_536;
const begin = Date.UTC(2025, 10, 22);

/** Texts of 26 words, which the messages take by turns. */
const texts = [...tasksOf(500, '')].map(
  ({ title, description }) => `${title} ${JSON.stringify(description)}`,
);

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

export interface RoomAuthor {
  userId: string;
  workspaceId: string;
  vault: Pick<LocalVault, 'sealRecords'>;
}

export class Room {
  readonly scope: Scope;
  readonly size: number;
  readonly #author: RoomAuthor;
  readonly #sealed = new Map<number, SealedRecord>();

  constructor(author: RoomAuthor, scopeId: string, size: number) {
    this.#author = author;
    this.scope = { id: scopeId, kind: 'room', access: 'open' };
    this.size = size;
  }

  /** Returns the revision of the newest message; the head's is 1. */
  get revision(): number {
    return this.size + 1;
  }

  /** Returns the moment at which the message of a revision was written. */
  timeOf(revision: number): number {
    return begin + revision * every;
  }

  /** Returns the id of the message of a revision: a UUIDv7 of its moment. */
  idOf(revision: number): string {
    const time = hex(this.timeOf(revision), 12);
    const mixed = Math.imul(revision, 0x9e3779b1) >>> 0;
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-0000${hex(mixed, 8)}`;
  }

  /** Returns the message of a revision in clear. */
  plainOf(revision: number) {
    const { userId } = this.#author;
    return {
      entity: 'probeMessage',
      id: this.idOf(revision),
      scopeId: this.scope.id,
      version: 1,
      refs: { userId },
      plain: { words: `${revision}: ${texts[revision % texts.length]}` },
      chain: { counter: revision - 1, previous: '' },
    };
  }

  async rows(from: number, to: number): Promise<SealedRecord[]> {
    const missing: number[] = [];
    for (let at = from; at <= to; at++) if (!this.#sealed.has(at)) missing.push(at);
    const { vault, workspaceId } = this.#author;
    const records = missing.map((at) => (at === 1 ? this.#head() : this.plainOf(at)));
    const sealed = await vault.sealRecords(workspaceId, records);
    for (const [i, revision] of missing.entries()) {
      const { plain: _, ...row } = records[i]!;
      const place = { revision, createdRevision: revision, updatedAt: this.timeOf(revision), deleted: false };
      this.#sealed.set(revision, { ...row, ...place, sealed: sealed[i]! });
    }
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => this.#sealed.get(from + i)!);
  }

  async pulled(cursor: number): Promise<SyncScope<SealedRecord>[]> {
    if (cursor === this.revision) return [];
    const from = Math.max(1, this.revision - limits.headRows + 1);
    const head = from > 1 ? await this.rows(1, 1) : [];
    const rows = [...head, ...(await this.rows(from, this.revision))];
    const window = { from, isStart: from === 1 };
    return [{ ...this.scope, cursor: this.revision, keys: [], rows, window, isWhole: true }];
  }

  async history({ before, limit }: HistoryRequest): Promise<SyncAnswer> {
    const from = Math.max(1, before - limit);
    const rows = await this.rows(from, before - 1);
    const window = { from: from === 1 ? 0 : from, isStart: from === 1 };
    const page = { ...this.scope, cursor: this.revision, keys: [], rows, window, isWhole: true };
    return { scopes: [page], log: [], gone: [], more: false };
  }

  #head() {
    const { id } = this.scope;
    const plain = { name: 'Baustelle' };
    return { entity: 'probeRoom', id, scopeId: id, version: 1, refs: { memberIds: [] }, plain };
  }
}
