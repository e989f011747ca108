/**
 * Which pull runs next: of everything, or of the scopes that hints named. Callers at the same time share one, and one more
 * behind it.
 */
import { limits } from '@kontor/contract/wire/protocol';

/**
 * Revisions of scopes that hints told, and how long the member log is, where it grew: an entry concerns everything. Undefined for
 * everything.
 */
type Wish = { revisions: ReadonlyMap<string, number>; log: number } | undefined;

export interface PullQueueParts {
  /** Pulls everything, or these scopes alone. Never rejects. */
  run(only: string[] | undefined): Promise<void>;
  /** The revision up to which a scope is known; undefined for one that is not. */
  cursor(scopeId: string): number | undefined;
  /** The entries of the member log that are known. */
  logLength(): number;
  isClosed(): boolean;
}

export class PullQueue {
  readonly #parts: PullQueueParts;
  #running: Promise<void> | undefined;
  #next: { wish: Wish; done: Promise<void> } | undefined;

  constructor(parts: PullQueueParts) {
    this.#parts = parts;
  }

  /** Resolves when nothing runs or waits that was asked for by now. */
  settled(): Promise<void> {
    return this.#next?.done ?? this.#running ?? Promise.resolve();
  }

  /** Resolves when everything of this moment was asked for, or the scopes that hints say to have moved on. */
  ask(wish: Wish): Promise<void> {
    if (this.#parts.isClosed()) return Promise.resolve();
    if (!this.#running) return this.#start(wish);
    // The one that runs may have passed what the caller wants: another one follows it, for all who come by then.
    if (this.#next) this.#next.wish = joined(this.#next.wish, wish);
    else
      this.#next = {
        wish,
        done: this.#running.then(() => {
          const next = this.#next!;
          this.#next = undefined;
          return this.ask(next.wish);
        }),
      };
    return this.#next.done;
  }

  #start(wish: Wish): Promise<void> {
    const only = this.#scopesFor(wish);
    if (only?.length === 0) return Promise.resolve();
    this.#running = this.#parts.run(only).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Returns the scopes to pull, undefined for everything; none where all that hints said came meanwhile. */
  #scopesFor(wish: Wish): string[] | undefined {
    const { cursor, logLength } = this.#parts;
    if (!wish || logLength() < wish.log) return undefined;
    const behind = [...wish.revisions].filter(([id, revision]) => (cursor(id) ?? -1) < revision);
    const isNew = behind.some(([id]) => cursor(id) === undefined);
    return isNew || behind.length > limits.namedScopes ? undefined : behind.map(([id]) => id);
  }
}

const joined = (a: Wish, b: Wish): Wish =>
  a &&
  b && {
    revisions: new Map([
      ...a.revisions,
      ...[...b.revisions].map(
        ([id, revision]) => [id, Math.max(revision, a.revisions.get(id) ?? 0)] as const,
      ),
    ]),
    log: Math.max(a.log, b.log),
  };
