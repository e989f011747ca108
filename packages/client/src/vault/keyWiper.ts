/**
 * Wipes keys once nobody uses them any more. Work that went on with zeros would sign what nobody believes, and seal under
 * a key that everybody knows.
 */
import type { Bytes } from '@kontor/contract/wire/bytes';

export class KeyWiper {
  readonly #running = new Set<Promise<unknown>>();

  /** Returns a vault whose verbs are noted for as long as they run. */
  watching<V extends object>(vault: V): V {
    return new Proxy(vault, {
      get: (_, name) => {
        const verb: unknown = Reflect.get(vault, name, vault);
        if (typeof verb !== 'function') return verb;
        return (...args: unknown[]) => {
          const answer: unknown = verb.apply(vault, args);
          if (answer instanceof Promise) this.#note(answer);
          return answer;
        };
      },
    });
  }

  /** Overwrites keys with zeros, as soon as every verb has ended that runs now and may hold them. */
  wipe(...keys: readonly (Bytes | undefined)[]): void {
    void Promise.all(this.#running).then(() => {
      for (const key of keys) key?.fill(0);
    });
  }

  #note(answer: Promise<unknown>): void {
    const ended: Promise<unknown> = answer
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(ended);
      });
    this.#running.add(ended);
  }
}
