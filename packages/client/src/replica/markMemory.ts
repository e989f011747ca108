/**
 * The version marks of a stream as a device remembers them beyond the session: a server that ends the session makes the
 * replica go, and must not be believed afterwards when it shows an older state. Sealed under a key from the account's
 * seeds, under a name that follows from them, too; nothing else of the records is kept. A piece holds marks, of
 * which the highest version of a record counts. How far a
 * scope was read stands there as a mark of the scope itself, with its revision, and so does a revision at which a record
 * that was refused may come again: what is new there was dated back. A record shows before its signature is verified: only
 * then is it remembered, and that its scope was read past it.
 */
import { validate } from 'uuid';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import { openMemory } from '../vault/openMemory.ts';
import type { Vault } from '../vault/vault.ts';
import { joined, pack, unpack } from './packedMarks.ts';
import type { PlannedWrite } from './plannedWrites.ts';
import type { RecordSet } from './recordSet.ts';
import type { ReadPlace, VersionMark } from './versionMarks.ts';

/** Most marks that a device remembers of one stream, 7.4 MB. */
const maxMarks = 200_000;
/** Records that are believed, before they are remembered without anything else that is to be kept. */
const mostDue = 5_000;
/** Marks in a piece, where all are written anew. */
const pieceSize = 20_000;
/** Pieces before they are gathered. */
const maxPieces = 32;

interface Manifest {
  pieces: { n: number; count: number }[];
  next: number;
  /** Sealed: the `restore` entry that the device went along with, by its signature. */
  restored?: Uint8Array | undefined;
}

export interface MarkMemoryParts {
  workspaceId: string;
  device: DeviceStore;
  vault: Pick<Vault, 'sealLocal' | 'openLocal' | 'memoryName'>;
  records: Pick<RecordSet, 'believedMark' | 'markedIds' | 'unverifiedCount'>;
  state: {
    /** Returns how far the scopes were read, and where what was refused may come again. */
    places(): Iterable<ReadPlace>;
  };
  /** Most marks that are kept. */
  limit?: number;
}

export interface Remembered {
  marks: Map<string, VersionMark>;
  /** False where some marks were given up. */
  isWhole: boolean;
  /** None where some marks were given up: a record without one would seem to be new. */
  places: ReadPlace[];
  restored: string | undefined;
}

/** Forgets the marks of a workspace. */
export async function forgetMarks(
  { device, vault }: { device: DeviceStore; vault: Pick<Vault, 'memoryName'> },
  workspaceId: string,
): Promise<void> {
  const name = await vault.memoryName(workspaceId);
  const pieces = await device.keys('memory', piecesPrefix(name));
  await device.write([manifestKey(name), ...pieces].map(removal));
}

export class MarkMemory {
  readonly #parts: MarkMemoryParts;
  #name: Promise<string> | undefined;
  #restored: string | undefined;
  /** Revisions of the places that are remembered, by id. */
  #told = new Map<string, number>();
  /** Records that came to be believed, and are to be remembered. */
  readonly #believed = new Set<string>();
  #hasBelieved = false;
  /** False while an earlier session may have waited with how far the scopes were read. */
  #isCaughtUp = false;
  /** True from when what the device remembers does not hold any more until all is written anew. */
  #isStale = false;

  constructor(parts: MarkMemoryParts) {
    this.#parts = parts;
  }

  /** Takes what the parts say now, which was read from the device, for remembered. */
  begin(): void {
    this.#told = new Map([...this.#parts.state.places()].map(({ id, revision }) => [id, revision]));
  }

  /**
   * Returns what the device remembers of the records, be they here or not. What does not open was another's, or of keys
   * that are gone.
   */
  async load(): Promise<Remembered> {
    const { device } = this.#parts;
    const name = await this.#nameOf();
    const marks = new Map<string, VersionMark>();
    const places = new Map<string, ReadPlace>();
    const manifest = await device.get<Manifest>('memory', manifestKey(name));
    for (const { n } of manifest?.pieces ?? []) {
      const sealed = await device.get<Uint8Array>('memory', pieceKey(name, n));
      const bytes = sealed && (await this.#open(pieceKey(name, n), sealed));
      if (bytes)
        unpack(bytes, (id, { state, ...mark }) => {
          if (state === 'read' || state === 'awaited')
            places.set(id, { id, scopeId: mark.scopeId, revision: mark.version });
          else {
            // The mark of a head does not say how far its scope was read.
            if (places.get(id)?.scopeId !== id) places.delete(id);
            const known = { ...mark, state };
            if (isNewer(known, marks.get(id))) marks.set(id, known);
          }
        });
    }
    const restored = manifest?.restored && (await this.#open(restoredLabel(name), manifest.restored));
    this.#restored = restored && new TextDecoder().decode(restored);
    // Whoever gives some up keeps as many as that.
    const isWhole = marks.size < this.#limit;
    return { marks, isWhole, places: isWhole ? [...places.values()] : [], restored: this.#restored };
  }

  /** Lets the next writes remember these records, which are believed now. Returns true where many are waiting for that. */
  believe(ids: readonly string[]): boolean {
    for (const id of ids) this.#believed.add(id);
    this.#hasBelieved ||= ids.length > 0;
    return this.#believed.size >= mostDue;
  }

  /**
   * Makes the next writes remember how far all scopes were read, where an earlier session may have waited with that for what came to
   * be believed only now. Call it when all is here, and believed. Returns true if so, the first time.
   */
  catchUp(): boolean {
    if (this.#isCaughtUp) return false;
    this.#isCaughtUp = true;
    if (this.#hasBelieved) this.#told.clear();
    return this.#hasBelieved;
  }

  /** Makes the next writes remember what is here then, and nothing else: the rest does not hold any more. */
  giveUp(): void {
    this.#isStale = true;
  }

  /** Returns the writes that remember the marks of these records and of what came to be believed, for the transaction that keeps it. */
  async writesFor(ids: Iterable<string>, restored: string | undefined): Promise<PlannedWrite[]> {
    if (this.#isStale) return this.allWrites(restored);
    const marked = new Set([...ids, ...this.#believed]);
    this.#believed.clear();
    const packed = [...[...marked].flatMap((id) => this.#packed(id)), ...this.#packedPlaces()];
    if (packed.length === 0 && restored === this.#restored) return [];
    const name = await this.#nameOf();
    const manifest = await this.#manifest(name);
    const count = manifest.pieces.reduce((sum, piece) => sum + piece.count, packed.length);
    if (manifest.pieces.length >= maxPieces || count > 1.25 * this.#limit) {
      // Records of a windowed scope are not all in memory: what was remembered of the others goes on.
      return this.#anew(restored, await this.load());
    }
    const writes = packed.length > 0 ? [this.#piece(name, manifest, packed)] : [];
    return [...writes, await this.#manifestWrite(name, manifest, restored)];
  }

  /** Returns the writes that remember all marks as they are now, and nothing else. */
  allWrites(restored: string | undefined): Promise<PlannedWrite[]> {
    this.#isStale = false;
    this.#believed.clear();
    return this.#anew(restored, { marks: new Map(), places: [] });
  }

  async #anew(
    restored: string | undefined,
    { marks, places }: Pick<Remembered, 'marks' | 'places'>,
  ): Promise<PlannedWrite[]> {
    const name = await this.#nameOf();
    const manifest = await this.#manifest(name);
    const gone = manifest.pieces.map(({ n }): DeviceWrite => removal(pieceKey(name, n)));
    manifest.pieces = [];
    const packed: Uint8Array[] = [];
    const ids = new Set([...this.#parts.records.markedIds(), ...marks.keys()]);
    for (const id of ids) {
      packed.push(...this.#packed(id, marks));
      if (packed.length === this.#limit) break;
    }
    this.#told.clear();
    if (packed.length < this.#limit) packed.push(...this.#packedPlaces(places));
    const writes: PlannedWrite[] = [];
    for (let start = 0; start < packed.length; start += pieceSize)
      writes.push(this.#piece(name, manifest, packed.slice(start, start + pieceSize)));
    return [...gone, ...writes, await this.#manifestWrite(name, manifest, restored)];
  }

  get #limit(): number {
    return this.#parts.limit ?? maxMarks;
  }

  #packed(id: string, more?: ReadonlyMap<string, VersionMark>): Uint8Array[] {
    const mark = this.#parts.records.believedMark(id) ?? more?.get(id);
    if (!mark || !validate(id) || !validate(mark.scopeId)) return [];
    // Its mark takes the place where it was awaited away, and how far its scope was read may be waiting for it.
    this.#told.delete(id);
    this.#told.delete(mark.scopeId);
    return [pack(id, mark)];
  }

  /**
   * Packs the places that are not remembered yet. How far a scope was read waits for all records to be believed: one that is not
   * remembered would seem to be dated back when it comes again.
   * @param before what is remembered until then
   */
  #packedPlaces(before: readonly ReadPlace[] = []): Uint8Array[] {
    const { records, state } = this.#parts;
    const isSure = records.unverifiedCount === 0;
    const isKnown = ({ id, scopeId }: ReadPlace) => isSure || id !== scopeId;
    const kept = before.filter((place) => !isKnown(place));
    return [...kept, ...[...state.places()].filter(isKnown)].flatMap(({ id, scopeId, revision }) => {
      if (this.#told.get(id) === revision || !validate(id) || !validate(scopeId)) return [];
      this.#told.set(id, revision);
      return [pack(id, { scopeId, version: revision, state: id === scopeId ? 'read' : 'awaited' })];
    });
  }

  #piece(name: string, manifest: Manifest, packed: readonly Uint8Array[]): PlannedWrite {
    const n = manifest.next++;
    manifest.pieces.push({ n, count: packed.length });
    const key = pieceKey(name, n);
    return { table: 'memory', key, label: this.#label(key), plain: () => joined(packed) };
  }

  async #manifest(name: string): Promise<Manifest> {
    return (await this.#parts.device.get<Manifest>('memory', manifestKey(name))) ?? { pieces: [], next: 0 };
  }

  async #manifestWrite(name: string, manifest: Manifest, restored: string | undefined): Promise<DeviceWrite> {
    this.#restored = restored;
    const label = this.#label(restoredLabel(name));
    const sealed = restored
      ? await this.#parts.vault.sealLocal('memory', label, new TextEncoder().encode(restored))
      : undefined;
    return { table: 'memory', key: manifestKey(name), value: { ...manifest, restored: sealed } };
  }

  #nameOf(): Promise<string> {
    this.#name ??= this.#parts.vault.memoryName(this.#parts.workspaceId);
    return this.#name;
  }

  #label(key: string): string {
    return `${this.#parts.workspaceId}/${key}`;
  }

  #open(key: string, sealed: Uint8Array): Promise<Uint8Array | undefined> {
    return openMemory(this.#parts.vault, this.#label(key), sealed);
  }
}

const manifestKey = (name: string): string => `marks/${name}`;

const piecesPrefix = (name: string): string => `mark/${name}/`;
const pieceKey = (name: string, n: number): string => piecesPrefix(name) + n;

const restoredLabel = (name: string): string => `restored/${name}`;

const removal = (key: string): DeviceWrite => ({ table: 'memory', key, value: undefined });

/**
 * Tells whether a state is newer. A move writes two states of one version: where the record is counts, not
 * where it was.
 */
const isNewer = (mark: VersionMark, than: VersionMark | undefined): boolean =>
  !than || mark.version > than.version || (mark.version === than.version && than.state === 'deleted');
