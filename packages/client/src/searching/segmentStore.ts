/**
 * The index on the device: pieces of it beside the replica's pages, each sealed whole under the key of these. Each scope has
 * pieces of its own, which go with it; of two that have the same document the later one counts.
 */
import type { DeviceStore } from '../device/deviceStore.ts';
import type { Vault } from '../vault/vault.ts';

interface SegmentStoreParts {
  workspaceId: string;
  device: DeviceStore;
  vault: Pick<Vault, 'sealLocal' | 'openLocal'>;
}

export class SegmentStore {
  readonly #parts: SegmentStoreParts;
  readonly #prefix: string;
  /** The pieces of each scope, by the last part of their keys, oldest first. */
  readonly #pieces = new Map<string, number[]>();

  constructor(parts: SegmentStoreParts) {
    this.#parts = parts;
    this.#prefix = `${parts.workspaceId}/search/`;
  }

  get #flags(): string {
    return `${this.#parts.workspaceId}/indexing/`;
  }

  get scopeIds(): string[] {
    return [...this.#pieces.keys()];
  }

  countOf(scopeId: string): number {
    return this.#pieces.get(scopeId)?.length ?? 0;
  }

  /** Opens every piece, scope by scope; undefined in the place of one that is damaged. */
  async *read(): AsyncGenerator<{ scopeId: string; piece: Uint8Array | undefined }> {
    for (const [key, sealed] of await this.#scan()) {
      const open = this.#parts.vault.openLocal('page', key, sealed);
      yield { scopeId: this.#scopeIn(key), piece: await open.catch(() => undefined) };
    }
  }

  /** Looks which pieces there are. Returns the scopes of which another tab has kept something since. */
  async look(): Promise<string[]> {
    const before = new Map(this.#pieces);
    await this.#scan();
    return this.scopeIds.filter((id) => this.#pieces.get(id)?.join() !== before.get(id)?.join());
  }

  /** The scopes that were begun, and not kept since: whatever happened in between, the device lacks some of them. */
  async unfinished(): Promise<string[]> {
    const keys = await this.#parts.device.keys('state', this.#flags);
    return keys.map((key) => key.slice(this.#flags.length));
  }

  /** Remembers that something of a scope is indexed that is not kept yet. */
  async begin(scopeId: string): Promise<void> {
    await this.#parts.device.write([{ table: 'state', key: this.#flags + scopeId, value: true }]);
  }

  /** Keeps pieces of a scope; `whole`: in the place of all that there are. */
  async write(scopeId: string, pieces: readonly Uint8Array[], whole: boolean): Promise<void> {
    const before = this.#pieces.get(scopeId) ?? [];
    const first = (before.at(-1) ?? -1) + 1;
    const added = pieces.map((_, i) => first + i);
    const writes = await Promise.all(
      pieces.map(async (piece, i) => {
        const key = this.#key(scopeId, added[i]!);
        return { table: 'page' as const, key, value: await this.#parts.vault.sealLocal('page', key, piece) };
      }),
    );
    const finished = { table: 'state' as const, key: this.#flags + scopeId, value: undefined };
    await this.#parts.device.write([...writes, ...(whole ? this.#removals(scopeId, before) : []), finished]);
    this.#note(scopeId, whole ? added : [...before, ...added]);
  }

  /** Forgets a scope. */
  async drop(scopeId: string): Promise<void> {
    const flag = { table: 'state' as const, key: this.#flags + scopeId, value: undefined };
    await this.#parts.device.write([...this.#removals(scopeId, this.#pieces.get(scopeId) ?? []), flag]);
    this.#pieces.delete(scopeId);
  }

  #removals(scopeId: string, numbers: readonly number[]) {
    return numbers.map((n) => ({ table: 'page' as const, key: this.#key(scopeId, n), value: undefined }));
  }

  async #scan(): Promise<[key: string, sealed: Uint8Array][]> {
    const rows = await this.#parts.device.scan<Uint8Array>('page', this.#prefix);
    this.#pieces.clear();
    for (const [key] of rows) {
      const scopeId = this.#scopeIn(key);
      const n = Number(key.slice(key.lastIndexOf('/') + 1));
      this.#note(scopeId, [...(this.#pieces.get(scopeId) ?? []), n]);
    }
    return rows;
  }

  #note(scopeId: string, numbers: number[]): void {
    if (numbers.length > 0) this.#pieces.set(scopeId, numbers);
    else this.#pieces.delete(scopeId);
  }

  #scopeIn = (key: string): string => key.slice(this.#prefix.length, key.lastIndexOf('/'));

  #key(scopeId: string, n: number): string {
    return `${this.#prefix}${scopeId}/${String(n).padStart(9, '0')}`;
  }
}
