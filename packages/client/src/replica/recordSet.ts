/**
 * The records of a workspace: what the server confirmed, the pending transactions laid over it, and the collections that show
 * the result. A record that is shown exactly as confirmed (nearly all of them) is held once, in its collection;
 * `#shadow` holds the confirmed row only where the collection shows something else.
 */
import { livesIn } from '@kontor/contract/entity/placement';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { OpenedRecord } from '../vault/vault.ts';
import type { RecordCollection } from './collection.ts';
import { createCollections, type WritableCollections } from './collections.ts';
import { atTop, type ContainmentSource, containerOf, type Visibility, visibilityOf } from './containment.ts';
import { Departures } from './departures.ts';
import { groupIn, type KeptRecord } from './keptRecord.ts';
import { applyOps, type PendingOp } from './overlay.ts';
import { type Row, readRow, rowOf } from './row.ts';
import { sameValue } from './sameValue.ts';
import { judge, type VersionMark, type VersionVerdict } from './versionMarks.ts';

type AnyCollection = RecordCollection<Row>;

interface Gone {
  entity: EntityName;
  scopeId: string;
  version: number;
  state: 'deleted' | 'closed';
}

const isHead = (entity: EntityName): boolean => entityOf(entity).head !== undefined;

export class RecordSet implements ContainmentSource {
  readonly collections: WritableCollections = createCollections();
  readonly #shadow = new Map<string, { entity: EntityName; row: Row | undefined }>();
  readonly #gone = new Map<string, Gone>();
  readonly #departures = new Departures();
  /** Number of records kept, by group of pages. */
  readonly #counts = new Map<string, number>();
  /** Records that came from the device's pages and are not arranged yet. */
  #restored: { ids: string[]; scopeIds: Set<string> } = { ids: [], scopeIds: new Set() };
  /** Present, but not shown since its container was deleted. */
  readonly #hidden = new Map<string, { entity: EntityName; row: Row }>();
  /** By record: its container according to its own refs, whatever becomes of that; and the reverse. */
  readonly #containers = new Map<string, string>();
  readonly #contents = new Map<string, Set<string>>();
  readonly #cycles = new Set<string>();
  readonly #pendingOf: (id: string) => readonly PendingOp[];

  /** @param pendingOf the ops that the outbox holds of a record, oldest first */
  constructor(pendingOf: (id: string) => readonly PendingOp[]) {
    this.#pendingOf = pendingOf;
  }

  /** Records that lie in themselves. */
  get cycles(): ReadonlySet<string> {
    return this.#cycles;
  }

  /** Counts the records that are known, gone ones included. */
  get size(): number {
    let size = this.#gone.size;
    for (const name of entityNames) size += this.collections[name].size;
    return size + this.#hidden.size;
  }

  // --- reading ------------------------------------------------------------------------------------------------

  /** Returns the row as the server confirmed it. */
  confirmed(id: string): Row | undefined {
    const shadow = this.#shadow.get(id);
    if (shadow) return shadow.row;
    return this.shown(id)?.row;
  }

  /** Returns the row with the pending transactions applied, and with its own refs even where it is shown elsewhere. */
  displayed(id: string): Row | undefined {
    return applyOps(this.#pendingOf(id), this.confirmed(id));
  }

  /** Returns a record as the collections show it. */
  shown(id: string): { entity: EntityName; row: Row } | undefined {
    for (const entity of entityNames) {
      const row = this.#of(entity).get(id);
      if (row) return { entity, row };
    }
    return undefined;
  }

  entityOf(id: string): EntityName | undefined {
    return (
      this.#shadow.get(id)?.entity ??
      this.shown(id)?.entity ??
      this.#hidden.get(id)?.entity ??
      this.#gone.get(id)?.entity ??
      this.#pendingOf(id)[0]?.op.entity
    );
  }

  mark(id: string): VersionMark | undefined {
    const gone = this.#gone.get(id);
    if (gone) return gone;
    const row = this.confirmed(id);
    return row && { state: 'live', scopeId: row.scopeId, version: row.version };
  }

  /** Returns what the device is to keep of a record; undefined for one that the server never confirmed. */
  kept(id: string): KeptRecord | undefined {
    const entity = this.entityOf(id);
    if (!entity) return undefined;
    const gone = this.#gone.get(id);
    if (gone) return { entity, id, scopeId: gone.scopeId, version: gone.version, gone: gone.state };
    const row = this.confirmed(id);
    return row && { entity, row };
  }

  /**
   * Returns the same, and a tombstone for each scope that the record left, so that nothing older of it counts there.
   */
  keptAll(id: string): KeptRecord[] {
    const kept = this.kept(id);
    if (!kept) return [];
    const left = this.#departures
      .of(id)
      .map(
        ([scopeId, version]): KeptRecord => ({ entity: kept.entity, id, scopeId, version, gone: 'deleted' }),
      );
    return [kept, ...left];
  }

  /** Counts the records that the device keeps in a group of pages. */
  countIn(group: string): number {
    return this.#counts.get(group) ?? 0;
  }

  /** Returns the ids of all records that the device is to keep. */
  ids(): string[] {
    const ids = new Set<string>(this.#gone.keys());
    for (const entity of entityNames) for (const record of this.collections[entity].all()) ids.add(record.id);
    for (const id of this.#hidden.keys()) ids.add(id);
    for (const id of this.#shadow.keys()) ids.add(id);
    return [...ids];
  }

  /** Returns everything present in a scope besides its head, hidden things included; nothing where it has no head. */
  idsInScope(scopeId: string): string[] {
    const head = this.entityOf(scopeId);
    if (!head || !isHead(head)) return [];
    const [kind] = entityOf(head).scopes;
    const nouns = entityNames.filter((name) => livesIn(entityOf(name), kind));
    const shown = nouns.flatMap((name) =>
      this.#of(name)
        .where('scopeId', scopeId)
        .map(({ id }) => id),
    );
    const hidden = [...this.#hidden].flatMap(([id, { row }]) => (row.scopeId === scopeId ? [id] : []));
    return [...shown, ...hidden].filter((id) => id !== scopeId);
  }

  /** Returns the ids of what lies directly in a record, hidden records included. */
  contentsOf(id: string): readonly string[] {
    return [...(this.#contents.get(id) ?? [])];
  }

  containerOf(id: string): string | undefined {
    return this.#containers.get(id);
  }

  scopeOf(id: string): string | undefined {
    return (this.shown(id) ?? this.#hidden.get(id))?.row.scopeId;
  }

  presence(id: string): 'present' | 'deleted' | 'unknown' {
    if (this.#hidden.has(id) || this.shown(id)) return 'present';
    if (this.#gone.get(id)?.state === 'deleted') return 'deleted';
    // Confirmed but not shown: a pending transaction deletes it.
    return this.#shadow.get(id)?.row ? 'deleted' : 'unknown';
  }

  // --- writing ------------------------------------------------------------------------------------------------

  /** Takes over one verified record from the server, unless the marks refuse it. Show it with `refresh`. */
  take(record: OpenedRecord): VersionVerdict {
    const { id, plain } = record;
    const known = this.entityOf(id);
    if (known !== undefined && known !== record.entity) return 'equivocated';
    const verdict = judge(this.mark(id), record, () => {
      const row = plain && rowOf({ ...record, plain }, record.updatedAt);
      return row !== null && sameValue({ ...row, updatedAt: 0 }, { ...this.confirmed(id), updatedAt: 0 });
    });
    if (verdict === 'take') this.#confirm(record);
    return verdict;
  }

  #confirm(record: OpenedRecord): void {
    const { id, scopeId, version, plain } = record;
    const entity = record.entity as EntityName;
    this.#notePlace(id, scopeId, version);
    if (plain) {
      this.#gone.delete(id);
      this.#shadow.set(id, { entity, row: rowOf({ ...record, plain }, record.updatedAt) });
    } else {
      this.#gone.set(id, { entity, scopeId, version, state: 'deleted' });
      this.#shadow.set(id, { entity, row: undefined });
    }
  }

  /** Remembers which scope a record leaves with this version. */
  #notePlace(id: string, scopeId: string, version: number): void {
    const before = this.mark(id);
    if (before?.scopeId === scopeId) return;
    if (!this.#departures.endIn(id, scopeId)) this.#count(id, scopeId);
    if (before) this.#departures.note(id, before.scopeId, version);
  }

  #count(id: string, scopeId: string): void {
    const group = groupIn(id, scopeId);
    this.#counts.set(group, this.countIn(group) + 1);
  }

  /** Switches to what the server has after it was set back to a backup. Show it with `refresh`. */
  goBack(taken: readonly OpenedRecord[], unknown: readonly string[]): void {
    for (const record of taken) this.#confirm(record);
    for (const id of unknown) {
      const entity = this.entityOf(id);
      this.#gone.delete(id);
      this.#departures.forget(id);
      if (entity) this.#shadow.set(id, { entity, row: undefined });
    }
  }

  /**
   * Takes over a page that this device kept; of two states of one record the newer version counts, whichever comes
   * first. The fast path of what `take` and `refresh` do, since it goes through all records at each start. Call
   * `arrange` after the last page of a scope.
   */
  restore(page: readonly KeptRecord[]): void {
    const writes = new Map<EntityName, { id: string; record: Row | undefined }[]>();
    for (const kept of page) {
      const { entity } = kept;
      const { id, scopeId, version } = 'row' in kept ? kept.row : kept;
      const shadow = this.#shadow.get(id);
      const known = (shadow ? shadow.row : this.#of(entity).get(id)) ?? this.#gone.get(id);
      if (known && this.#isOutdated(kept, known)) continue;
      if (known?.scopeId !== scopeId) this.#count(id, scopeId);
      if (known && known.scopeId !== scopeId) this.#departures.note(id, known.scopeId, version);
      this.#restored.ids.push(id);
      this.#restored.scopeIds.add(scopeId);
      let record: Row | undefined;
      if ('row' in kept) {
        record = readRow(entity, kept.row) as unknown as Row;
        this.#gone.delete(id);
        this.#keepShadow(id, entity, kept.row, record);
        this.#setContainer(id, containerOf(entity, kept.row));
      } else {
        this.#gone.set(id, { entity, scopeId, version, state: kept.gone });
        this.#shadow.delete(id);
        this.#setContainer(id, undefined);
      }
      const list = writes.get(entity);
      if (list) list.push({ id, record });
      else writes.set(entity, [{ id, record }]);
    }
    for (const [entity, list] of writes) this.#of(entity).write(list);
  }

  /**
   * Returns true if what the device kept says less than what is known; what a record left behind stays with the scope
   * that it left.
   */
  #isOutdated(kept: KeptRecord, known: Row | Gone): boolean {
    const { id, scopeId, version } = 'row' in kept ? kept.row : kept;
    const isLeft = known.scopeId !== scopeId && !('row' in kept);
    if (known.version < version || (known.version === version && !isLeft)) return false;
    if (isLeft) {
      this.#count(id, scopeId);
      this.#departures.note(id, scopeId, version);
    }
    return true;
  }

  /** Shows the records that `restore` brought where they belong, or hides them. Returns their ids. */
  arrange(): readonly string[] {
    const { ids, scopeIds } = this.#restored;
    this.#restored = { ids: [], scopeIds: new Set() };
    const unsure = new Set(ids.filter((id) => this.#containers.has(id)));
    for (const scopeId of scopeIds)
      if (this.presence(scopeId) === 'deleted') for (const id of this.idsInScope(scopeId)) unsure.add(id);
    this.#arrange(unsure);
    return ids;
  }

  /** Tells the listeners of what `restore` and `arrange` changed. */
  notify(): void {
    for (const name of entityNames) this.collections[name].notify();
  }

  /** Forgets the records of a scope, save their marks. Returns their ids. */
  closeScope(scopeId: string): string[] {
    const closed: string[] = [];
    for (const id of this.ids()) {
      const row = this.confirmed(id);
      if (row?.scopeId !== scopeId) continue;
      const entity = this.entityOf(id)!;
      this.#gone.set(id, { entity, scopeId, version: row.version, state: 'closed' });
      this.#shadow.set(id, { entity, row: undefined });
      closed.push(id);
    }
    return closed;
  }

  /** Shows the present state of these records, and of what lies in them; tells the listeners at the end. */
  refresh(ids: Iterable<string>): void {
    const writes = new Map<EntityName, { id: string; record: Row | undefined }[]>();
    const moved: string[] = [];
    const unsure: string[] = [];
    // Each id once: until the collections are written, what they hold counts as confirmed.
    for (const id of new Set(ids)) {
      const entity = this.entityOf(id);
      if (!entity) continue;
      const confirmed = this.confirmed(id);
      const row = applyOps(this.#pendingOf(id), confirmed);
      const hidden = this.#hidden.get(id)?.row;
      const before = hidden ?? this.#of(entity).get(id);
      const container = row && containerOf(entity, row);
      const isMoved =
        this.#setContainer(id, container) ||
        (before === undefined) !== (row === undefined) ||
        before?.scopeId !== row?.scopeId;
      if (isMoved) moved.push(id);
      if (row && (hidden || container !== undefined || this.presence(row.scopeId) === 'deleted'))
        unsure.push(id);
      if (hidden) this.#hidden.delete(id);
      this.#cycles.delete(id);
      const record = row && (readRow(entity, row) as unknown as Row);
      this.#keepShadow(id, entity, confirmed, record);
      const list = writes.get(entity);
      if (list) list.push({ id, record });
      else writes.set(entity, [{ id, record }]);
    }
    for (const [entity, list] of writes) this.#of(entity).write(list);
    const below = this.#below(moved);
    for (const id of unsure) below.add(id);
    this.#arrange(below);
    this.notify();
  }

  /** Remembers the confirmed row where the collection will not hold that very object. */
  #keepShadow(id: string, entity: EntityName, confirmed: Row | undefined, record: Row | undefined): void {
    if (confirmed === record) this.#shadow.delete(id);
    else this.#shadow.set(id, { entity, row: confirmed });
  }

  /** Corrects where records are shown, or whether they are. */
  #arrange(ids: Iterable<string>): void {
    const places: { id: string; entity: EntityName; row: Row; visibility: Visibility }[] = [];
    for (const id of ids) {
      const entity = this.entityOf(id);
      const row = entity && this.displayed(id);
      if (entity && row) places.push({ id, entity, row, visibility: visibilityOf(id, this) });
    }
    for (const { id, entity, row, visibility } of places) {
      if (visibility === 'cycle') this.#cycles.add(id);
      else this.#cycles.delete(id);
      const shown = readRow(
        entity,
        visibility === 'as-is' || visibility === 'hidden' ? row : atTop(entity, row),
      );
      const record = visibility === 'hidden' ? undefined : (shown as unknown as Row);
      if (record && sameValue(record, this.#of(entity).get(id))) continue;
      if (visibility === 'hidden') this.#hidden.set(id, { entity, row });
      else this.#hidden.delete(id);
      this.#keepShadow(id, entity, this.confirmed(id), record);
      this.#of(entity).write([{ id, record }]);
    }
  }

  /** Returns everything in these records, at any depth; a head counts as the container of its scope. */
  #below(ids: readonly string[]): Set<string> {
    const found = new Set<string>();
    const open = [...ids];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const inside = [...(this.#contents.get(id) ?? [])];
      const entity = this.entityOf(id);
      if (entity && isHead(entity) && (this.presence(id) === 'deleted' || this.#hidden.size > 0))
        inside.push(...this.idsInScope(id));
      for (const next of inside) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    }
    return found;
  }

  #setContainer(id: string, container: string | undefined): boolean {
    const before = this.#containers.get(id);
    if (before === container) return false;
    if (before !== undefined) {
      const contents = this.#contents.get(before);
      contents?.delete(id);
      if (contents?.size === 0) this.#contents.delete(before);
    }
    if (container === undefined) this.#containers.delete(id);
    else {
      this.#containers.set(id, container);
      const contents = this.#contents.get(container);
      if (contents) contents.add(id);
      else this.#contents.set(container, new Set([id]));
    }
    return true;
  }

  #of(entity: EntityName): AnyCollection {
    return this.collections[entity] as unknown as AnyCollection;
  }
}
