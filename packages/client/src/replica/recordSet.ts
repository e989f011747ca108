/**
 * The records of a workspace: takes over what the server confirmed and what the device kept, and shows it with the pending
 * transactions laid over it, where each record lies.
 */
import { livesIn } from '@kontor/contract/entity/placement';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { OpenedRecord } from '../vault/plainRecord.ts';
import { isSameState } from './beliefs.ts';
import { Containers } from './containers.ts';
import {
  aboutChange,
  atTop,
  type Containment,
  type ContainmentSource,
  containerOf,
  containmentIn,
} from './containment.ts';
import type { HeldRecord } from './entry.ts';
import type { Fault } from './fault.ts';
import { type Gone, groupIn, type KeptRecord, type SignedState, windowedFacts } from './keptRecord.ts';
import { KnownRecords, liveMark } from './knownRecords.ts';
import { applyOps } from './overlay.ts';
import { type Row, readRow, rowOf } from './row.ts';
import { sameValue } from './sameValue.ts';

/** A record that is not where what it lies in is, or not about whom that is about: where it belongs, and what changes there. */
export interface LeftBehind extends HeldRecord {
  scopeId: string;
  fields: Record<string, unknown>;
}

const isHead = (entity: EntityName): boolean => entityOf(entity).head !== undefined;

export class RecordSet extends KnownRecords implements ContainmentSource {
  readonly #awaited = new Set<string>();
  /** Records that came from the device's pages and are not arranged yet. */
  #restored: { ids: string[]; scopeIds: Set<string> } = { ids: [], scopeIds: new Set() };
  readonly #containers = new Containers();
  readonly #cycles = new Set<string>();
  /** Records that show at the top since what they lie in is elsewhere, or not known. */
  readonly #apart = new Set<string>();

  /** Returns the records that lie in themselves. */
  get cycles(): ReadonlySet<string> {
    return this.#cycles;
  }

  /**
   * Returns the records that somebody put into another one while that was being moved, and the scope that it is in, as the
   * server has them and their authors are verified.
   */
  leftBehind(): LeftBehind[] {
    return [...this.#apart].flatMap((id) => {
      const container = this.containerOf(id);
      const [entity, row] = [this.entityOf(id), this.confirmed(id)];
      const at = container && this.confirmed(container);
      if (!entity || !row || !at) return [];
      const { scopeId } = at;
      const fields = aboutChange(entity, row, at);
      if (scopeId === row.scopeId && Object.keys(fields).length === 0) return [];
      const isVerified = !this.isUnverified(id) && !this.isUnverified(container);
      return isVerified ? [{ entity, row, scopeId, fields }] : [];
    });
  }

  /** Tells whether a record lies in one of its noun that is about something else. */
  #isAboutOther(id: string, entity: EntityName, row: Row): boolean {
    if (entityOf(entity).about === undefined) return false;
    const container = this.containerOf(id);
    const at = container && this.entityOf(container) === entity ? this.displayed(container) : undefined;
    return at !== undefined && Object.keys(aboutChange(entity, row, at)).length > 0;
  }

  // --- reading ------------------------------------------------------------------------------------------------

  /** Notes that a projection waits for the authors of a scope's records to be verified. */
  awaitVerified(scopeId: string): void {
    this.#awaited.add(scopeId);
  }

  /** Returns the scopes that projections wait for; they are not asked for again. */
  takeAwaited(): string[] {
    const awaited = [...this.#awaited];
    this.#awaited.clear();
    return awaited;
  }

  /** Returns everything present in a scope besides its head, hidden things included; nothing where it has no head. */
  idsInScope(scopeId: string): string[] {
    const head = this.entityOf(scopeId);
    if (!head || !isHead(head)) return [];
    const [kind] = entityOf(head).scopes;
    const nouns = entityNames.filter((name) => livesIn(entityOf(name), kind));
    const shown = nouns.flatMap((name) =>
      this.of(name)
        .where('scopeId', scopeId)
        .map(({ id }) => id),
    );
    const hidden = [...this.hidden].flatMap(([id, { row }]) => (row.scopeId === scopeId ? [id] : []));
    return [...shown, ...hidden].filter((id) => id !== scopeId);
  }

  /** Returns the ids of what lies directly in a record, hidden records included. */
  contentsOf(id: string): readonly string[] {
    return this.#containers.contents(id);
  }

  containerOf(id: string): string | undefined {
    return this.#containers.of(id);
  }

  hides(id: string): boolean {
    const entity = this.entityOf(id);
    return entity !== undefined && entityOf(entity).hides;
  }

  // --- writing ------------------------------------------------------------------------------------------------

  /** Takes over a record that was admitted (`admission.ts`). Show it with `refresh`. */
  confirm(record: OpenedRecord): void {
    const known = this.entityOf(record.id);
    if (known !== undefined && known !== record.entity) this.#displace(known, record.id);
    this.#confirm(record);
  }

  /** Lets a record of another noun go whose id it never was. */
  #displace(known: EntityName, id: string): void {
    this.beliefs.forget(id);
    this.of(known).write([{ id, record: undefined }]);
    this.hidden.delete(id);
    this.#containers.set(id, undefined);
  }

  #confirm(record: OpenedRecord): void {
    const { id, scopeId, version, plain } = record;
    const entity = record.entity as EntityName;
    this.#notePlace(id, scopeId, version);
    // Until it is believed, what was remembered stands behind it.
    if (!record.isUnverified) this.remembered.delete(id);
    this.beliefs.note(record, this.confirmed(id), this.gone.get(id));
    if (plain) {
      this.gone.delete(id);
      this.shadow.set(id, { entity, row: rowOf({ ...record, plain }, record.updatedAt) });
    } else {
      this.gone.set(id, { entity, scopeId, version, state: 'deleted', ...windowedFacts(record) });
      this.shadow.set(id, { entity, row: undefined });
    }
  }

  /** Remembers which scope a record leaves with this version. */
  #notePlace(id: string, scopeId: string, version: number): void {
    const before = this.ownMark(id);
    if (before?.scopeId === scopeId) return;
    if (!this.departures.endIn(id, scopeId)) this.#count(id, scopeId);
    if (before) this.departures.note(id, before.scopeId, version);
  }

  #count(id: string, scopeId: string): void {
    const group = groupIn(id, scopeId);
    this.counts.set(group, this.countIn(group) + 1);
  }

  /** Switches to what the server has after it was set back to a backup. Show it with `refresh`. */
  goBack(taken: readonly OpenedRecord[], unknown: readonly string[]): void {
    this.remembered.clear();
    for (const record of taken) {
      this.#confirm(record);
      this.beliefs.forgetBefore(record.id);
    }
    for (const id of unknown) {
      const entity = this.entityOf(id);
      this.gone.delete(id);
      this.departures.forget(id);
      this.beliefs.forget(id);
      if (entity) this.shadow.set(id, { entity, row: undefined });
    }
  }

  /** Believes a state of a record whose author was verified. Returns false where it is not here any more. */
  believe(state: SignedState): boolean {
    const { id } = state.row;
    if (!this.#isConfirmed(state)) return this.beliefs.settleEarlier(state, true);
    this.beliefs.believe(id);
    this.remembered.delete(id);
    return true;
  }

  /**
   * Goes back to the state of a record before one of which the signature does not hold. Returns the fault, undefined
   * where another one came meanwhile. Show it with `refresh`.
   */
  disbelieve(state: SignedState): Fault | undefined {
    const { id, scopeId, version } = state.row;
    const entity = this.entityOf(id);
    const { unverified } = this.beliefs.kept(id);
    if (!entity || !unverified) return undefined;
    if (!this.#isConfirmed(state)) {
      this.beliefs.settleEarlier(state, false);
      return undefined;
    }
    const { revision, before, gone } = unverified;
    this.beliefs.forget(id);
    if (before) this.beliefs.restore(id, before);
    if (gone) this.#putBack(id, gone);
    this.shadow.set(id, { entity, row: before?.row });
    return { kind: 'forged-author', entity, id, scopeId, version, revision, proof: state.proof };
  }

  #isConfirmed(state: SignedState): boolean {
    const now = this.signedState(state.row.id);
    return now !== undefined && isSameState(now, state);
  }

  /**
   * Notes that a record is gone as it was before a version that is not believed: that did not leave where it
   * was.
   */
  #putBack(id: string, gone: Gone): void {
    this.gone.set(id, gone);
    this.departures.endIn(id, gone.scopeId);
  }

  /**
   * Takes over a page that this device kept; of two states of one record the newer version counts, whichever comes
   * first. The fast path of what `confirm` and `refresh` do, since it goes through all records at each start. Call
   * `arrange` after the last page of a scope.
   */
  restore(page: readonly KeptRecord[]): void {
    const writes = new Map<EntityName, { id: string; record: Row | undefined }[]>();
    for (const kept of page) {
      const { entity } = kept;
      const { id, scopeId, version } = 'row' in kept ? kept.row : kept;
      const shadow = this.shadow.get(id);
      const known = (shadow ? shadow.row : this.of(entity).get(id)) ?? this.gone.get(id);
      if (known && this.#isOutdated(kept, known)) continue;
      if (known?.scopeId !== scopeId) this.#count(id, scopeId);
      if (known && known.scopeId !== scopeId) this.departures.note(id, known.scopeId, version);
      this.#restored.ids.push(id);
      this.#restored.scopeIds.add(scopeId);
      let record: Row | undefined;
      if ('row' in kept) {
        record = readRow(entity, kept.row) as unknown as Row;
        this.gone.delete(id);
        this.beliefs.restore(id, kept);
        if (!kept.unverified) this.remembered.delete(id);
        this.#keepShadow(id, entity, kept.row, record);
        this.#containers.set(id, containerOf(entity, kept.row));
      } else {
        const { gone, id: _, ...rest } = kept;
        this.gone.set(id, { ...rest, state: gone });
        this.beliefs.forget(id);
        this.remembered.delete(id);
        this.shadow.delete(id);
        this.#containers.set(id, undefined);
      }
      const list = writes.get(entity);
      if (list) list.push({ id, record });
      else writes.set(entity, [{ id, record }]);
    }
    for (const [entity, list] of writes) this.of(entity).write(list);
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
      this.departures.note(id, scopeId, version);
    }
    return true;
  }

  /** Shows the records that `restore` brought where they belong, or hides them. Returns their ids. */
  arrange(): readonly string[] {
    const { ids, scopeIds } = this.#restored;
    this.#restored = { ids: [], scopeIds: new Set() };
    const unsure = new Set(ids.filter((id) => this.#containers.of(id) !== undefined));
    for (const scopeId of scopeIds)
      if (this.presence(scopeId) === 'deleted') for (const id of this.idsInScope(scopeId)) unsure.add(id);
    this.#arrange(unsure);
    return ids;
  }

  /** Tells the listeners of what `restore` and `arrange` changed. */
  notify(): void {
    for (const name of entityNames) this.collections[name].notify();
  }

  /**
   * Lets records of a windowed scope go that the device keeps: they are as unknown as before they were opened. Those that
   * somebody changed stay. Tell the listeners with `notify`. Returns the ids of those that went.
   */
  evict(ids: Iterable<string>): string[] {
    const evicted = [...new Set(ids)].filter((id) => !this.hasPending(id));
    const writes = new Map<EntityName, { id: string; record: undefined }[]>();
    for (const id of evicted) {
      const entity = this.entityOf(id);
      if (!entity) continue;
      this.beliefs.forget(id);
      this.gone.delete(id);
      this.shadow.delete(id);
      this.hidden.delete(id);
      this.#cycles.delete(id);
      this.#apart.delete(id);
      this.#containers.set(id, undefined);
      const list = writes.get(entity);
      if (list) list.push({ id, record: undefined });
      else writes.set(entity, [{ id, record: undefined }]);
    }
    this.isEvicting = true;
    try {
      for (const [entity, list] of writes) this.of(entity).write(list);
    } finally {
      this.isEvicting = false;
    }
    return evicted;
  }

  /** Forgets the records of a scope, save the marks of what is believed of them. Returns their ids. */
  closeScope(scopeId: string): string[] {
    const closed: string[] = [];
    for (const id of this.ids()) {
      const row = this.confirmed(id);
      if (row?.scopeId !== scopeId) continue;
      const entity = this.entityOf(id)!;
      const believed = this.isUnverified(id) ? this.beliefs.believed(id)?.row : row;
      const gone = this.beliefs.goneBeneath(id);
      this.beliefs.forget(id);
      if (gone) this.#putBack(id, gone);
      if (believed) this.gone.set(id, { ...liveMark(believed), entity, state: 'closed' });
      this.shadow.set(id, { entity, row: undefined });
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
      const row = applyOps(this.pendingAs(entity, id), confirmed);
      const hidden = this.hidden.get(id)?.row;
      const before = hidden ?? this.of(entity).get(id);
      const container = row && containerOf(entity, row);
      const isMoved =
        this.#containers.set(id, container) ||
        (before === undefined) !== (row === undefined) ||
        before?.scopeId !== row?.scopeId ||
        (before && row && Object.keys(aboutChange(entity, before, row)).length > 0);
      if (isMoved) moved.push(id);
      if (row && (hidden || container !== undefined || this.presence(row.scopeId) === 'deleted'))
        unsure.push(id);
      if (hidden) this.hidden.delete(id);
      this.#cycles.delete(id);
      this.#apart.delete(id);
      const record = row && (readRow(entity, row) as unknown as Row);
      this.#keepShadow(id, entity, confirmed, record);
      const list = writes.get(entity);
      if (list) list.push({ id, record });
      else writes.set(entity, [{ id, record }]);
    }
    for (const [entity, list] of writes) this.of(entity).write(list);
    const below = this.#below(moved);
    for (const id of unsure) below.add(id);
    this.#arrange(below);
    this.notify();
  }

  /** Remembers the confirmed row where the collection will not hold that very object. */
  #keepShadow(id: string, entity: EntityName, confirmed: Row | undefined, record: Row | undefined): void {
    if (confirmed === record) this.shadow.delete(id);
    else this.shadow.set(id, { entity, row: confirmed });
  }

  /** Corrects where records are shown, or whether they are. */
  #arrange(ids: Iterable<string>): void {
    const places: { id: string; entity: EntityName; row: Row; visibility: Containment }[] = [];
    const containmentOf = containmentIn(this);
    for (const id of ids) {
      const entity = this.entityOf(id);
      const row = entity && this.displayed(id);
      if (entity && row) places.push({ id, entity, row, visibility: containmentOf(id) });
    }
    for (const { id, entity, row, visibility } of places) {
      if (visibility === 'cycle') this.#cycles.add(id);
      else this.#cycles.delete(id);
      if (visibility === 'top' || this.#isAboutOther(id, entity, row)) this.#apart.add(id);
      else this.#apart.delete(id);
      const shown = readRow(
        entity,
        visibility === 'as-is' || visibility === 'hidden' ? row : atTop(entity, row),
      );
      const record = visibility === 'hidden' ? undefined : (shown as unknown as Row);
      if (record && sameValue(record, this.of(entity).get(id))) continue;
      if (visibility === 'hidden') this.hidden.set(id, { entity, row });
      else this.hidden.delete(id);
      this.#keepShadow(id, entity, this.confirmed(id), record);
      this.of(entity).write([{ id, record }]);
    }
  }

  /** Returns everything in these records, at any depth; a head counts as the container of its scope. */
  #below(ids: readonly string[]): Set<string> {
    const found = new Set<string>();
    const open = [...ids];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const inside = [...this.#containers.contents(id)];
      const entity = this.entityOf(id);
      if (entity && isHead(entity) && (this.presence(id) === 'deleted' || this.hidden.size > 0))
        inside.push(...this.idsInScope(id));
      for (const next of inside) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    }
    return found;
  }
}
