/** The private project of a run: who is chosen to read it, and what becomes of its keys. */
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { expect } from 'vitest';
import type { StandingHead } from '../../vault/plainBatch.ts';
import { type GeneratedAct, pick } from './generator.ts';
import type { Participant } from './person.ts';
import type { MembershipWorld } from './world.ts';

interface Renewal {
  /** The people who are to read it from now on; the current readers unless given, as far as they still may. */
  wish?: Participant[];
  isNew?: boolean;
  /** True if everybody who works here is to read it. */
  isOpened?: boolean;
}

export class PrivateProject {
  readonly #world: MembershipWorld;

  constructor(world: MembershipWorld) {
    this.#world = world;
  }

  wished({ readers }: GeneratedAct) {
    const wish = this.#world.people.filter((_, at) => readers[at]);
    if (wish.length === 0) return { terms: { access: 'open' as const, memberIds: [] } };
    const memberIds = wish.map(({ userId }) => userId);
    return { wish, terms: { access: 'private' as const, memberIds } };
  }

  async choose(readers: Participant[], generated: GeneratedAct): Promise<boolean> {
    const actor = pick(readers, generated.by);
    if (!actor) return false;
    const rival = pick(readers, generated.on);
    if (generated.act === 'race') {
      if (rival === actor) return false;
      await this.#world.pull(rival!.device);
      const { terms } = this.wished({ ...generated, readers: generated.readers.map((is) => !is) });
      await rival!.device.vault.renewKey(this.#world.team.workspaceId, this.#world.closed.id, terms);
    }
    const { wish } = this.wished(generated);
    await this.renew(actor, wish ? { wish } : { isOpened: true });
    return true;
  }

  /** Returns those on the list who still may be; `everybody` for an open project. */
  stillReading(): Set<Participant> | 'everybody' {
    if (this.#world.readers === 'everybody') return 'everybody';
    return new Set([...this.#world.readers].filter(mayHoldPrivate));
  }

  /** Returns its head as it stands, written under the newest key; nothing while it is open. */
  heads(): Record<string, StandingHead> {
    const { readers, closed } = this.#world;
    if (readers === 'everybody') return {};
    const head = {
      readers: [...readers].map(({ userId }) => userId),
      proof: `0.${Number.MAX_SAFE_INTEGER}.`,
    };
    return { [closed.id]: head };
  }

  /** Renews its key for these people, or for those of now as far as they still may. */
  async renew(actor: Participant, { wish, isNew = false, isOpened = false }: Renewal = {}): Promise<void> {
    const memberIds = wish?.map(({ userId }) => userId) ?? [];
    const access = isOpened ? ('open' as const) : ('private' as const);
    const terms = wish || isOpened ? { access, memberIds } : undefined;
    await this.#world.pull(actor.device);
    const { workspaceId } = this.#world.team;
    const rows = await actor.device.vault.renewKey(workspaceId, this.#world.closed.id, terms, { isNew });
    this.#world.team.keys.push(...rows);
    const next = isOpened ? 'everybody' : wish ? new Set(wish.filter(mayHoldPrivate)) : this.stillReading();
    // An employee who takes their own name off would go on knowing the key: they stay.
    if (next !== 'everybody' && actor.place!.role === 'EMPLOYEE') next.add(actor);
    if (wish || isOpened) this.#world.readers = next;
    this.noteGrants(rows, next);
  }

  /** Notes grants: a new key says who reads from now on; without one those of before do. */
  noteGrants(rows: ScopeKey[], readers: Set<Participant> | 'everybody'): void {
    const grants = rows.filter((row) => row.type === 'grant' && row.scopeId === this.#world.closed.id);
    if (grants.length === 0 || readers === 'everybody') return;
    this.#world.readers = readers;
    const recipients = grants.flatMap((row) => ('recipientId' in row ? [row.recipientId] : []));
    expect(recipients.sort(), 'the private project was granted to others than its readers').toEqual(
      [...[...readers].map(({ userId }) => userId), 'admins'].sort(),
    );
    this.#world.granted = new Set([...readers].map(({ device }) => device));
  }
}

/**
 * Tells whether somebody may hold the key of a private project. An invitation that was not accepted holds no
 * private project's key.
 */
const mayHoldPrivate = ({ place, status }: Participant): boolean =>
  place !== undefined && place.role !== 'CUSTOMER' && status !== 'INACTIVE';
