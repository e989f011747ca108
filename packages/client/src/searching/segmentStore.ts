/**
 * The index on the device: pieces of it beside the replica's pages, each sealed whole under the key of these. Each scope has
 * pieces of its own, which go with it; of two that have the same document the later one counts.
 */
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import { indexingFlag, indexingFlags, readIndexingFlag } from '../replica/window/indexingFlag.ts';
import type { Vault } from '../vault/vault.ts';

interface SegmentStoreParts {
  workspaceId: string;
  device: DeviceStore;
  vault: Pick<Vault, 'sealLocal' | 'openLocal'>;
  /** Names this session in the flags, see `indexingFlag`. */
  session: string;
}

export class SegmentStore {
  readonly #parts: SegmentStoreParts;
  readonly #prefix: string;
  /** The pieces of each scope, by the last part of their keys, oldest first. */
  readonly #pieces = new Map<string, number[]>();
  /** Scopes of which a flag was seen that is still there. */
  readonly #flagged = new Set<string>();

  constructor(parts: SegmentStoreParts) {
    this.#parts = parts;
    this.#prefix = `${parts.workspaceId}/search/`;
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

  /**
   * Looks of which scopes pages were written that are not in the pieces: those of which other sessions say so, and with `own`
   * this one too.
   */
  async unfinished({ own = false } = {}): Promise<string[]> {
    const flags = await this.#readFlags();
    this.#flagged.clear();
    for (const { scopeId, session } of flags)
      if (own || session !== this.#parts.session) this.#flagged.add(scopeId);
    return this.flagged;
  }

  /**
   * Makes the flags of other sessions this one's, and returns of which scopes. Before what they say is looked for: a session
   * that writes more behind that sets its own again, which outlasts what is written here. On a device that takes nothing more
   * they stay as they are, to be taken over at the next start.
   */
  async takeOver(): Promise<string[]> {
    const { device, workspaceId, session } = this.#parts;
    const others = (await this.#readFlags()).filter((flag) => flag.session !== session);
    const scopeIds = [...new Set(others.map(({ scopeId }) => scopeId))];
    if (others.length > 0)
      await device
        .write([
          ...others.map(({ key }): DeviceWrite => ({ table: 'state', key, value: undefined })),
          ...scopeIds.map(
            (id): DeviceWrite => ({
              table: 'state',
              key: indexingFlag(workspaceId, id, session),
              value: true,
            }),
          ),
        ])
        .catch(() => {});
    for (const id of scopeIds) this.#flagged.add(id);
    return scopeIds;
  }

  async #readFlags(): Promise<{ key: string; scopeId: string; session: string }[]> {
    const { device, workspaceId } = this.#parts;
    const keys = await device.keys('state', indexingFlags(workspaceId));
    return keys.map((key) => ({ key, ...readIndexingFlag(workspaceId, key) }));
  }

  /** Returns the scopes of which a flag was seen that is still there. */
  get flagged(): string[] {
    return [...this.#flagged];
  }

  /**
   * Keeps pieces of a scope; `whole`: in the place of all that there are. `isFinished` tells, when they are about to be written,
   * whether they have all that the pages have.
   */
  async write(
    scopeId: string,
    pieces: readonly Uint8Array[],
    whole: boolean,
    isFinished: () => boolean,
  ): Promise<void> {
    const before = this.#pieces.get(scopeId) ?? [];
    const first = (before.at(-1) ?? -1) + 1;
    const added = pieces.map((_, i) => first + i);
    const writes = await Promise.all(
      pieces.map(async (piece, i) => {
        const key = this.#key(scopeId, added[i]!);
        return { table: 'page' as const, key, value: await this.#parts.vault.sealLocal('page', key, piece) };
      }),
    );
    await this.#parts.device.write([
      ...writes,
      ...(whole ? this.#removals(scopeId, before) : []),
      ...(isFinished() ? this.#unflag(scopeId) : []),
    ]);
    this.#note(scopeId, whole ? added : [...before, ...added]);
  }

  /** Forgets a scope. */
  async drop(scopeId: string): Promise<void> {
    await this.#parts.device.write([
      ...this.#removals(scopeId, this.#pieces.get(scopeId) ?? []),
      ...this.#unflag(scopeId),
    ]);
    this.#pieces.delete(scopeId);
  }

  #unflag(scopeId: string): DeviceWrite[] {
    this.#flagged.delete(scopeId);
    const key = indexingFlag(this.#parts.workspaceId, scopeId, this.#parts.session);
    return [{ table: 'state', key, value: undefined }];
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
