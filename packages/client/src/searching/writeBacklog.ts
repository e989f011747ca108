/** Notes what comes, changes and goes in windowed scopes, from the opening of a workspace until an index listens. */
import { mayBeWindowed } from '@kontor/contract/entity/placement';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import type { Replica } from '../replica/replica.ts';
import type { Row } from '../replica/row.ts';
import { searchedNouns } from './searchedDocument.ts';

/** Records that are noted at most: where more came, all that the device keeps of these scopes is looked at instead. */
const mostNoted = 10_000;

const noted: ReadonlySet<EntityName> = new Set(searchedNouns.filter((name) => mayBeWindowed(entityOf(name))));

/** A record as it was last written; none where it was deleted. */
export interface Written {
  entity: EntityName;
  record: Row | undefined;
}

export class WriteBacklog {
  readonly #written = new Map<string, Written>();
  readonly #stop: () => void;
  #isWhole = true;

  constructor(replica: Pick<Replica, 'onWrite'>) {
    this.#stop = replica.onWrite((entity, steps) => {
      if (!noted.has(entity)) return;
      for (const { before, after } of steps)
        this.#written.set((after ?? before)!.id, { entity, record: after });
      if (this.#written.size > mostNoted) this.#end();
    });
  }

  /** Hands over what was written, and notes no more; `isWhole`: nothing else was. */
  take(): { written: ReadonlyMap<string, Written>; isWhole: boolean } {
    const taken = { written: new Map(this.#written), isWhole: this.#isWhole };
    this.#end();
    return taken;
  }

  #end(): void {
    this.#stop();
    this.#written.clear();
    this.#isWhole = false;
  }
}
