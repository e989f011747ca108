/** The keys that are held of one scope, by generation, ready for use. */
import type { Bytes } from '@kontor/contract/bytes';
import type { Grant, Scope, ScopeKey } from '@kontor/contract/scope';
import { importScopeKey, type ScopeKeyHandle } from '@kontor/crypto/scopeKey';

export class ScopeRing {
  scope: Scope;
  /** Key rows that wait for the key they are sealed under. */
  waiting: ScopeKey[] = [];
  /** Imported once and reused, by the key id's text: an import costs as much as a seal. */
  readonly handles = new Map<string, ScopeKeyHandle>();
  /** The terms of the newest generation, where its key was granted. */
  terms: Pick<Grant, 'readers' | 'granterId' | 'adminsKid'> | undefined;
  readonly #keys = new Map<number, { key: Bytes; handle: ScopeKeyHandle }>();
  readonly #previousKids = new Map<number, string>();

  constructor(scope: Scope) {
    this.scope = scope;
  }

  has(generation: number): boolean {
    return this.#keys.has(generation);
  }

  get generations(): number[] {
    return [...this.#keys.keys()];
  }

  /** The highest generation held; 0 for none. */
  get newest(): number {
    return Math.max(0, ...this.#keys.keys());
  }

  async add(generation: number, key: Bytes): Promise<void> {
    if (this.#keys.has(generation)) return;
    const handle = await importScopeKey(key);
    this.#keys.set(generation, { key, handle });
    this.handles.set(handle.kidText, handle);
  }

  key(generation: number): Bytes | undefined {
    return this.#keys.get(generation)?.key;
  }

  handle(generation: number): ScopeKeyHandle | undefined {
    return this.#keys.get(generation)?.handle;
  }

  /** The key with this id. */
  keyByKid(kid: string): Bytes | undefined {
    for (const { key, handle } of this.#keys.values()) if (handle.kidText === kid) return key;
    return undefined;
  }

  /** Remembers what a grant says of the generation before it. */
  notePrevious(generation: number, previousKid: string | null): void {
    if (previousKid !== null) this.#previousKids.set(generation, previousKid);
  }

  previousKid(generation: number): string | undefined {
    return this.#previousKids.get(generation);
  }

  forget(): void {
    for (const { key } of this.#keys.values()) key.fill(0);
    this.#keys.clear();
    this.handles.clear();
  }
}
