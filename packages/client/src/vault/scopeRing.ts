/** The keys that are held of one scope, by generation, ready for use. */
import type { Bytes } from '@kontor/contract/wire/bytes';
import type { Grant, PreviousKey, Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { importScopeKey, type ScopeKeyHandle } from '@kontor/crypto/scopeKey';

interface HeldKey {
  key: Bytes;
  handle: ScopeKeyHandle;
}

/** A generation that this device made and the server has not confirmed yet. */
export interface PendingGeneration extends HeldKey {
  generation: number;
  /** Its rows, as they are sent each time. */
  rows: ScopeKey[];
  /** The purpose that it was made for, to recognise it by when the act is sent again. */
  purpose: string;
}

/**
 * Where a key comes from: derived from the staff's of the same generation, wrapped under the staff's (`staffKid`), or its
 * own, granted on `terms`.
 */
export type GenerationSource = { from: 'staff'; staffKid?: string } | { from: 'row'; terms?: GrantTerms };

/** The contents of key rows, without what is derived from them. */
export interface HeldKeys {
  keys: [generation: number, key: Bytes][];
  terms: [generation: number, terms: GrantTerms][];
  isContested: boolean;
  previousKids: [generation: number, kid: string][];
  releases: [generation: number, staffKid: string][];
}

/** The readers of a generation, and who names them. */
export type GrantTerms = Pick<Grant, 'readers' | 'granterId' | 'adminsKid'>;

export class ScopeRing {
  scope: Scope;
  /** Key rows that wait for the key they are sealed under, or for proof of the key before. */
  readonly waiting = new Set<ScopeKey>();
  /**
   * True if several generations came as the first, none of them proven by another: one of them is forged, and nothing is
   * sealed under any.
   */
  isContested = false;
  pending: PendingGeneration | undefined;
  /** Came with a key row. */
  readonly #keys = new Map<number, HeldKey>();
  /** Follow from the staff's key; in the personal scope, from the account's of before a reset. */
  readonly #derived = new Map<number, HeldKey>();
  readonly #terms = new Map<number, GrantTerms>();
  readonly #previousKids = new Map<number, string>();
  /** By generation: the staff's key that it was wrapped under, so that everybody who works here reads it. */
  readonly #releases = new Map<number, string>();

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** Tells whether a key row brought this generation. */
  has(generation: number): boolean {
    return this.#keys.has(generation);
  }

  hasDerived(generation: number): boolean {
    return this.#derived.has(generation);
  }

  get generations(): number[] {
    return [...this.#keys.keys()];
  }

  /** Returns the highest generation that a key row brought; 0 for none. */
  get newest(): number {
    return Math.max(0, ...this.#keys.keys());
  }

  /** Returns the lowest one that a key row brought. */
  get oldest(): number {
    return Math.min(...this.#keys.keys());
  }

  /** Returns the keys that records may be opened with, by the key id's text. */
  get handles(): ReadonlyMap<string, ScopeKeyHandle> {
    const held = [...this.#derived.values(), ...this.#keys.values(), ...(this.pending ? [this.pending] : [])];
    return new Map(held.map(({ handle }) => [handle.kidText, handle]));
  }

  /** Keeps rows until they are opened, each once, the lowest generations first, and of each the grants: they say whose it is. */
  wait(rows: readonly ScopeKey[]): void {
    const known = new Set([...this.waiting].map((row) => JSON.stringify(row)));
    const fresh = rows.filter((row) => !known.has(JSON.stringify(row)));
    if (fresh.length === 0) return;
    const rank = ({ generation, type }: ScopeKey) => 2 * generation + (type === 'grant' ? 0 : 1);
    const sorted = [...this.waiting, ...fresh].sort((a, b) => rank(a) - rank(b));
    this.waiting.clear();
    for (const row of sorted) this.waiting.add(row);
  }

  /** Returns the row that waits with the key before a generation, which has this key id. */
  previousRow(generation: number, kid: string): PreviousKey | undefined {
    for (const row of this.waiting)
      if (row.type === 'previous' && row.generation === generation && row.kid === kid) return row;
    return undefined;
  }

  /** Takes off a row that need not be looked at again; what came meanwhile stays. */
  settle(row: ScopeKey): void {
    this.waiting.delete(row);
  }

  async add(generation: number, key: Bytes): Promise<void> {
    if (this.#keys.has(generation)) return;
    // Imported once and reused: an import costs as much as a seal.
    this.#keys.set(generation, { key, handle: await importScopeKey(key) });
    // Whoever came first with that generation made the one that counts.
    if (this.pending && generation >= this.pending.generation) this.pending = undefined;
  }

  async addDerived(generation: number, key: Bytes): Promise<void> {
    if (!this.#derived.has(generation))
      this.#derived.set(generation, { key, handle: await importScopeKey(key) });
  }

  /** Keeps the derived keys up to this generation alone. */
  limitDerived(generation: number): void {
    for (const each of this.#derived.keys()) if (each > generation) this.#derived.delete(each);
  }

  key(generation: number): Bytes | undefined {
    return (this.#keys.get(generation) ?? this.#derived.get(generation))?.key;
  }

  handle(generation: number): ScopeKeyHandle | undefined {
    return (this.#keys.get(generation) ?? this.#derived.get(generation))?.handle;
  }

  /** Returns the key with this id. */
  keyByKid(kid: string): Bytes | undefined {
    for (const { key, handle } of this.#keys.values()) if (handle.kidText === kid) return key;
    return undefined;
  }

  /** Remembers the terms under which a generation was granted. */
  noteTerms(generation: number, { readers, granterId, adminsKid }: GrantTerms): void {
    this.#terms.set(generation, { readers, granterId, ...(adminsKid && { adminsKid }) });
  }

  /** Returns the terms of a generation, where its key was granted to us. */
  termsOf(generation: number): GrantTerms | undefined {
    return this.#terms.get(generation);
  }

  /** Returns the terms of the newest generation, where its key was granted. */
  get terms(): GrantTerms | undefined {
    return this.#terms.get(this.newest);
  }

  /** Returns the terms of all generations whose key was granted to us. */
  get allTerms(): GrantTerms[] {
    return [...this.#terms.values()];
  }

  /**
   * Returns the granter of the oldest generation that was granted to us, who so let us in; undefined where
   * none was.
   */
  get admittedBy(): string | undefined {
    return this.#terms.get(Math.min(...this.#terms.keys()))?.granterId;
  }

  /** Remembers what a grant says of the generation before it. */
  notePrevious(generation: number, previousKid: string | null): void {
    if (previousKid !== null) this.#previousKids.set(generation, previousKid);
  }

  previousKid(generation: number): string | undefined {
    return this.#previousKids.get(generation);
  }

  noteRelease(generation: number, staffKid: string): void {
    this.#releases.set(generation, staffKid);
  }

  /**
   * Returns the staff's key under which the newest generation lies; undefined for one that is its readers'
   * alone.
   */
  get release(): string | undefined {
    return this.releaseOf(this.newest);
  }

  releaseOf(generation: number): string | undefined {
    return this.#releases.get(generation);
  }

  /** Returns the generation of the key with this id, and where it comes from; 0 for a key that is not held. */
  originOf(kid: string): { generation: number; origin: GenerationSource } {
    const find = (keys: ReadonlyMap<number, HeldKey>) => {
      for (const [generation, { handle }] of keys) if (handle.kidText === kid) return generation;
      return undefined;
    };
    const derived = find(this.#derived);
    if (derived !== undefined) return { generation: derived, origin: { from: 'staff' } };
    const generation = find(this.#keys) ?? this.pending?.generation ?? 0;
    const staffKid = this.#releases.get(generation);
    if (staffKid !== undefined) return { generation, origin: { from: 'staff', staffKid } };
    const terms = this.#terms.get(generation);
    return { generation, origin: { from: 'row', ...(terms && { terms }) } };
  }

  get held(): HeldKeys {
    return {
      keys: [...this.#keys].map(([generation, { key }]) => [generation, key]),
      terms: [...this.#terms],
      isContested: this.isContested,
      previousKids: [...this.#previousKids],
      releases: [...this.#releases],
    };
  }

  /** Takes over what a ring of this scope held. */
  async hold({ keys, terms, isContested, previousKids, releases }: HeldKeys): Promise<void> {
    for (const [generation, key] of keys) await this.add(generation, key);
    for (const [generation, each] of terms) this.noteTerms(generation, each);
    this.isContested = isContested;
    for (const [generation, kid] of previousKids) this.notePrevious(generation, kid);
    for (const [generation, kid] of releases) this.noteRelease(generation, kid);
  }

  /** Lets go of all keys. Returns them, to be wiped. */
  forget(): Bytes[] {
    const pending = this.pending ? [this.pending] : [];
    const keys = [...this.#keys.values(), ...this.#derived.values(), ...pending].map(({ key }) => key);
    this.#keys.clear();
    this.#derived.clear();
    this.pending = undefined;
    return keys;
  }
}
