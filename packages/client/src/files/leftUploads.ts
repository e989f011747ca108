/**
 * Uploads that an earlier page left unfinished, and those of other tabs, to be gone on with when they end. Each upload has
 * a lock, held by the tab that makes it: so none is made twice.
 */
import type { Replica } from '../replica/replica.ts';
import type { Tabs } from '../replica/tabs.ts';
import { untilOpen } from './scopeOpen.ts';
import type { UploadItem } from './uploadItem.ts';
import type { KeptUpload, UploadStore } from './uploadStore.ts';

export interface LeftUploadsParts {
  store: UploadStore;
  records: Pick<Replica, 'loaded' | 'need'>;
  /** Opens what the tabs of this browser agree by on one thing. */
  openTabs(name: string): Tabs;
}

export class LeftUploads {
  readonly #parts: LeftUploadsParts;
  readonly #onTaken: (id: string, upload: KeptUpload | 'unreadable', lock: Tabs) => void;
  /** Tells other tabs which uploads begin and end. */
  readonly #otherTabs: Tabs;
  /** Those whose lock this tab waits for. */
  readonly #awaited = new Map<string, Tabs>();
  readonly #own = new Set<string>();
  readonly #closing = new AbortController();

  /** @param onTaken called with each upload that is this tab's from then on, and its lock */
  constructor(
    parts: LeftUploadsParts,
    onTaken: (id: string, upload: KeptUpload | 'unreadable', lock: Tabs) => void,
  ) {
    this.#parts = parts;
    this.#onTaken = onTaken;
    this.#otherTabs = parts.openTabs('uploads');
    this.#otherTabs.onMessage((message) => {
      if (message.kind === 'changed') void this.#takeAll([message.id]);
      else if (message.kind === 'dropped') this.#forget(message.id);
    });
    void this.#takeAll();
  }

  /** Takes the lock of an upload that begins in this tab. */
  own(id: string): Tabs {
    this.#own.add(id);
    const lock = this.#parts.openTabs(`upload/${id}`);
    void lock.lead();
    return lock;
  }

  /** Keeps what describes an upload, after what is being kept of it, for whoever goes on with it. */
  keep(item: UploadItem): void {
    item.stored = item.stored
      .then(() => this.#parts.store.savePlan(item.plan!, item.contents))
      .then(
        () => {
          item.isDescribed = true;
          this.#otherTabs.post({ kind: 'changed', id: item.id });
        },
        // Without room for it on the device it lasts as long as the page.
        () => {},
      );
  }

  /** Tells other tabs that an upload is no longer on the device. */
  renounce(id: string): void {
    this.#otherTabs.post({ kind: 'dropped', id });
  }

  close(): void {
    this.#closing.abort();
    for (const lock of this.#awaited.values()) lock.close();
    this.#otherTabs.close();
  }

  #forget(id: string): void {
    this.#awaited.get(id)?.close();
    this.#awaited.delete(id);
  }

  async #takeAll(ids?: readonly string[]): Promise<void> {
    try {
      await Promise.all((ids ?? (await this.#parts.store.ids())).map((id) => this.#take(id)));
    } catch (error) {
      // The device's store may have closed meanwhile.
      if (!this.#closing.signal.aborted) throw error;
    }
  }

  async #take(id: string): Promise<void> {
    const { store, openTabs } = this.#parts;
    if (this.#awaited.has(id) || this.#own.has(id) || this.#closing.signal.aborted) return;
    const lock = openTabs(`upload/${id}`);
    this.#awaited.set(id, lock);
    await lock.lead();
    const kept = await store.open(id).catch(() => 'refused' as const);
    if (kept === 'refused') {
      // Another tab may be able to read it, and this one at its next start.
      this.#forget(id);
      return;
    }
    if (kept && kept !== 'unreadable') {
      const { scopeId } = kept.plan.target;
      await untilOpen(this.#parts.records, scopeId, this.#closing.signal);
    }
    this.#awaited.delete(id);
    if (!kept || this.#closing.signal.aborted) {
      lock.close();
      return;
    }
    this.#own.add(id);
    this.#onTaken(id, kept, lock);
  }
}
