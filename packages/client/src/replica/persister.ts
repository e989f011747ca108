/**
 * Keeps a stream on the device. One tab leads and writes for all; it writes one thing after the other, pages and state
 * in one transaction, and nothing behind a gap. What could not be kept is pulled again at the next start.
 */
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import type { Vault } from '../vault/vault.ts';
import { whenIdle } from './idle.ts';
import { headsGroup } from './keptRecord.ts';
import type { MarkMemory } from './markMemory.ts';
import type { PageStore } from './pageStore.ts';
import { sealWrites } from './plannedWrites.ts';
import type { SyncState } from './syncState.ts';
import type { Windows } from './windows.ts';

export interface PersisterParts {
  device: DeviceStore;
  vault: Pick<Vault, 'sealPieces'>;
  state: SyncState;
  pages: PageStore;
  windows: Windows;
  memory: MarkMemory;
  /** Seals the keys of these scopes for the next start. */
  sealKeys(scopes: ReturnType<SyncState['scopes']>): Promise<Uint8Array | undefined>;
  /** Takes note that from here on nothing is kept. */
  onGap(): void;
}

export class Persister {
  readonly #parts: PersisterParts;
  #leads = false;
  /** Changed since the device kept them last. */
  readonly #unkept = new Set<string>();
  /** Scopes that closed while another tab led, which may have ended before it took them off the device. */
  readonly #closed = new Set<string>();
  #keeping: Promise<void> = Promise.resolve();
  #isTidying = false;
  #canKeep = true;
  #isClosed = false;

  constructor(parts: PersisterParts) {
    this.#parts = parts;
  }

  /** Tells whether this tab writes for all. */
  get leads(): boolean {
    return this.#leads;
  }

  /** Tells whether this tab keeps what it takes: it writes for all, and has not given that up. */
  get keeps(): boolean {
    return this.#leads && this.#canKeep;
  }

  /** Tells whether a record waits for this tab to keep it. */
  isDue(id: string): boolean {
    return this.keeps && this.#unkept.has(id);
  }

  /**
   * Lets this tab write from here on. `mustRewrite` tells, when its turn has come, whether everything is to
   * be written anew.
   */
  lead(mustRewrite: () => Promise<boolean>): void {
    this.#enqueue(async () => {
      const { device, pages, state, windows, memory } = this.#parts;
      // Some may be read again.
      const closed = [...this.#closed].filter((id) => !state.scope(id));
      if (closed.length > 0) await device.write(windows.writesToStrip(closed));
      // Everything is written anew once it has followed the backup. Until then the device keeps what the other tab left.
      if (state.isRestoring) return;
      const overtaken = await pages.wasOvertaken();
      if (await mustRewrite()) await this.#rewrite();
      else {
        for (const id of await windows.takeOver()) this.#unkept.add(id);
        if (overtaken) {
          const covered = windows.coverage.writes();
          const writes = [...(await state.allWrites()), ...covered];
          const ids = this.#due();
          writes.push(...(await memory.writesFor(ids, state.restored)));
          await pages.tidy([...writes, ...(await windows.writesFor(ids))]);
        } else await this.#write(closed);
      }
      await windows.stripClosed();
    });
    this.#leads = true;
  }

  /**
   * Takes note that records changed; those of `closed` scopes must leave the device at once. Where another
   * tab leads, that one writes them.
   */
  take(ids: readonly string[], closed: readonly string[]): void {
    if (closed.length > 0) this.#parts.pages.rewriteSoon([...closed, headsGroup]);
    for (const id of ids) this.#unkept.add(id);
    if (this.#leads) this.#enqueue(() => this.#write(closed));
    else for (const id of closed) this.#closed.add(id);
  }

  /**
   * Takes note that records were refused that the device keeps in these groups of pages: they leave it at
   * once.
   */
  forget(ids: readonly string[], groups: readonly string[]): void {
    this.#parts.pages.rewriteSoon(groups);
    for (const id of ids) this.#unkept.add(id);
    if (this.#leads) this.#enqueue(() => this.#write(groups));
  }

  /** Keeps that everything is verified, where this tab leads; `isSo` is asked when its turn has come. */
  believeAll(isSo: () => boolean): void {
    if (!this.#leads) return;
    this.#enqueue(async () => {
      const writes = isSo() ? this.#parts.pages.believeAll() : [];
      if (writes.length > 0) await this.#parts.device.write(writes);
    });
  }

  /** Writes what is not a record, whoever leads. */
  write(writes: DeviceWrite[]): void {
    this.#enqueue(() => this.#parts.device.write(writes));
  }

  /** Does it once everything before is kept, where this tab leads: a crash in between must not lose sight of that. */
  afterwards(act: () => void): void {
    if (this.#leads) this.#enqueue(async () => act());
  }

  /** Does it once everything before is kept or was given up; at once where this tab keeps nothing. */
  whenSettled(act: () => void): void {
    if (this.keeps) this.#keeping = this.#keeping.then(act).catch(() => this.giveUp());
    else act();
  }

  /** Writes what changed in the state. Resolves when it is kept. */
  async keepState(): Promise<void> {
    if (this.#leads) this.#enqueue(() => this.#write());
    await this.kept();
  }

  /** Writes everything as it is now, in one transaction; does nothing where another tab leads. */
  async keepAll(): Promise<void> {
    if (!this.#leads) return;
    this.#enqueue(() => this.#rewrite());
    await this.kept();
  }

  /** Resolves when what was to be kept until now is, or was given up. */
  kept(): Promise<void> {
    return this.#keeping;
  }

  /** Keeps what is waiting and tidies no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.kept();
  }

  /** Keeps nothing from here on: it would lie behind a gap. The next start goes on from what is kept. */
  giveUp(): void {
    this.#canKeep = false;
    this.#parts.onGap();
  }

  async #rewrite(): Promise<void> {
    const { pages, state, windows, memory } = this.#parts;
    pages.rewriteAllSoon();
    this.#due();
    await pages.tidy([
      ...(await state.allWrites()),
      ...(await windows.writesAnew()),
      ...(await memory.allWrites(state.restored)),
    ]);
    windows.resume();
  }

  /** Returns the records that are to be kept, with whatever is said of them by the state of this moment. */
  #due(): readonly string[] {
    const ids = [...this.#unkept];
    this.#unkept.clear();
    return ids;
  }

  /** Writes rows, cursors, what is covered, keys, log and faults of a page in one transaction. */
  async #write(closed: readonly string[] = []): Promise<void> {
    const { device, vault, pages, state, windows, memory, sealKeys } = this.#parts;
    // All of one moment: no cursor may be ahead of its rows.
    const [ids, planned] = [this.#due(), [...state.writes(), ...windows.coverage.writes()]];
    const scopes = state.takeKeyChange();
    if (scopes) planned.push(state.sealedKeysWrite(await sealKeys(scopes)));
    planned.push(...pages.writesFor(ids), ...(await windows.writesFor(ids)));
    planned.push(...windows.writesToStrip(closed), ...(await memory.writesFor(ids, state.restored)));
    if (planned.length > 0) await device.write(await sealWrites(vault, planned));
    if (closed.length > 0) {
      await pages.tidy();
      await windows.stripClosed();
    } else if (pages.isUntidy && !this.#isTidying) this.#tidySoon();
  }

  #tidySoon(): void {
    const { pages } = this.#parts;
    this.#isTidying = true;
    whenIdle(() => {
      this.#isTidying = false;
      if (this.#isClosed) return;
      this.#enqueue(() => (pages.isUntidy ? pages.tidy() : Promise.resolve()));
    });
  }

  #enqueue(write: () => Promise<void>): void {
    this.#keeping = this.#keeping.then(async () => {
      if (!this.#canKeep) return;
      try {
        await write();
      } catch {
        // The cursor stays behind with what is missing.
        this.giveUp();
      }
    });
  }
}
