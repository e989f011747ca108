/** The state of the connection as screens show it: the channel's, the outbox's and the first pull's, in one value. */

import type { Realtime } from '../http/realtime.ts';
import { type Observable, observable } from '../observable.ts';
import type { OutboxStatus, PullProgress } from '../replica/status.ts';
import type { ConnectionState } from './view/sessionView.ts';

/** The parts of an open workspace that the connection state shows. */
export interface ConnectionSource {
  outbox: { status: Observable<OutboxStatus> };
  progress: Observable<PullProgress>;
}

/** Tells whether there may be a network. Only a browser without any network says so; Node does not know. */
const hasNetwork = () => typeof navigator === 'undefined' || navigator.onLine !== false;

const stateOf = (realtime: Realtime | undefined): ConnectionState['state'] => {
  if (realtime?.state === 'connected') return 'connected';
  const isTrying = !realtime || realtime.state === 'initialized' || realtime.state === 'connecting';
  return isTrying && hasNetwork() ? 'connecting' : 'offline';
};

const isSame = (a: ConnectionState, b: ConnectionState) =>
  a.state === b.state && a.waiting === b.waiting && a.firstSync?.done === b.firstSync?.done;

export class ConnectionMonitor {
  readonly #state = observable<ConnectionState>({ state: 'connecting', waiting: 0 });
  #realtime: Realtime | undefined;
  #source: ConnectionSource | undefined;
  #isOffline = false;
  #stops: (() => void)[] = [];

  get state(): Observable<ConnectionState> {
    return this.#state;
  }

  /** Watches these instead of what was watched before. */
  watch(realtime: Realtime | undefined, source: ConnectionSource | undefined): void {
    for (const stop of this.#stops) stop();
    this.#realtime = realtime;
    this.#source = source;
    this.#isOffline = false;
    this.#stops = [
      realtime?.onState(this.#update),
      source?.outbox.status.subscribe(this.#update),
      source?.progress.subscribe(this.#update),
    ].filter((stop) => stop !== undefined);
    this.#update();
  }

  /** Notes that there is no channel yet, and a call found no server. */
  offline(): void {
    this.#isOffline = true;
    this.#update();
  }

  #update = () => {
    const { isFirstSync, records } = this.#source?.progress.get() ?? { isFirstSync: false, records: 0 };
    const next: ConnectionState = {
      state: this.#isOffline && !this.#realtime ? 'offline' : stateOf(this.#realtime),
      waiting: this.#source?.outbox.status.get().pending ?? 0,
      ...(isFirstSync ? { firstSync: { done: records } } : {}),
    };
    if (!isSame(next, this.#state.get())) this.#state.set(next);
  };
}
