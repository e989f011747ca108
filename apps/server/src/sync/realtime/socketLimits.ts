/** Limits the sockets of one address and of one account, so that nobody takes those of all others. */
import type { SocketHolder } from '../../adapters/realtime/realtime.ts';
import { networkOf } from '../../http/throttle.ts';

/** Sockets of one address that nobody has claimed yet: an office whose connection comes back needs many at once. */
const maxUnclaimed = 256;

/** Sockets of one user: windows on all their devices. */
const maxOfUser = 100;

/** A socket as it is counted. */
export interface Counted {
  /** IP address. */
  readonly address: string;
  readonly holder: SocketHolder | undefined;
}

/** Counts by a key; keys with none are forgotten. */
class Tally {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, by: 1 | -1): void {
    const count = this.of(key) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

export class SocketLimits {
  readonly #isLocal: boolean;
  readonly #unclaimed = new Tally();
  readonly #ofUser = new Tally();

  /** On a server of this machine alone (`isLocal`) a user's sockets are not limited. */
  constructor(isLocal: boolean) {
    this.#isLocal = isLocal;
  }

  mayOpen(address: string): boolean {
    return this.#unclaimed.of(networkOf(address)) < maxUnclaimed;
  }

  mayClaim({ userId }: SocketHolder): boolean {
    return this.#isLocal || this.#ofUser.of(userId) < maxOfUser;
  }

  /** Counts a socket, or with -1 takes it out again; before and after each change of its holder. */
  count({ address, holder }: Counted, by: 1 | -1): void {
    if (holder) this.#ofUser.add(holder.userId, by);
    else this.#unclaimed.add(networkOf(address), by);
  }
}
