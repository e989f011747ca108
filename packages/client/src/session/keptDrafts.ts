/** Drafts on this device: what somebody typed and did not save. */
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore } from '../device/deviceStore.ts';
import type { Vault } from '../vault/vault.ts';

interface KeptDraftsParts {
  device: DeviceStore;
  vault: Pick<Vault, 'sealLocal' | 'openLocal'>;
}

/**
 * Keeps drafts as JSON, each in a row of its own under `<workspace or account>/<form>`. They are sealed under the key of the
 * pages, and so go with the session at the latest.
 */
export class KeptDrafts {
  readonly #parts: KeptDraftsParts;
  #writes: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** The drafts that were there when this was opened. */
  readonly found: ReadonlyMap<string, unknown>;

  private constructor(parts: KeptDraftsParts, found: ReadonlyMap<string, unknown>) {
    this.#parts = parts;
    this.found = found;
  }

  static async open(parts: KeptDraftsParts): Promise<KeptDrafts> {
    return new KeptDrafts(parts, await readAll(parts));
  }

  /** Returns what is there by now: other tabs keep and forget drafts, too. */
  async read(): Promise<ReadonlyMap<string, unknown>> {
    await this.#writes;
    return readAll(this.#parts);
  }

  /** Keeps a draft; undefined forgets it. Resolves when it is durable. @throws what the vault or the store throws */
  async keep(key: string, draft: unknown): Promise<void> {
    const { device, vault } = this.#parts;
    const value =
      draft === undefined ? undefined : vault.sealLocal('page', labelOf(key), utf8(JSON.stringify(draft)));
    // In order: a draft must not come behind what forgets it.
    const written = Promise.all([value, this.#writes]).then(async ([sealed]) => {
      if (this.#isClosed) throw new Error('the session has ended');
      await device.write([{ table: 'draft', key, value: sealed }]);
    });
    this.#writes = written.catch(() => {});
    return written;
  }

  /** Writes nothing more; resolves when what is on its way is written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writes;
  }
}

const labelOf = (key: string): string => `draft/${key}`;

/** Opens all that is there, but for what is damaged. */
async function readAll({ device, vault }: KeptDraftsParts): Promise<Map<string, unknown>> {
  const drafts = new Map<string, unknown>();
  const rows = await device.scan<Uint8Array>('draft', '');
  const opened = rows.map(async ([key, sealed]) => {
    const plain = await vault.openLocal('page', labelOf(key), sealed).catch(() => undefined);
    if (plain) drafts.set(key, JSON.parse(fromUtf8(plain)));
  });
  await Promise.all(opened);
  return drafts;
}
