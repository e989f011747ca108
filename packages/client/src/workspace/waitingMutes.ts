/** Places that a person muted, or lets speak again, of which the server does not know yet: they wait on this device for a connection. */
import type { DeviceStore } from '../device/deviceStore.ts';
import { failureOf, isPassing } from '../http/transport.ts';

/** A mute that waited, and that the server refused. */
export interface RefusedMute {
  id: string;
  isMuted: boolean;
  error: unknown;
}

interface WaitingMuteParts {
  workspaceId: string;
  device: DeviceStore;
  /** Tells the server. @throws CallError */
  send(id: string, isMuted: boolean): Promise<unknown>;
  /** Takes note that nobody waits any more for what is refused: it is told here. */
  onRefused(mute: RefusedMute): void;
}

export class WaitingMutes {
  readonly #parts: WaitingMuteParts;
  readonly #prefix: string;
  /** By place: the last word that waits. */
  readonly #wishes = new Map<string, boolean>();
  /** Resolves when what waited before this start is known. */
  readonly loaded: Promise<void>;
  /** One after the other: the server takes the last word that it hears. */
  #sending: Promise<unknown>;

  constructor(parts: WaitingMuteParts) {
    this.#parts = parts;
    this.#prefix = `${parts.workspaceId}/mute/`;
    this.loaded = this.#load();
    this.#sending = this.loaded;
  }

  async #load(): Promise<void> {
    const kept = await this.#parts.device.scan<boolean>('state', this.#prefix);
    for (const [key, isMuted] of kept) {
      const id = key.slice(this.#prefix.length);
      if (!this.#wishes.has(id)) this.#wishes.set(id, isMuted);
    }
  }

  get isEmpty(): boolean {
    return this.#wishes.size === 0;
  }

  /** Returns what is muted, once the server has heard all. */
  over(mutedIds: readonly string[]): string[] {
    const muted = new Set(mutedIds);
    for (const [id, isMuted] of this.#wishes) {
      if (isMuted) muted.add(id);
      else muted.delete(id);
    }
    return [...muted];
  }

  /** Notes a wish, and sends it if there is a connection. @throws CallError where the server refuses it */
  async add(id: string, isMuted: boolean): Promise<void> {
    this.#wishes.set(id, isMuted);
    await this.#inTurn(async () => {
      this.#wishes.set(id, isMuted);
      // Without room on the device it does not wait, and is sent all the same.
      const isKept = await this.#keep(id, isMuted).then(
        () => true,
        () => false,
      );
      await this.#send(id, isMuted, isKept);
    });
  }

  /** Sends what waits. What the server refuses is told, and waits no longer. */
  async sendAll(): Promise<void> {
    await this.loaded;
    for (const id of [...this.#wishes.keys()]) await this.#inTurn(() => this.#sendKept(id)).catch(() => {});
  }

  async #sendKept(id: string): Promise<void> {
    // Another tab may have sent it, and another word since.
    const isMuted = await this.#parts.device.get<boolean>('state', this.#prefix + id);
    if (isMuted === undefined) {
      this.#wishes.delete(id);
      return;
    }
    try {
      await this.#send(id, isMuted);
    } catch (error) {
      this.#parts.onRefused({ id, isMuted, error });
    }
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.#sending.then(act);
    this.#sending = mine.catch(() => {});
    return mine;
  }

  async #send(id: string, isMuted: boolean, isKept = true): Promise<void> {
    try {
      await this.#parts.send(id, isMuted);
    } catch (error) {
      const failure = failureOf(error);
      // The same sign-in, resumed, sends it; another one has forgotten it.
      if (isKept && failure && (isPassing(failure) || failure.code === 'NOT_SIGNED_IN')) return;
      await this.#settle(id, isMuted);
      throw error;
    }
    await this.#settle(id, isMuted);
  }

  /** Forgets a wish that was answered; another tab's word on the same place waits on. */
  async #settle(id: string, isMuted: boolean): Promise<void> {
    this.#wishes.delete(id);
    const [table, key] = ['state', this.#prefix + id] as const;
    // What the device cannot forget is told once more at its next start, which changes nothing.
    await this.#parts.device
      .change({
        writes: [{ table, key, value: undefined }],
        only: { table, key, holds: (kept) => kept === isMuted },
      })
      .catch(() => {});
  }

  #keep(id: string, value: boolean): Promise<void> {
    return this.#parts.device.write([{ table: 'state', key: this.#prefix + id, value }]);
  }
}
