/**
 * The replica on the device: opened records in pages of 500, each sealed whole under the device's key (row by row would
 * take four times as long to open), and small pieces with what came since, gathered into pages when there is time. A
 * later piece stands above an earlier one; of two states of a record the newer version counts.
 */
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import type { Vault } from '../vault/vault.ts';
import type { KeptRecord } from './recordSet.ts';

/** Records in a full page. */
export const pageSize = 500;
/** Pieces that are no full page before they are gathered. */
const maxPieces = 24;
/** Pages that are read and opened at once. */
const atOnce = 8;

interface Piece {
  n: number;
  /** Records in it. */
  count: number;
}

interface Manifest {
  pieces: Piece[];
  next: number;
  /** Some of what the pieces hold must not stay on the device. */
  mustRewrite: boolean;
}

export interface PageParts {
  workspaceId: string;
  store: DeviceStore;
  vault: Pick<Vault, 'sealLocal' | 'openLocal'>;
  /** What to keep of a record now. */
  kept(id: string): KeptRecord | undefined;
  /** All records to keep, and how many they are. */
  ids(): string[];
  size(): number;
}

export class PageStore {
  readonly #parts: PageParts;
  readonly #prefix: string;
  #manifest: Manifest = { pieces: [], next: 0, mustRewrite: false };
  /** Ids in the pieces that are no full page. */
  readonly #loose = new Map<number, string[]>();

  constructor(parts: PageParts) {
    this.#parts = parts;
    this.#prefix = `${parts.workspaceId || 'personal'}/`;
  }

  /**
   * Reads every page, in order. @returns how many could not be opened: what was in them has to be pulled again.
   */
  async load(take: (records: KeptRecord[]) => void): Promise<number> {
    const { store } = this.#parts;
    this.#manifest = (await store.get<Manifest>('state', this.#manifestKey)) ?? this.#manifest;
    let lost = 0;
    const { pieces } = this.#manifest;
    const opening = new Map<number, Promise<KeptRecord[] | undefined>>();
    const open = (i: number) => {
      const piece = pieces[i];
      if (piece) opening.set(i, this.#read(piece));
    };
    for (let i = 0; i < atOnce; i++) open(i);
    for (const [i, piece] of pieces.entries()) {
      const records = await opening.get(i);
      opening.delete(i);
      open(i + atOnce);
      if (!records) {
        lost++;
        continue;
      }
      take(records);
      if (piece.count < pageSize) this.#loose.set(piece.n, records.map(idOf));
    }
    if (lost > 0) this.rewriteSoon();
    return lost;
  }

  /** The writes that keep these records; they go into one transaction with whatever belongs to them. */
  async writesFor(ids: Iterable<string>): Promise<DeviceWrite[]> {
    const { writes, pieces, loose } = await this.#seal(ids);
    if (pieces.length === 0) return [];
    this.#manifest = { ...this.#manifest, pieces: [...this.#manifest.pieces, ...pieces] };
    for (const [n, list] of loose) this.#loose.set(n, list);
    return [...writes, this.#manifestWrite()];
  }

  /** Whether another tab wrote pages since this one read them; then what is kept has to be written anew. */
  async wasOvertaken(): Promise<boolean> {
    const kept = await this.#parts.store.get<Manifest>('state', this.#manifestKey);
    if (!kept || JSON.stringify(kept) === JSON.stringify(this.#manifest)) return false;
    this.#manifest = { ...kept, mustRewrite: true };
    this.#loose.clear();
    return true;
  }

  /** Plaintext of a scope that was closed must leave the device; kept with the next write, until it is done. */
  rewriteSoon(): void {
    this.#manifest = { ...this.#manifest, mustRewrite: true };
  }

  /** Whether tidying is due: many small pieces, or more outdated records than live ones. */
  get isUntidy(): boolean {
    return this.#manifest.mustRewrite || this.#isBloated || this.#loose.size > maxPieces;
  }

  /**
   * Gathers the small pieces into pages, or rewrites everything when more than half of it is outdated. Must not run
   * beside another write of this store. `more` goes into the same transaction. Costs O(records that are gathered), a rewrite's share per record written O(1).
   */
  async tidy(more: DeviceWrite[] = []): Promise<void> {
    const { pieces } = this.#manifest;
    const isFull = this.#manifest.mustRewrite || this.#isBloated;
    const ids = isFull ? this.#parts.ids() : [...this.#loose.values()].flat();
    const old = isFull ? pieces : pieces.filter((piece) => this.#loose.has(piece.n));
    const made = await this.#seal(ids);
    const gone = new Set(old);
    this.#manifest = {
      ...this.#manifest,
      mustRewrite: false,
      pieces: [...pieces.filter((piece) => !gone.has(piece)), ...made.pieces],
    };
    this.#loose.clear();
    for (const [n, list] of made.loose) this.#loose.set(n, list);
    const deletes = old.map(({ n }): DeviceWrite => ({ table: 'page', key: this.#key(n), value: undefined }));
    await this.#parts.store.write([...made.writes, ...deletes, this.#manifestWrite(), ...more]);
  }

  get #isBloated(): boolean {
    let rows = 0;
    for (const { count } of this.#manifest.pieces) rows += count;
    return rows > 4 * pageSize && rows > 2 * this.#parts.size();
  }

  /** Cuts records into pages and seals these; a few at a time, so that nothing else waits for long. */
  async #seal(ids: Iterable<string>) {
    const pieces: Piece[] = [];
    const loose: [number, string[]][] = [];
    const writes: DeviceWrite[] = [];
    const unique = [...new Set(ids)];
    let page: KeptRecord[] = [];
    const close = async () => {
      if (page.length === 0) return;
      const n = this.#manifest.next++;
      pieces.push({ n, count: page.length });
      if (page.length < pageSize) loose.push([n, page.map(idOf)]);
      const key = this.#key(n);
      const plain = utf8(JSON.stringify(page));
      page = [];
      writes.push({ table: 'page', key, value: await this.#parts.vault.sealLocal('page', key, plain) });
    };
    for (const id of unique) {
      const kept = this.#parts.kept(id);
      if (kept) page.push(kept);
      if (page.length === pageSize) await close();
    }
    await close();
    return { pieces, loose, writes };
  }

  async #read({ n }: Piece): Promise<KeptRecord[] | undefined> {
    const { store, vault } = this.#parts;
    const key = this.#key(n);
    const sealed = await store.get<Uint8Array>('page', key);
    if (!sealed) return undefined;
    const opened = await vault.openLocal('page', key, sealed).catch(() => undefined);
    return opened && (JSON.parse(fromUtf8(opened)) as KeptRecord[]);
  }

  #key(n: number): string {
    return `${this.#prefix}${String(n).padStart(9, '0')}`;
  }

  get #manifestKey(): string {
    return `${this.#prefix}pages`;
  }

  #manifestWrite(): DeviceWrite {
    return { table: 'state', key: this.#manifestKey, value: this.#manifest };
  }
}

const idOf = (record: KeptRecord): string => ('row' in record ? record.row.id : record.id);
