/** The private project of a play: who is chosen to read it, and what comes of its keys. */
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { expect } from 'vitest';
import { type Draw, pick } from './generator.ts';
import type { Person } from './person.ts';
import type { Stage } from './world.ts';

interface Renewal {
  /** Who shall read it from now on; those of now, as far as they still may, unless told. */
  wish?: Person[];
  isNew?: boolean;
  /** Everybody who works here shall. */
  isOpened?: boolean;
}

export class PrivateProject {
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  wished({ readers }: Draw) {
    const wish = this.#stage.people.filter((_, at) => readers[at]);
    if (wish.length === 0) return { terms: { access: 'open' as const, memberIds: [] } };
    const memberIds = wish.map(({ userId }) => userId);
    return { wish, terms: { access: 'private' as const, memberIds } };
  }

  async choose(readers: Person[], draw: Draw): Promise<boolean> {
    const actor = pick(readers, draw.by);
    if (!actor) return false;
    const rival = pick(readers, draw.on);
    if (draw.act === 'race') {
      if (rival === actor) return false;
      await this.#stage.pull(rival!.device);
      const { terms } = this.wished({ ...draw, readers: draw.readers.map((is) => !is) });
      await rival!.device.vault.renewKey(this.#stage.firm.workspaceId, this.#stage.closed.id, terms);
    }
    const { wish } = this.wished(draw);
    await this.renew(actor, wish ? { wish } : { isOpened: true });
    return true;
  }

  /** Those on the list who still may be; `everybody` for an open project. */
  stillReading(): Set<Person> | 'everybody' {
    if (this.#stage.readers === 'everybody') return 'everybody';
    return new Set([...this.#stage.readers].filter(mayHoldPrivate));
  }

  /** Its key for these people, or for those of now as far as they still may. */
  async renew(actor: Person, { wish, isNew = false, isOpened = false }: Renewal = {}): Promise<void> {
    const memberIds = wish?.map(({ userId }) => userId) ?? [];
    const access = isOpened ? ('open' as const) : ('private' as const);
    const terms = wish || isOpened ? { access, memberIds } : undefined;
    await this.#stage.pull(actor.device);
    const { workspaceId } = this.#stage.firm;
    const rows = await actor.device.vault.renewKey(workspaceId, this.#stage.closed.id, terms, { isNew });
    this.#stage.firm.keys.push(...rows);
    const next = isOpened ? 'everybody' : wish ? new Set(wish.filter(mayHoldPrivate)) : this.stillReading();
    // An employee who takes their own name off would go on knowing the key: they stay.
    if (next !== 'everybody' && actor.place!.role === 'EMPLOYEE') next.add(actor);
    if (wish || isOpened) this.#stage.readers = next;
    this.noteGrants(rows, next);
  }

  /** A new key says who reads from now on; without one those of before do. */
  noteGrants(rows: ScopeKey[], readers: Set<Person> | 'everybody'): void {
    const grants = rows.filter((row) => row.type === 'grant' && row.scopeId === this.#stage.closed.id);
    if (grants.length === 0 || readers === 'everybody') return;
    this.#stage.readers = readers;
    const recipients = grants.flatMap((row) => ('recipientId' in row ? [row.recipientId] : []));
    expect(recipients.sort(), 'the private project was granted to others than its readers').toEqual(
      [...[...readers].map(({ userId }) => userId), 'admins'].sort(),
    );
    this.#stage.granted = new Set([...readers].map(({ device }) => device));
  }
}

/** An invitation that was not accepted holds no private project's key. */
const mayHoldPrivate = ({ place, status }: Person): boolean =>
  place !== undefined && place.role !== 'CUSTOMER' && status !== 'INACTIVE';
