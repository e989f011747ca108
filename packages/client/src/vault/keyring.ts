/**
 * The key ring: which keys of which scopes are held, and why they are believed. The ids of the keys of `admins`,
 * `staff` and `customer` scopes stand in the member log; a granted key of a private scope is believed on the signature
 * of a granter whom the log names; an open scope's key follows from the staff key.
 */
import type { LogState } from '@kontor/contract/memberLog/state';
import { satisfies } from '@kontor/contract/role';
import type { Scope, ScopeKey } from '@kontor/contract/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { CryptoError } from '@kontor/crypto/errors';
import {
  deriveOpenScopeKey,
  derivePersonalScopeKey,
  importScopeKey,
  type ScopeKeyHandle,
} from '@kontor/crypto/scopeKey';
import type { LogBook } from '../trust/logBook.ts';
import type { OpenAccount } from './account.ts';
import { isLogged, openKeyRow, type RowOpening } from './keyRow.ts';
import { ScopeRing } from './scopeRing.ts';
import { type KeyFault, TrustError } from './vault.ts';

/** Scopes above come first, since their keys open the rows below. */
const order = ['admins', 'staff', 'customer', 'project', 'room', 'personal'];
/** Keys that an act begins and that are not in the log yet, by scope. */
export type FreshKeys = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
const noFreshKeys: FreshKeys = new Map();

const isDerived = (scope: Scope) => scope.access === 'open' && !isLogged(scope);

export class Keyring {
  readonly #account: OpenAccount;
  readonly #log: LogBook;
  readonly #workspaces = new Map<string, Map<string, ScopeRing>>();
  /** By workspace: the keys of an invitation that the account is accepting. */
  readonly #links = new Map<string, AccountKeys>();
  #personal: ScopeRing | undefined;

  constructor(account: OpenAccount, log: LogBook) {
    this.#account = account;
    this.#log = log;
  }

  /** See `Vault.takeKeys`. */
  async take(workspaceId: string, scopes: { scope: Scope; keys: ScopeKey[] }[]): Promise<KeyFault[]> {
    const state = this.#log.known(workspaceId);
    const rings = this.#rings(workspaceId);
    const faults: KeyFault[] = [];
    const refuse = (scopeId: string, fault: KeyFault['fault'], detail: string) =>
      faults.push({ scopeId, fault, detail });
    for (const { scope, keys } of scopes) {
      if (isLogged(scope) && state.scopes.get(scope.id)?.kind !== scope.kind) {
        refuse(scope.id, 'unknown-scope', `the member log names no such ${scope.kind} scope`);
        continue;
      }
      const ring = rings.get(scope.id);
      if (ring && ring.scope.kind !== scope.kind) {
        refuse(scope.id, 'unknown-scope', `was ${ring.scope.kind}, is said to be ${scope.kind}`);
      } else if (ring && isDerived(scope) && ring.newest > 0 && !isDerived(ring.scope)) {
        // Believing it would seal a private project's future for all employees.
        refuse(scope.id, 'unconfirmed-key', 'a private scope is said to be open');
      } else {
        const taken = ring ?? new ScopeRing(scope);
        taken.scope = scope;
        taken.waiting.push(...keys.filter((key) => key.scopeId === scope.id));
        rings.set(scope.id, taken);
      }
    }
    await this.#resolve(workspaceId, state, refuse);
    return faults;
  }

  /** Opens what rows it can, as long as one more opens: a row may wait for a key that a later row brings. */
  async #resolve(
    workspaceId: string,
    state: LogState,
    refuse: (scopeId: string, fault: KeyFault['fault'], detail: string) => void,
  ): Promise<void> {
    const rings = this.#rings(workspaceId);
    const sorted = [...rings.values()]
      .filter((ring) => ring.waiting.length > 0)
      .sort((a, b) => order.indexOf(a.scope.kind) - order.indexOf(b.scope.kind));
    const link = this.#links.get(workspaceId);
    const selves = [this.#account.keys, ...(link ? [link] : [])];
    const opening: RowOpening = { workspaceId, state, selves, rings };
    for (let progress = true; progress; ) {
      progress = false;
      for (const ring of sorted) {
        const waiting: ScopeKey[] = [];
        for (const row of ring.waiting) {
          try {
            const outcome = await openKeyRow(opening, ring, row);
            if (outcome === 'opened') progress = true;
            else if (outcome === 'waits') waiting.push(row);
          } catch (error) {
            if (error instanceof TrustError) refuse(ring.scope.id, error.fault, error.message);
            else if (error instanceof CryptoError) refuse(ring.scope.id, 'unconfirmed-key', error.message);
            else throw error;
          }
        }
        ring.waiting = waiting;
      }
    }
  }

  /** The keys with which records of a scope may be sealed; empty while none is held. */
  async handles(workspaceId: string, scopeId: string): Promise<ReadonlyMap<string, ScopeKeyHandle>> {
    const ring = await this.#filled(workspaceId, scopeId);
    return ring?.handles ?? new Map();
  }

  /** What is known of a scope. */
  scope(workspaceId: string, scopeId: string): Scope | undefined {
    if (workspaceId === '') return { id: scopeId, kind: 'personal', access: 'private' };
    return this.#rings(workspaceId).get(scopeId)?.scope;
  }

  /** The key under which new records of a scope are sealed. @throws TrustError unknown-scope, missing-key */
  async newest(workspaceId: string, scopeId: string, fresh = noFreshKeys): Promise<ScopeKeyHandle> {
    const begun = await this.#begun(workspaceId, scopeId, fresh);
    if (begun) return importScopeKey(begun);
    const ring = await this.#filled(workspaceId, scopeId);
    if (!ring) throw new TrustError('unknown-scope', scopeId);
    const handle = ring.handle(this.#currentGeneration(workspaceId, ring));
    if (!handle) throw new TrustError('missing-key', `the newest key of ${scopeId} is not held`);
    return handle;
  }

  /** The key that a scope has once the fresh ones hold; undefined where they change nothing for it. */
  async #begun(workspaceId: string, scopeId: string, fresh: FreshKeys) {
    if (fresh.size === 0 || fresh.has(scopeId)) return fresh.get(scopeId);
    const scope = this.scope(workspaceId, scopeId);
    const staffKey = fresh.get(this.ringOf(workspaceId, 'staff').scope.id);
    return scope && isDerived(scope) && staffKey
      ? deriveOpenScopeKey(staffKey, workspaceId, scopeId)
      : undefined;
  }

  /** The first generation's key of a scope, 32 bytes: what name tags hang on. @throws TrustError */
  async first(workspaceId: string, scopeId: string): Promise<Uint8Array<ArrayBuffer>> {
    const ring = await this.#filled(workspaceId, scopeId);
    if (!ring) throw new TrustError('unknown-scope', scopeId);
    const key = ring.key(1);
    if (!key) throw new TrustError('missing-key', `the first key of ${scopeId} is not held`);
    return key;
  }

  /** The ring of the one `admins` or `staff` scope. @throws TrustError unknown-scope */
  ringOf(workspaceId: string, kind: 'admins' | 'staff'): ScopeRing {
    for (const ring of this.#rings(workspaceId).values()) if (ring.scope.kind === kind) return ring;
    throw new TrustError('unknown-scope', `${kind} of ${workspaceId}`);
  }

  /** What is held of a scope. */
  ring(workspaceId: string, scopeId: string): ScopeRing | undefined {
    return this.#rings(workspaceId).get(scopeId);
  }

  /** From here on, what is granted to an invitation is the account's, too. */
  takeLink(workspaceId: string, link: AccountKeys): void {
    this.#links.set(workspaceId, link);
  }

  clear(): void {
    for (const { seeds } of this.#links.values()) {
      seeds.xwing.fill(0);
      seeds.ed25519.fill(0);
    }
    this.#links.clear();
    for (const rings of this.#workspaces.values()) for (const ring of rings.values()) ring.forget();
    this.#workspaces.clear();
    this.#personal?.forget();
    this.#personal = undefined;
  }

  #rings(workspaceId: string): Map<string, ScopeRing> {
    let rings = this.#workspaces.get(workspaceId);
    if (!rings) {
      rings = new Map();
      this.#workspaces.set(workspaceId, rings);
    }
    return rings;
  }

  /** The log says which generation is current; of a private scope the newest that was granted. */
  #currentGeneration(workspaceId: string, ring: ScopeRing): number {
    if (workspaceId === '') return 1;
    const state = this.#log.known(workspaceId);
    const { scopes } = state;
    if (isLogged(ring.scope)) return scopes.get(ring.scope.id)?.generation ?? 0;
    if (isDerived(ring.scope)) return scopes.get(this.ringOf(workspaceId, 'staff').scope.id)?.generation ?? 0;
    const stray = strayReader(state, ring);
    if (stray)
      throw new TrustError('missing-key', `the key of ${ring.scope.id} is also ${stray}'s, who left`);
    return ring.newest;
  }

  /** A ring with the keys that follow from others filled in. */
  async #filled(workspaceId: string, scopeId: string): Promise<ScopeRing | undefined> {
    if (workspaceId === '') return this.#personalRing(scopeId);
    const ring = this.#rings(workspaceId).get(scopeId);
    if (!ring || !isDerived(ring.scope)) return ring;
    const staff = this.ringOf(workspaceId, 'staff');
    for (const generation of staff.generations) {
      if (!ring.has(generation))
        await ring.add(generation, await deriveOpenScopeKey(staff.key(generation)!, workspaceId, scopeId));
    }
    return ring;
  }

  async #personalRing(scopeId: string): Promise<ScopeRing | undefined> {
    if (scopeId !== this.#account.userId) return undefined;
    if (!this.#personal) {
      const ring = new ScopeRing({ id: scopeId, kind: 'personal', access: 'private' });
      await ring.add(1, await derivePersonalScopeKey(this.#account.keys.seeds, scopeId));
      this.#personal = ring;
    }
    return this.#personal;
  }
}

/**
 * Somebody who has the newest key of a private scope and may no longer read: a reader, the granter, or an admin of
 * before. Nothing new is sealed under such a key.
 */
function strayReader({ members, scopes }: LogState, { terms }: ScopeRing): string | undefined {
  if (!terms) return undefined;
  const isGone = (id: string) => {
    const member = members.get(id);
    return !member || member.status === 'INACTIVE' || !satisfies(member.role, 'EMPLOYEE');
  };
  const { readers, granterId, adminsKid } = terms;
  const gone = [granterId, ...readers.filter((id) => id !== 'admins')].find(isGone);
  if (gone) return gone;
  if (!readers.includes('admins')) return undefined;
  const admins = [...scopes.values()].find(({ kind }) => kind === 'admins');
  return admins?.kids.get(admins.generation) === adminsKid ? undefined : 'admins';
}
