/** A workspace's log and key rows, as a server would hold them, and people's vaults around it: for tests of the vault. */

import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { type AccountKeys, createAccountKeys } from '@kontor/crypto/account';
import { fingerprint } from '@kontor/crypto/cert';
import { createDeviceKey, createPageKey, sealDevice } from '@kontor/crypto/device';
import { v7 as uuidv7 } from 'uuid';
import { LocalVault } from '../vault/localVault.ts';
import type { SignedActs } from '../vault/memberAct.ts';
import { type Founder, founder } from './founder.ts';

export interface Mate {
  userId: string;
  vault: LocalVault;
  cert: KeyCert;
}

/** Returns somebody with an open account and no workspace; with `previous`, somebody known, after a password reset. */
export async function mate(
  userId: string = uuidv7(),
  previous?: KeyCert,
): Promise<Mate & { keys: AccountKeys }> {
  const keys = await createAccountKeys(userId, Date.now(), previous ? await fingerprint(previous) : null);
  return { userId, vault: await openVault(keys), cert: keys.cert, keys };
}

/** Returns a vault that has just opened an account on its device: no password, so nothing is derived slowly. */
export async function openVault(keys: AccountKeys): Promise<LocalVault> {
  const [deviceKey, share] = [await createDeviceKey(), crypto.getRandomValues(new Uint8Array(32))];
  const sealed = await sealDevice(deviceKey, share, keys, createPageKey());
  const vault = new LocalVault();
  await vault.openFromDevice({ deviceShare: toBase64Url(share), deviceKey, sealed, publicKey: keys.cert });
  return vault;
}

/** The data that a workspace begins with. */
type Founding = Pick<
  Founder,
  'workspaceId' | 'userId' | 'vault' | 'cert' | 'admins' | 'staff' | 'entry' | 'keys'
>;

export class Team {
  #revision = 1;
  readonly workspaceId: string;
  readonly owner: Mate;
  readonly admins: Scope;
  readonly staff: Scope;
  readonly entries: LogEntry[];
  readonly scopes: Scope[];
  readonly keys: ScopeKey[];
  at = 1_000;

  constructor({ workspaceId, userId, vault, cert, admins, staff, entry, keys }: Founding) {
    this.workspaceId = workspaceId;
    this.owner = { userId, vault, cert };
    this.admins = admins;
    this.staff = staff;
    this.entries = [entry];
    this.scopes = [admins, staff];
    this.keys = [...keys];
  }

  /** Returns the revision of a row that is written now; one stream for all scopes. */
  nextRevision(): number {
    return ++this.#revision;
  }

  /** Returns the revisions of the scopes, as who has pulled knows them. */
  revisions(): Record<string, number> {
    return Object.fromEntries(this.scopes.map(({ id }) => [id, this.#revision]));
  }

  /** Takes what somebody signed, as a server that leaves every check to the clients. */
  take({ entries, keys }: SignedActs): void {
    this.entries.push(...entries);
    this.keys.push(...keys);
  }

  /** Returns everything there is, grants to others included. */
  rows(scopes = this.scopes): { scope: Scope; keys: ScopeKey[] }[] {
    return scopes.map((scope) => ({ scope, keys: this.keys.filter((key) => key.scopeId === scope.id) }));
  }

  /** Pulls: the log, and all scopes and keys, whether they are this one's or not. */
  async pull({ vault }: Pick<Mate, 'vault'>) {
    const { head } = await vault.takeLog(this.workspaceId, this.entries, 'server');
    // Those who have no pin compare the words.
    await vault.confirmLog(this.workspaceId, head);
    return vault.takeKeys(this.workspaceId, this.rows());
  }

  /** Does an act by somebody who has pulled. */
  async act(by: Mate, act: Parameters<LocalVault['signMemberAct']>[1]): Promise<void> {
    await this.pull(by);
    this.take(await by.vault.signMemberAct(this.workspaceId, act, this.at, [], this.revisions()));
  }

  /** Makes a new customer's scope. */
  async customer(): Promise<Scope> {
    const scope: Scope = { id: uuidv7(), kind: 'customer', access: 'private' };
    await this.act(this.owner, { type: 'rotate', scopeIds: [scope.id] });
    this.scopes.push(scope);
    return scope;
  }

  /** Invites; answers the link. */
  async invite(by: Mate, place: { role: 'ADMIN' | 'EMPLOYEE' | 'CUSTOMER'; customerId?: string }) {
    await this.pull(by);
    const invitation = { invitationId: uuidv7(), ...place, at: this.at, expiresAt: this.at + 1_000 };
    const { secret, head, ...signed } = await by.vault.createInvitation(this.workspaceId, invitation);
    this.take(signed);
    return { invitationId: invitation.invitationId, secret, head };
  }

  async accept(
    who: Mate,
    link: { invitationId: string; secret: string; head: string },
    log = this.entries,
  ): Promise<void> {
    const scopes = this.rows().map(({ scope, keys }) => ({
      scope,
      keys: keys.filter((key) => key.type !== 'grant' || key.recipientId === link.invitationId),
    }));
    this.take(await who.vault.acceptInvitation(this.workspaceId, link, { log, scopes }, this.at));
  }

  /** Takes in somebody new, through a link. */
  async join(place: { role: 'ADMIN' | 'EMPLOYEE' | 'CUSTOMER'; customerId?: string }): Promise<Mate> {
    const who = await mate();
    await this.accept(who, await this.invite(this.owner, place));
    return who;
  }
}

export const team = async (): Promise<Team> => new Team(await founder());
