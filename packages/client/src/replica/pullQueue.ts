/**
 * Which pull runs next: of everything, or of the scopes that hints named. Callers at the same time share one, and one more
 * behind it.
 */
import { limits } from '@kontor/contract/wire/protocol';

/** Hinted scopes and the revisions that they are said to have; undefined for everything. */
type Wish = Map<string, number> | undefined;

export interface PullQueueParts {
  /** Pulls everything, or these scopes alone. Never rejects. */
  run(only: string[] | undefined): Promise<void>;
  /** The revision up to which a scope is known; undefined for one that is not. */
  cursor(scopeId: string): number | undefined;
  isClosed(): boolean;
}

export class PullQueue {
  readonly #parts: PullQueueParts;
  #running: Promise<void> | undefined;
  #next: { wish: Wish; done: Promise<void> } | undefined;

  constructor(parts: PullQueueParts) {
    this.#parts = parts;
  }

  /** Resolves when everything of this moment was asked for. */
  all(): Promise<void> {
    return this.#ask(undefined);
  }

  /** A scope is said to have moved on. */
  hint(scopeId: string, revision: number): void {
    const cursor = this.#parts.cursor(scopeId);
    if (cursor === undefined || cursor < revision)
      void this.#ask(cursor === undefined ? undefined : new Map([[scopeId, revision]]));
  }

  #ask(wish: Wish): Promise<void> {
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
          return this.#ask(next.wish);
        }),
      };
    return this.#next.done;
  }

  #start(wish: Wish): Promise<void> {
    const only = wish && [...wish].flatMap(([id, revision]) => (this.#isBehind(id, revision) ? [id] : []));
    if (only?.length === 0) return Promise.resolve();
    this.#running = this.#parts
      .run(only && only.length > limits.namedScopes ? undefined : only)
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Tells whether what a hint said did not come meanwhile. */
  #isBehind(scopeId: string, revision: number): boolean {
    const cursor = this.#parts.cursor(scopeId);
    return cursor === undefined || cursor < revision;
  }
}

const joined = (a: Wish, b: Wish): Wish =>
  a &&
  b &&
  new Map([...a, ...[...b].map(([id, revision]) => [id, Math.max(revision, a.get(id) ?? 0)] as const)]);
