/**
 * The replica on the device: opened records in pages of 500, each sealed whole under the device's key (row by row would
 * take four times as long to open), and small pieces with what came since, gathered into pages when there is time. Each
 * scope has pages of its own, so that those that a screen needs open first and those of a closed one go; the records
 * that head the scopes (projects, customers) lie together. Of two states of a record the newer version counts.
 */
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import type { Vault } from '../vault/vault.ts';
import { groupOf, idIn, type KeptRecord } from './keptRecord.ts';
import { type PlannedWrite, sealWrites } from './plannedWrites.ts';

/** Records in a full page. */
export const pageSize = 500;
/** Small pieces beyond one per group, over all groups, before they are merged. */
const maxPieces = 24;

export interface Piece {
  n: number;
  /** Records in it. */
  count: number;
  /** The authors of those that were written unverified have been verified since. */
  isBelieved?: true;
}

interface Manifest {
  pieces: readonly Piece[];
  next: number;
  /** True if some of what the pieces hold must not stay on the device. */
  mustRewrite: boolean;
}

interface Group extends Manifest {
  /** Ids in the pieces that are not full pages. */
  loose: Map<number, string[]>;
}

export interface PageParts {
  workspaceId: string;
  store: DeviceStore;
  vault: Pick<Vault, 'sealPieces' | 'openLocal'>;
  /** Returns what to keep of a record now; more than one entry where it left a scope. */
  kept(id: string): KeptRecord[];
  /** Returns the ids of all records to keep. */
  ids(): string[];
  /** Counts the records of a group, approximately. */
  count(group: string): number;
}

export class PageStore {
  readonly #parts: PageParts;
  readonly #prefix: string;
  readonly #groups = new Map<string, Group>();
  /** True if every group has to be rewritten, including those that have no pages yet. */
  #mustRewriteAll = false;

  constructor(parts: PageParts) {
    this.#parts = parts;
    this.#prefix = `${parts.workspaceId || 'personal'}/`;
  }

  /** Reads which pages there are. */
  async load(): Promise<void> {
    for (const [group, manifest] of await this.#manifests()) this.#groups.set(group, withoutLoose(manifest));
  }

  /** Returns every group that has pages, and the pieces to `read` in their order. */
  get groups(): ReadonlyMap<string, { readonly pieces: readonly Piece[] }> {
    return this.#groups;
  }

  /** Opens a piece; undefined where that fails: what was in it has to be pulled again. */
  async read(name: string, { n, count, isBelieved }: Piece): Promise<KeptRecord[] | undefined> {
    const { store, vault } = this.#parts;
    const key = this.#key(name, n);
    const open = async () => {
      const sealed = await store.get<Uint8Array>('page', key);
      return sealed && (JSON.parse(fromUtf8(await vault.openLocal('page', key, sealed))) as KeptRecord[]);
    };
    const records = await open().catch(() => undefined);
    const group = this.#groups.get(name)!;
    if (!records) group.mustRewrite = true;
    else if (count < pageSize) group.loose.set(n, records.map(idIn));
    return isBelieved ? records?.map(asBelieved) : records;
  }

  /** Rereads which pages a group has. Returns true if they have changed: another tab merged them. */
  async reread(name: string): Promise<boolean> {
    const manifest = await this.#parts.store.get<Manifest>('state', `${this.#prefix}pages/${name}`);
    const known = this.#groups.get(name);
    if (!manifest || (known && JSON.stringify(manifest.pieces) === JSON.stringify(known.pieces)))
      return false;
    this.#groups.set(name, withoutLoose(manifest));
    return true;
  }

  /** Returns the writes that keep these records; they go into one transaction with whatever belongs to them. */
  writesFor(ids: Iterable<string>): PlannedWrite[] {
    const kept = [...new Set(ids)].flatMap((id) => this.#parts.kept(id));
    const writes: PlannedWrite[] = [];
    for (const [name, records] of Map.groupBy(kept, groupOf)) {
      const group = this.#group(name);
      const made = this.#paged(name, group, records);
      group.pieces = [...group.pieces, ...made.pieces];
      for (const [n, list] of made.loose) group.loose.set(n, list);
      writes.push(...made.writes, this.#manifestWrite(name, group));
    }
    return writes;
  }

  /** Returns the writes that keep that everything in the pages is verified. */
  believeAll(): DeviceWrite[] {
    const writes: DeviceWrite[] = [];
    for (const [name, group] of this.#groups) {
      // What was refused has yet to go from these.
      if (group.mustRewrite || group.pieces.every(({ isBelieved }) => isBelieved)) continue;
      group.pieces = group.pieces.map((piece) => ({ ...piece, isBelieved: true }));
      writes.push(this.#manifestWrite(name, group));
    }
    return writes;
  }

  /**
   * Returns true if another tab wrote pages since this one read them; everything that is kept then has to be
   * rewritten.
   */
  async wasOvertaken(): Promise<boolean> {
    const stored = await this.#manifests();
    if (stored.length === 0) return false;
    const own = [...this.#groups].map(([name, group]): [string, Manifest] => [name, manifestOf(group)]);
    if (JSON.stringify(sorted(stored)) === JSON.stringify(sorted(own))) return false;
    for (const [name, manifest] of stored) this.#groups.set(name, withoutLoose(manifest));
    this.#mustRewriteAll = true;
    return true;
  }

  /**
   * Schedules the rewriting of groups whose contents must leave the device or be replaced; kept with the next write,
   * until it is done.
   */
  rewriteSoon(groups: readonly string[]): void {
    for (const name of groups) this.#group(name).mustRewrite = true;
  }

  /** Schedules the rewriting of everything. */
  rewriteAllSoon(): void {
    this.#mustRewriteAll = true;
  }

  /** Tells whether tidying is due: many small pieces, or more outdated records than live ones. */
  get isUntidy(): boolean {
    if (this.#mustRewriteAll) return true;
    let spare = 0;
    for (const [name, group] of this.#groups) {
      if (this.#mustBeAnew(name, group)) return true;
      spare += Math.max(0, group.loose.size - 1);
    }
    return spare > maxPieces;
  }

  /**
   * Merges small pieces into pages, and rewrites groups of which more than half is outdated. Must not run concurrently
   * with another write of this store. `more` goes into the same transaction. Costs O(records gathered); the share of a
   * rewrite per record written is O(1).
   */
  async tidy(more: readonly PlannedWrite[] = []): Promise<void> {
    const { store, vault } = this.#parts;
    const writes: DeviceWrite[] = [];
    const after: (() => void)[] = [];
    const whole = this.#wholeGroups();
    // Not afterwards: what is asked for while this is written is due once more.
    this.#mustRewriteAll = false;
    for (const name of whole.keys()) this.#group(name).mustRewrite = false;
    for (const [name, group] of this.#groups) {
      const all = whole.get(name);
      if (!all && group.loose.size < 2) continue;
      const ids = new Set([...group.loose.values()].flat());
      const records = all ?? [...ids].flatMap((id) => this.#keptIn(name, id));
      const old = all ? group.pieces : group.pieces.filter((piece) => group.loose.has(piece.n));
      const made = this.#paged(name, group, records);
      const gone = new Set(old);
      const pieces = [...group.pieces.filter((piece) => !gone.has(piece)), ...made.pieces];
      writes.push(...(await sealWrites(vault, made.writes)));
      for (const { n } of old) writes.push({ table: 'page', key: this.#key(name, n), value: undefined });
      writes.push(this.#manifestWrite(name, { ...group, pieces }));
      after.push(() => Object.assign(group, { pieces, loose: new Map(made.loose) }));
    }
    await store.write([...writes, ...(await sealWrites(vault, more))]);
    for (const apply of after) apply();
  }

  /** Returns the records of the groups that have to be rewritten. */
  #wholeGroups(): Map<string, KeptRecord[]> {
    const whole = new Map<string, KeptRecord[]>();
    for (const [name, group] of this.#groups) if (this.#mustBeAnew(name, group)) whole.set(name, []);
    if (whole.size === 0 && !this.#mustRewriteAll) return whole;
    for (const id of this.#parts.ids())
      for (const kept of this.#parts.kept(id)) {
        const name = groupOf(kept);
        if (this.#mustRewriteAll && !whole.has(name)) {
          this.#group(name);
          whole.set(name, []);
        }
        whole.get(name)?.push(kept);
      }
    return whole;
  }

  #mustBeAnew(name: string, group: Group): boolean {
    return this.#mustRewriteAll || group.mustRewrite || this.#isBloated(name, group);
  }

  #isBloated(name: string, { pieces }: Group): boolean {
    let rows = 0;
    for (const { count } of pieces) rows += count;
    return rows > 4 * pageSize && rows > 2 * this.#parts.count(name);
  }

  #keptIn(name: string, id: string): KeptRecord[] {
    return this.#parts.kept(id).filter((kept) => groupOf(kept) === name);
  }

  #group(name: string): Group {
    let group = this.#groups.get(name);
    if (!group) {
      group = withoutLoose({ pieces: [], next: 0, mustRewrite: false });
      this.#groups.set(name, group);
    }
    return group;
  }

  /** Splits records into pages. */
  #paged(name: string, group: Group, records: readonly KeptRecord[]) {
    const pieces: Piece[] = [];
    const loose: [number, string[]][] = [];
    const writes: PlannedWrite[] = [];
    for (let start = 0; start < records.length; start += pageSize) {
      const page = records.slice(start, start + pageSize);
      const n = group.next++;
      pieces.push({ n, count: page.length });
      if (page.length < pageSize) loose.push([n, page.map(idIn)]);
      const key = this.#key(name, n);
      writes.push({ table: 'page', key, label: key, plain: () => utf8(JSON.stringify(page)) });
    }
    return { pieces, loose, writes };
  }

  async #manifests(): Promise<[group: string, manifest: Manifest][]> {
    const prefix = `${this.#prefix}pages/`;
    const rows = await this.#parts.store.scan<Manifest>('state', prefix);
    return rows.map(([key, manifest]) => [key.slice(prefix.length), manifest]);
  }

  #key(group: string, n: number): string {
    return `${this.#prefix}${group}/${String(n).padStart(9, '0')}`;
  }

  #manifestWrite(group: string, manifest: Manifest): DeviceWrite {
    return { table: 'state', key: `${this.#prefix}pages/${group}`, value: manifestOf(manifest) };
  }
}

const manifestOf = ({ pieces, next, mustRewrite }: Manifest): Manifest => ({ pieces, next, mustRewrite });

const withoutLoose = (manifest: Manifest): Group => ({ ...manifest, loose: new Map() });

const sorted = (manifests: [string, Manifest][]) => manifests.sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns the record as it is kept once its author is verified. */
function asBelieved(kept: KeptRecord): KeptRecord {
  if (!('unverified' in kept)) return kept;
  const { unverified: _, ...rest } = kept;
  return rest;
}
