/**
 * The key ring: which keys of which scopes are held, and why they are believed. The ids of the keys of `admins`,
 * `staff` and `customer` scopes stand in the member log; a granted key of a private scope is believed on the signature
 * of a granter whom the log names; an open scope's key follows from the staff key. So a project is private exactly
 * where a key of its own was confirmed that does not lie under the staff's.
 */

import {
  isCut,
  isLogged,
  mayBeOpen,
  type ScopeAccess,
  scopeKind,
  scopeKinds,
} from '@kontor/contract/entity/scopeKind';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import {
  deriveOpenScopeKey,
  derivePersonalScopeKey,
  importScopeKey,
  kidTextOf,
  type ScopeKeyHandle,
} from '@kontor/crypto/scopeKey';
import type { OpenAccount } from './account.ts';
import { openRows, type Refuse, type RowOpening } from './keyRow.ts';
import type { KeyWiper } from './keyWiper.ts';
import type { Readers, StandingHead } from './plainBatch.ts';
import type { KeyFault, LateScopes } from './plainRecord.ts';
import { isBegunBehind, leftOut, readersOf, renewalRows, revokedReader } from './privateKeys.ts';
import { ScopeRing } from './scopeRing.ts';
import type { LogBook } from './trust/logBook.ts';
import { TrustError } from './trust/trustError.ts';

/** Keys that an act begins and that are not in the log yet, by scope. */
export type FreshKeys = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
/** The key to seal with, and its generation. */
export interface NewestKey {
  handle: ScopeKeyHandle;
  generation: number;
}
const noFreshKeys: FreshKeys = new Map();

const isOfWork = ({ kind }: Scope) => scopeKind(kind).key === 'shared';
/**
 * Tells whether its keys follow from the staff's: it is open, and always was. What the server says of it
 * counts for nothing.
 */
const isDerived = (ring: ScopeRing) => mayBeOpen(ring.scope.kind) && ring.newest === 0;

function assertUncontested({ isContested, scope }: ScopeRing): void {
  if (isContested)
    throw new TrustError('missing-key', `which key of ${scope.id} is the right one is not known`);
}

export class Keyring {
  readonly #account: OpenAccount;
  readonly #log: LogBook;
  readonly #workspaces = new Map<string, Map<string, ScopeRing>>();
  /** By workspace: the keys that the last act here begins, by their ids, until rows of the log's scopes bring them. */
  readonly #fresh = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();
  /** By workspace: the keys of an invitation that the account is accepting. */
  readonly #links = new Map<string, AccountKeys>();
  /** The account's own of before a password reset, once the recovery phrase has opened them. */
  #former: AccountKeys | undefined;
  #personal: ScopeRing | undefined;
  /** Ends when all rows that came so far are looked at. */
  #taking: Promise<unknown> = Promise.resolve();
  readonly #wiper: KeyWiper;

  constructor(account: OpenAccount, log: LogBook, wiper: KeyWiper) {
    this.#wiper = wiper;
    this.#account = account;
    this.#log = log;
  }

  /**
   * See `Vault.takeKeys`. One call after the other: of two that opened the same row at once, the later would find its key held
   * and nothing that shows that it follows, and would call the row forged and the scope contested.
   */
  take(
    workspaceId: string,
    scopes: { scope: Scope; keys: ScopeKey[] }[],
    late?: LateScopes,
  ): Promise<KeyFault[]> {
    const taken = this.#taking.then(() => this.#take(workspaceId, scopes, late));
    this.#taking = taken.catch(() => {});
    return taken;
  }

  async #take(
    workspaceId: string,
    scopes: { scope: Scope; keys: ScopeKey[] }[],
    late: LateScopes | undefined,
  ): Promise<KeyFault[]> {
    const state = this.#log.known(workspaceId);
    const rings = this.#rings(workspaceId);
    const faults: KeyFault[] = [];
    const refuse: Refuse = (scopeId, fault, detail) => faults.push({ scopeId, fault, detail });
    for (const { scope, keys } of scopes) {
      // One of the log that is said to be a project would be opened by grants that the log says nothing of.
      if (state.scopes.get(scope.id)?.kind !== (isLogged(scope) ? scope.kind : undefined)) {
        refuse(scope.id, 'unknown-scope', `the member log names no such ${scope.kind} scope`);
        continue;
      }
      const ring = rings.get(scope.id);
      if (ring && ring.scope.kind !== scope.kind) {
        refuse(scope.id, 'unknown-scope', `was ${ring.scope.kind}, is said to be ${scope.kind}`);
      } else {
        const taken = ring ?? new ScopeRing(scope);
        taken.wait(keys.filter((key) => key.scopeId === scope.id));
        rings.set(scope.id, taken);
      }
    }
    await this.#resolve(workspaceId, state, refuse);
    for (const id of late?.ids ?? []) {
      const ring = rings.get(id);
      if (!ring || !isBegunBehind(state, ring, late!.seq, this.#account.userId)) continue;
      this.#forget(ring);
      rings.delete(id);
      refuse(id, 'unknown-scope', 'who opened it had left before it was there');
    }
    // Nothing follows from what the server says of a scope's access; but a lie about it is worth an alarm.
    for (const { scope } of scopes)
      if (scope.access === 'open' && isOfWork(scope) && this.access(workspaceId, scope.id) === 'private')
        refuse(scope.id, 'unconfirmed-key', 'a private scope is said to be open');
    return faults;
  }

  /** Holds what was opened before, from the very rows that `take` is given next. */
  restore(workspaceId: string, rings: readonly ScopeRing[]): void {
    const known = this.#rings(workspaceId);
    for (const ring of rings) if (!known.has(ring.scope.id)) known.set(ring.scope.id, ring);
  }

  /** Holds the keys that an act of this device begins, so that their rows need not be opened once the log names them. */
  async hold(workspaceId: string, fresh: FreshKeys): Promise<void> {
    const named = await Promise.all(
      [...fresh.values()].map(async (key) => [await kidTextOf(key), key] as const),
    );
    this.#dropFresh(workspaceId);
    this.#fresh.set(workspaceId, new Map(named));
  }

  #dropFresh(workspaceId: string): void {
    const keys = this.#fresh.get(workspaceId);
    if (!keys) return;
    this.#wiper.wipe(...keys.values());
    // Nobody may take one over any more: it is about to be wiped.
    keys.clear();
  }

  /** Opens what rows it can, as long as one more opens: a row may wait for a key that a later row brings. */
  async #resolve(workspaceId: string, state: LogState, refuse: Refuse): Promise<void> {
    const rings = this.#rings(workspaceId);
    const sorted = [...rings.values()]
      .filter((ring) => ring.waiting.size > 0)
      .sort((a, b) => scopeKinds.indexOf(a.scope.kind) - scopeKinds.indexOf(b.scope.kind));
    const derived = new Set(sorted.filter((ring) => isDerived(ring)));
    const link = this.#links.get(workspaceId);
    const selves = [this.#account.keys, link, this.#former].filter((keys) => keys !== undefined);
    const fresh = this.#fresh.get(workspaceId);
    const opening: RowOpening = { workspaceId, state, selves, rings, fresh, mayBegin: false };
    const unproven = new Map<ScopeRing, ScopeKey[]>();
    for (let progress = true; progress; ) {
      progress = false;
      for (const ring of sorted) {
        const { opened, unproven: open } = await openRows(opening, ring, refuse);
        unproven.set(ring, open);
        progress ||= opened > 0;
      }
      // What may still open by a key that is yet to be opened goes before what begins a scope here.
      if (progress) opening.mayBegin = false;
      else if (!opening.mayBegin) progress = opening.mayBegin = true;
    }
    for (const [ring, rows] of unproven) {
      ring.isContested = rows.length > 0 && (ring.isContested || derived.has(ring));
      for (const { scopeId, generation } of rows)
        refuse(
          scopeId,
          'forged-grant',
          `nothing shows that generation ${generation} follows from those held`,
        );
    }
  }

  /**
   * Tells whether the log gives this account no place: it names another certificate (a password was reset since), or
   * says LOCKED, INACTIVE or nothing. What the server says of it does not count.
   */
  isShutOut(workspaceId: string): boolean {
    const state = workspaceId === '' ? undefined : this.#log.state(workspaceId);
    if (!state) return false;
    const me = state.members.get(this.#account.userId);
    return me?.status !== 'ACTIVE' || me.certKey !== this.#account.certKey;
  }

  /** Returns a scope as it is known. */
  scope(workspaceId: string, scopeId: string): Scope | undefined {
    if (workspaceId === '') return { id: scopeId, kind: 'personal', access: 'private' };
    return this.#rings(workspaceId).get(scopeId)?.scope;
  }

  /**
   * Resolves with the key under which new records of a scope are sealed. `isPrivate`: they were written for
   * its readers alone.
   * @throws TrustError unknown-scope, missing-key
   */
  async newest(
    workspaceId: string,
    scopeId: string,
    { fresh = noFreshKeys, isPrivate = false }: { fresh?: FreshKeys; isPrivate?: boolean } = {},
  ): Promise<NewestKey> {
    if (this.isShutOut(workspaceId))
      throw new TrustError('missing-key', 'the member log shuts this account out');
    const begun = await this.#begun(workspaceId, scopeId, fresh);
    if (begun) return begun;
    const ring = await this.filled(workspaceId, scopeId);
    if (!ring) throw new TrustError('unknown-scope', scopeId);
    assertUncontested(ring);
    // What customers see is mostly written by itself, with what somebody does elsewhere.
    if (ring.scope.kind === 'customer') this.#log.assertConfirmed(workspaceId);
    if (ring.pending) return ring.pending;
    if (isPrivate && isDerived(ring))
      throw new TrustError(
        'missing-key',
        `the key of ${scopeId} is not held, and everybody has the one of before`,
      );
    const generation = this.#currentGeneration(workspaceId, ring);
    const handle = ring.handle(generation);
    if (!handle) throw new TrustError('missing-key', `the newest key of ${scopeId} is not held`);
    return { handle, generation };
  }

  /**
   * Resolves with the key that a scope has once the fresh ones hold; undefined where they change nothing for
   * it.
   */
  async #begun(workspaceId: string, scopeId: string, fresh: FreshKeys): Promise<NewestKey | undefined> {
    if (fresh.size === 0) return undefined;
    const own = fresh.get(scopeId);
    const { scopes } = this.#log.known(workspaceId);
    const next = (id: string) => (scopes.get(id)?.generation ?? 0) + 1;
    if (own) return { handle: await importScopeKey(own), generation: next(scopeId) };
    const ring = this.ring(workspaceId, scopeId);
    const staffId = this.ringOf(workspaceId, 'staff').scope.id;
    const staffKey = fresh.get(staffId);
    if (!ring || !isDerived(ring) || !staffKey) return undefined;
    const key = await deriveOpenScopeKey(staffKey, workspaceId, scopeId);
    return { handle: await importScopeKey(key), generation: next(staffId) };
  }

  /** Tells who reads a scope, as far as its keys prove it. */
  access(workspaceId: string, scopeId: string): ScopeAccess {
    const ring = this.#rings(workspaceId).get(scopeId);
    return ring && mayBeOpen(ring.scope.kind) ? readersOf(ring).access : 'private';
  }

  /** Tells whether an entry of the log may cut a scope whose keys are here. */
  isCuttable(workspaceId: string, scopeId: string): boolean {
    const ring = this.#rings(workspaceId).get(scopeId);
    return ring !== undefined && isCut(ring.scope.kind, this.access(workspaceId, scopeId));
  }

  /** Returns the id of who let this account into a private project or room; undefined for one that is open. */
  admittedBy(workspaceId: string, scopeId: string): string | undefined {
    const ring = this.#rings(workspaceId).get(scopeId);
    return ring && this.access(workspaceId, scopeId) === 'private' ? ring.admittedBy : undefined;
  }

  /** See `Vault.isReleased`. */
  isReleased(workspaceId: string, scopeId: string): boolean {
    return this.#rings(workspaceId).get(scopeId)?.release !== undefined;
  }

  /** See `Vault.leftOut`. */
  leftOut(workspaceId: string, scopeId: string, head: StandingHead): string[] {
    const ring = this.#rings(workspaceId).get(scopeId);
    return ring ? leftOut(this.#log.known(workspaceId), ring, head) : [];
  }

  /** Returns the scopes of the log whose newest key did not come with the log. */
  incomplete(workspaceId: string): string[] {
    const { scopes } = this.#log.known(workspaceId);
    return this.rings(workspaceId).flatMap((ring) => {
      const current = isLogged(ring.scope) ? scopes.get(ring.scope.id)?.generation : undefined;
      return current === undefined || ring.has(current) ? [] : [ring.scope.id];
    });
  }

  /** See `BatchSealer.renewKey`. */
  async renew(
    workspaceId: string,
    scopeId: string,
    wish: Readers | undefined,
    { isNew, isRefused }: { isNew: boolean; isRefused: boolean },
  ): Promise<ScopeKey[]> {
    const ring = await this.filled(workspaceId, scopeId);
    if (!ring) throw new TrustError('unknown-scope', scopeId);
    if (!isOfWork(ring.scope)) return [];
    assertUncontested(ring);
    const [account, state] = [this.#account.keys, this.#log.known(workspaceId)];
    const staff = this.ringOf(workspaceId, 'staff');
    const rows = await renewalRows(
      { account, state, scope: ring.scope, ring, staff, isNew, isRefused },
      wish,
    );
    // To whom a key goes is the log's word.
    if (rows.length > 0) this.#log.assertConfirmed(workspaceId);
    return rows;
  }

  /**
   * Resolves with the first generation's key of a scope, 32 bytes: what name tags hang on. @throws TrustError
   */
  async first(workspaceId: string, scopeId: string): Promise<Uint8Array<ArrayBuffer>> {
    const ring = await this.filled(workspaceId, scopeId);
    if (!ring) throw new TrustError('unknown-scope', scopeId);
    const key = ring.key(1);
    if (!key) throw new TrustError('missing-key', `the first key of ${scopeId} is not held`);
    return key;
  }

  /** Returns the ring of the one `admins` or `staff` scope. @throws TrustError unknown-scope */
  ringOf(workspaceId: string, kind: 'admins' | 'staff'): ScopeRing {
    for (const ring of this.#rings(workspaceId).values()) if (ring.scope.kind === kind) return ring;
    throw new TrustError('unknown-scope', `${kind} of ${workspaceId}`);
  }

  /** Returns the keys that are held of a scope. */
  ring(workspaceId: string, scopeId: string): ScopeRing | undefined {
    return this.#rings(workspaceId).get(scopeId);
  }

  /** Treats what is granted to an invitation as granted to the account, too, from here on. */
  takeLink(workspaceId: string, link: AccountKeys): void {
    this.#links.set(workspaceId, link);
  }

  /** Makes what was the account's before a reset readable from here on. */
  takeFormer(former: AccountKeys): void {
    this.#former = former;
    this.#forget(this.#personal);
    this.#personal = undefined;
  }

  get hasFormer(): boolean {
    return this.#former !== undefined;
  }

  /** Returns the keys of before the reset. @throws TrustError missing-key while the phrase has opened none */
  get former(): AccountKeys {
    if (!this.#former) throw new TrustError('missing-key', 'no former keys are open');
    return this.#former;
  }

  /** Forgets what is held of a workspace's scopes: another log may name other keys. */
  forget(workspaceId: string): void {
    this.#forget(...this.rings(workspaceId));
    this.#workspaces.delete(workspaceId);
  }

  /** Returns everything that is held of a workspace. */
  rings(workspaceId: string): ScopeRing[] {
    return [...this.#rings(workspaceId).values()];
  }

  clear(): void {
    for (const { seeds } of [...this.#links.values(), ...(this.#former ? [this.#former] : [])])
      this.#wiper.wipe(seeds.xwing, seeds.ed25519);
    this.#links.clear();
    for (const workspaceId of this.#fresh.keys()) this.#dropFresh(workspaceId);
    this.#former = undefined;
    for (const rings of this.#workspaces.values()) this.#forget(...rings.values());
    this.#workspaces.clear();
    this.#forget(this.#personal);
    this.#personal = undefined;
  }

  #forget(...rings: readonly (ScopeRing | undefined)[]): void {
    this.#wiper.wipe(...rings.flatMap((ring) => ring?.forget() ?? []));
  }

  #rings(workspaceId: string): Map<string, ScopeRing> {
    let rings = this.#workspaces.get(workspaceId);
    if (!rings) {
      rings = new Map();
      this.#workspaces.set(workspaceId, rings);
    }
    return rings;
  }

  /** Returns the generation that the log says is current; of a private scope the newest that was granted. */
  #currentGeneration(workspaceId: string, ring: ScopeRing): number {
    if (workspaceId === '') return 1;
    const state = this.#log.known(workspaceId);
    const { scopes } = state;
    if (isLogged(ring.scope)) return scopes.get(ring.scope.id)?.generation ?? 0;
    if (isDerived(ring)) return scopes.get(this.ringOf(workspaceId, 'staff').scope.id)?.generation ?? 0;
    const revoked = revokedReader(state, ring);
    if (revoked)
      throw new TrustError('missing-key', `the key of ${ring.scope.id} is also ${revoked}'s, who left`);
    return ring.newest;
  }

  /** Returns the keys that are held of a scope, those that follow from others filled in. */
  async filled(workspaceId: string, scopeId: string): Promise<ScopeRing | undefined> {
    if (workspaceId === '') return this.#personalRing(scopeId);
    const ring = this.#rings(workspaceId).get(scopeId);
    if (!ring || !mayBeOpen(ring.scope.kind)) return ring;
    const staff = [...this.#rings(workspaceId).values()].find(({ scope }) => scope.kind === 'staff');
    if (!staff) return ring;
    const derived = (generation: number) => deriveOpenScopeKey(staff.key(generation)!, workspaceId, scopeId);
    let last = Math.max(0, ...staff.generations);
    if (!isDerived(ring)) {
      // Its own keys go on behind those that it had while it was open: then the last of those lies under the first.
      const { oldest } = ring;
      const follows =
        staff.has(oldest) && (await kidTextOf(await derived(oldest))) === ring.handle(oldest)!.kidText;
      last = follows ? oldest : 0;
      ring.limitDerived(last);
    }
    for (const generation of staff.generations)
      if (generation <= last && !ring.hasDerived(generation))
        await ring.addDerived(generation, await derived(generation));
    return ring;
  }

  async #personalRing(scopeId: string): Promise<ScopeRing | undefined> {
    if (scopeId !== this.#account.userId) return undefined;
    if (!this.#personal) {
      const ring = new ScopeRing({ id: scopeId, kind: 'personal', access: 'private' });
      await ring.add(1, await derivePersonalScopeKey(this.#account.keys.seeds, scopeId));
      // For reading alone, and the first likewise, which the records of before name in what was signed.
      if (this.#former) await ring.addDerived(1, await derivePersonalScopeKey(this.#former.seeds, scopeId));
      this.#personal = ring;
    }
    return this.#personal;
  }
}
