/**
 * Chooses the next pull: of everything, or of the scopes that hints named. Simultaneous callers share one pull and at most one
 * more after it.
 */
import { limits } from '@kontor/contract/wire/protocol';
import type { SyncState } from './syncState.ts';

/**
 * Revisions of scopes that hints told, and how long the member log is, where it grew: an entry concerns everything. Undefined for
 * everything.
 */
type PullRequest = { revisions: ReadonlyMap<string, number>; log: number } | undefined;

export class PullQueue {
  readonly #state: Pick<SyncState, 'scope' | 'cursor' | 'log'>;
  readonly #pull: (only: string[] | undefined) => Promise<void>;
  #running: Promise<void> | undefined;
  #next: { request: PullRequest; done: Promise<void> } | undefined;

  /** @param pull pulls everything, or these scopes alone; never rejects */
  constructor(
    state: Pick<SyncState, 'scope' | 'cursor' | 'log'>,
    pull: (only: string[] | undefined) => Promise<void>,
  ) {
    this.#state = state;
    this.#pull = pull;
  }

  /** Resolves when every pull asked for so far has finished. */
  settled(): Promise<void> {
    return this.#next?.done ?? this.#running ?? Promise.resolve();
  }

  /** Resolves when everything of this moment was asked for, or the scopes that hints say to have moved on. */
  ask(request: PullRequest): Promise<void> {
    if (!this.#running) {
      const only = this.#scopesFor(request);
      if (only?.length === 0) return Promise.resolve();
      this.#running = this.#pull(only).finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    // The running pull may be past what the caller wants: one more follows, shared by all who ask until then.
    if (this.#next) this.#next.request = joined(this.#next.request, request);
    else
      this.#next = {
        request,
        done: this.#running.then(() => {
          const next = this.#next!;
          this.#next = undefined;
          return this.ask(next.request);
        }),
      };
    return this.#next.done;
  }

  /** Returns the scopes to pull, undefined for everything; none where all that hints said came meanwhile. */
  #scopesFor(request: PullRequest): string[] | undefined {
    const state = this.#state;
    if (!request || state.log.length < request.log) return undefined;
    const behind = [...request.revisions].filter(([id, revision]) => state.cursor(id) < revision);
    const isNew = behind.some(([id]) => !state.scope(id));
    return isNew || behind.length > limits.namedScopes ? undefined : behind.map(([id]) => id);
  }
}

const joined = (a: PullRequest, b: PullRequest): PullRequest =>
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
