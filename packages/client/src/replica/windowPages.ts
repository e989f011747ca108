/**
 * The records of windowed scopes on the device: sealed pages of 256 created revisions each, so that the place of a record
 * says which page it is in, and beside each page the hashes of its ids, which are no secret. A page is read, joined with
 * what is new and written again; nothing else has to be known of the scope for that.
 */
import { hasWords } from '@kontor/contract/entity/words';
import { entityOf } from '@kontor/contract/nouns/entities';
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import type { Vault } from '../vault/vault.ts';
import { idIn, type KeptRecord, placeOf, scopeIn } from './keptRecord.ts';
import { type PlannedWrite, sealWrites } from './plannedWrites.ts';
import type { Range } from './window/coverage.ts';
import { hashOf, IdIndex } from './window/idIndex.ts';
import { indexingFlag } from './window/indexingFlag.ts';

/** Created revisions of a page. */
export const pageRevisions = 256;

export const pageOf = (created: number): number => Math.floor(created / pageRevisions);

export const rangeOf = (page: number): Range => ({
  from: page * pageRevisions,
  to: (page + 1) * pageRevisions - 1,
});

export interface WindowPageParts {
  workspaceId: string;
  store: DeviceStore;
  vault: Pick<Vault, 'sealPieces' | 'openLocal'>;
  /** Names this session in the flags for the index. */
  session: string;
}

export class WindowPages {
  readonly #parts: WindowPageParts;
  readonly #prefix: string;
  readonly #indexes = new Map<string, Promise<IdIndex>>();
  readonly #loaded = new Map<string, IdIndex>();
  #isAbandoned = false;

  constructor(parts: WindowPageParts) {
    this.#parts = parts;
    this.#prefix = `${parts.workspaceId || 'personal'}/`;
  }

  /** Stops counting what is kept, until it was written anew. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#forgetIndexes();
  }

  /** Counts what is kept, as it is now: this tab or another has written it anew, or more of it. */
  resume(): void {
    this.#isAbandoned = false;
    this.#forgetIndexes();
  }

  #forgetIndexes(): void {
    this.#indexes.clear();
    this.#loaded.clear();
  }

  /** Opens a page; nothing where there is none. `damaged`: what was in it has to be fetched again. */
  read(scopeId: string, page: number): Promise<KeptRecord[] | 'damaged'> {
    return this.#stored(scopeId, page).catch(() => 'damaged');
  }

  /** Opens a page that is to be written. Rejects where the store cannot be read just now: that would cost what is in it. */
  async #stored(scopeId: string, page: number): Promise<KeptRecord[] | 'damaged'> {
    const { store, vault } = this.#parts;
    const key = this.#key(scopeId, page);
    if (this.#isAbandoned) return [];
    const sealed = await store.get<Uint8Array>('page', key);
    try {
      return sealed ? (JSON.parse(fromUtf8(await vault.openLocal('page', key, sealed))) as KeptRecord[]) : [];
    } catch {
      return 'damaged';
    }
  }

  /** Tells what the pages of a scope hold by ids; read once. */
  index(scopeId: string): Promise<IdIndex> {
    const known = this.#indexes.get(scopeId);
    if (known) return known;
    const reading = this.#readIndex(scopeId);
    this.#indexes.set(scopeId, reading);
    const isCurrent = () => this.#indexes.get(scopeId) === reading;
    reading.then(
      (index) => isCurrent() && this.#loaded.set(scopeId, index),
      () => isCurrent() && this.#indexes.delete(scopeId),
    );
    return reading;
  }

  /** Returns the pages of a scope that the device keeps; undefined before `index` was read. */
  kept(scopeId: string): ReadonlySet<number> | undefined {
    return this.#loaded.get(scopeId)?.pages;
  }

  /** Returns the writes that keep these records (`isAnew`: and nothing that was kept before); they go into one transaction with whatever belongs to them. */
  async writesFor(kept: readonly KeptRecord[], { isAnew = false } = {}): Promise<PlannedWrite[]> {
    const writes: PlannedWrite[] = [];
    for (const [scopeId, ofScope] of Map.groupBy(kept, scopeIn)) {
      if (ofScope.some(({ entity }) => hasWords(entityOf(entity))))
        writes.push(this.#flag(scopeId, this.#parts.session));
      for (const [page, records] of Map.groupBy(ofScope, (record) => pageOf(placeOf(record)!))) {
        const before = isAnew ? [] : await this.#stored(scopeId, page);
        const joined = new Map(before === 'damaged' ? [] : before.map((record) => [idIn(record), record]));
        for (const record of records) {
          const known = joined.get(idIn(record));
          // Another tab may have kept more before this one took over.
          if (!known || versionOf(known) <= versionOf(record)) joined.set(idIn(record), record);
        }
        writes.push(...(await this.#planned(scopeId, page, [...joined.values()])));
      }
    }
    return writes;
  }

  /** Returns the writes that remember that the words are to leave a scope's pages. */
  writesToStrip(scopeIds: readonly string[]): DeviceWrite[] {
    return scopeIds.map((id) => ({ table: 'state', key: `${this.#prefix}closing/${id}`, value: true }));
  }

  /**
   * Takes the words out of the pages of scopes that closed; the marks of their records stay. `isRead` tells of a scope that is
   * read again by now: what came since lies in its pages, too.
   */
  async stripClosed(isRead: (scopeId: string) => boolean): Promise<void> {
    const prefix = `${this.#prefix}closing/`;
    for (const key of await this.#parts.store.keys('state', prefix)) {
      const scopeId = key.slice(prefix.length);
      if (!isRead(scopeId)) await this.#strip(scopeId);
      await this.#parts.store.write([{ table: 'state', key, value: undefined }]);
    }
  }

  async #strip(scopeId: string): Promise<void> {
    for (const page of (await this.index(scopeId)).pages) {
      const records = await this.#stored(scopeId, page);
      const marks = records === 'damaged' ? [] : records.map(closed);
      const writes = await sealWrites(this.#parts.vault, await this.#planned(scopeId, page, marks));
      await this.#parts.store.write(writes);
    }
  }

  /** Returns the pages of a scope that are on the device now, whichever tab kept them, also those that do not count. */
  async onDevice(scopeId: string): Promise<number[]> {
    const kept = await this.#parts.store.keys('state', `${this.#prefix}ids/${scopeId}/`);
    return kept.map((key) => Number(key.slice(-9)));
  }

  /** Returns the writes that delete a scope's pages, marks included. */
  async writesToForget(scopeId: string): Promise<DeviceWrite[]> {
    const pages = (await this.onDevice(scopeId)).flatMap((page): DeviceWrite[] => [
      { table: 'page', key: this.#key(scopeId, page), value: undefined },
      { table: 'state', key: this.#idsKey(scopeId, page), value: undefined },
    ]);
    // Nobody hears of what goes with them.
    return pages.length > 0 ? [...pages, this.#flag(scopeId, crypto.randomUUID())] : [];
  }

  async #readIndex(scopeId: string): Promise<IdIndex> {
    const prefix = `${this.#prefix}ids/${scopeId}/`;
    const rows = this.#isAbandoned ? [] : await this.#parts.store.scan<Uint32Array>('state', prefix);
    return new IdIndex(rows.map(([key, hashes]) => [Number(key.slice(prefix.length)), hashes] as const));
  }

  async #planned(scopeId: string, page: number, records: KeptRecord[]): Promise<PlannedWrite[]> {
    const index = await this.index(scopeId);
    for (const record of records) index.add(idIn(record), page);
    const key = this.#key(scopeId, page);
    const hashes = Uint32Array.from(records, (record) => hashOf(idIn(record)));
    return [
      { table: 'page', key, label: key, plain: () => utf8(JSON.stringify(records)) },
      { table: 'state', key: this.#idsKey(scopeId, page), value: hashes },
    ];
  }

  /** Returns the write that remembers that the index is behind with a scope. */
  #flag = (scopeId: string, session: string): DeviceWrite => ({
    table: 'state',
    key: indexingFlag(this.#parts.workspaceId, scopeId, session),
    value: true,
  });

  #key(scopeId: string, page: number): string {
    return `${this.#prefix}window/${scopeId}/${numbered(page)}`;
  }

  #idsKey(scopeId: string, page: number): string {
    return `${this.#prefix}ids/${scopeId}/${numbered(page)}`;
  }
}

const numbered = (page: number): string => String(page).padStart(9, '0');

const versionOf = (kept: KeptRecord): number => ('row' in kept ? kept.row.version : kept.version);

function closed(kept: KeptRecord): KeptRecord {
  if (!('row' in kept)) return kept;
  const { id, scopeId, version, createdRevision } = kept.row;
  return { entity: kept.entity, id, scopeId, version, createdRevision, gone: 'closed' };
}
