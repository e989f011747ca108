/**
 * Everything that somebody can open with the keys they ever had and every row that a server holds, whatever an honest
 * client would refuse: no rule of the member log stands in the way, only the mathematics.
 */

import type { LoggedCert } from '@kontor/contract/memberLog/state';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import type { Grant, KeyWrap, PreviousKey, Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { CryptoError } from '@kontor/crypto/errors';
import { openGrant } from '@kontor/crypto/grant';
import { unwrapPreviousKey, unwrapScopeKey } from '@kontor/crypto/keyWrap';
import { deriveOpenScopeKey, kidTextOf, scopeHpkePublicKey, scopeHpkeSeed } from '@kontor/crypto/scopeKey';

type Key = Uint8Array<ArrayBuffer>;

export interface Loot {
  workspaceId: string;
  admins: Scope;
  staff: Scope;
  /** Projects: their keys may follow from the staff's. */
  projects: readonly Scope[];
  keys: readonly ScopeKey[];
  certs: ReadonlyMap<string, LoggedCert>;
}

/** Rows are opened once for all: what is inside does not depend on who opens it. */
export class Knowledge {
  readonly #loot: Loot;
  readonly #grants: Grant[];
  readonly #wraps: Map<string, KeyWrap[]>;
  readonly #previous: Map<string, PreviousKey[]>;
  readonly #opened = new Map<KeyWrap | PreviousKey, Promise<Key>>();
  readonly #derived = new Map<string, Promise<[kid: string, key: Key][]>>();

  constructor(loot: Loot) {
    this.#loot = loot;
    // Newest first: what lies under a key that is known need not be opened again.
    this.#grants = loot.keys.filter((row) => row.type === 'grant').reverse();
    this.#wraps = Map.groupBy(
      loot.keys.filter((row) => row.type === 'wrap'),
      ({ parentKid }) => parentKid,
    );
    this.#previous = Map.groupBy(
      loot.keys.filter((row) => row.type === 'previous'),
      ({ kid }) => kid,
    );
  }

  /** Resolves with the ids of all scope keys that follow from these account and invitation keys. */
  async of(selves: readonly AccountKeys[]): Promise<Set<string>> {
    const known = new Map<string, Key>();
    const fresh: [kid: string, key: Key][] = [];
    const learn = (kid: string, key: Key) => {
      if (known.has(kid)) return;
      known.set(kid, key);
      fresh.push([kid, key]);
    };
    const follow = async () => {
      for (let next = fresh.pop(); next; next = fresh.pop()) {
        const [kid, key] = next;
        for (const row of this.#wraps.get(kid) ?? []) learn(row.kid, await this.#inside(row, key));
        for (const row of this.#previous.get(kid) ?? []) learn(row.previousKid, await this.#inside(row, key));
        for (const [derivedKid, derived] of await this.#following(kid, key)) learn(derivedKid, derived);
      }
    };
    for (const { cert, seeds } of selves)
      for (const grant of this.#grants) {
        if (grant.recipientId !== cert.userId || known.has(grant.kid)) continue;
        const key = await this.#grantedTo(grant, fromBase64Url(cert.hpkePublicKey), seeds.xwing);
        if (key) learn(grant.kid, key);
        await follow();
      }
    return new Set(known.keys());
  }

  async #grantedTo(grant: Grant, publicKey: Key, seed: Key): Promise<Key | undefined> {
    const granter = this.#loot.certs.get(grant.granterKey);
    if (!granter) return undefined;
    const to = { recipientId: grant.recipientId, publicKey };
    try {
      return await openGrant(grant, this.#loot.workspaceId, granter.cert, to, seed);
    } catch (error) {
      // To another certificate of the same person.
      if (error instanceof CryptoError) return undefined;
      throw error;
    }
  }

  #inside(row: KeyWrap | PreviousKey, key: Key): Promise<Key> {
    const { workspaceId } = this.#loot;
    const opened =
      this.#opened.get(row) ??
      (row.type === 'wrap'
        ? unwrapScopeKey(key, workspaceId, row)
        : unwrapPreviousKey(key, workspaceId, row));
    this.#opened.set(row, opened);
    return opened;
  }

  /**
   * Returns the keys that a key yields without a row below it: for `staff` those of the open projects, for `admins`
   * those that were granted to its holders.
   */
  #following(kid: string, key: Key): Promise<[kid: string, key: Key][]> {
    const following = this.#derived.get(kid) ?? this.#follow(kid, key);
    this.#derived.set(kid, following);
    return following;
  }

  async #follow(kid: string, key: Key): Promise<[kid: string, key: Key][]> {
    const { workspaceId, admins, staff, projects, keys } = this.#loot;
    const scopeId = keys.find(
      (row) => row.kid === kid || ('previousKid' in row && row.previousKid === kid),
    )?.scopeId;
    if (scopeId === staff.id)
      return Promise.all(
        projects.map(async ({ id }): Promise<[string, Key]> => {
          const derived = await deriveOpenScopeKey(key, workspaceId, id);
          return [await kidTextOf(derived), derived];
        }),
      );
    if (scopeId !== admins.id) return [];
    const [publicKey, seed] = await Promise.all([
      scopeHpkePublicKey(key, workspaceId, admins.id),
      scopeHpkeSeed(key, workspaceId, admins.id),
    ]);
    const out: [string, Key][] = [];
    for (const grant of this.#grants) {
      if (grant.recipientId !== 'admins') continue;
      const granted = await this.#grantedTo(grant, publicKey, seed);
      if (granted) out.push([grant.kid, granted]);
    }
    return out;
  }
}
