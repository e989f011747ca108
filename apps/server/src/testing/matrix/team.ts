/**
 * A workspace in which every kind of person exists, made by real entries of the member log with the key rows that they
 * need; for the matrix of rights and the substitution of ids.
 */

import type { RefValue } from '@kontor/contract/entity/ref';
import type { Role } from '@kontor/contract/entity/role';
import { type ScopeKind, scopeKind } from '@kontor/contract/entity/scopeKind';
import type { LogAct, LogEntry, NamedGeneration } from '@kontor/contract/memberLog/entries';
import { foldLog } from '@kontor/contract/memberLog/fold';
import { directHolders, type LoggedScope, type LogState, scopesLost } from '@kontor/contract/memberLog/state';
import { headOf } from '@kontor/contract/nouns/entities';
import { withRevisions } from '@kontor/contract/testing/logWriter';
import { randomXWingKey } from '@kontor/contract/testing/publicKeys';
import { dayMs } from '@kontor/contract/time/day';
import type { Change } from '@kontor/contract/wire/change';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import { nodeVerifier } from '../../adapters/verifier.ts';
import { createCert, createSignedIn, type TestAccount } from '../accounts.ts';
import { grant, random, signEntry } from '../sealed.ts';
import type { TestServer } from '../server.ts';
import {
  change,
  createWorkspace,
  expectApplied,
  newId,
  recordChange,
  revisionsOf,
  type TestWorkspace,
} from '../workspaces.ts';

export class Team {
  readonly workspace: TestWorkspace;
  #log: LogState;

  private constructor(workspace: TestWorkspace, log: LogState) {
    this.workspace = workspace;
    this.#log = log;
  }

  static async create(server: TestServer): Promise<Team> {
    const workspace = await createWorkspace(server);
    return new Team(workspace, await foldLog(undefined, [workspace.genesis], nodeVerifier));
  }

  get log(): LogState {
    return this.#log;
  }

  /** Returns the current key of a scope that the log names. */
  kidOf(scopeId: string): string {
    const scope = this.#log.scopes.get(scopeId)!;
    return scope.kids.get(scope.generation)!;
  }

  /** Signs an entry as the owner and sends it with every key row that it needs, and with further changes. */
  async append(content: LogAct, ...more: Change[]): Promise<void> {
    const { workspace } = this;
    const before = this.#log;
    const act = withRevisions(before, content, await revisionsOf(workspace));
    const entry = signEntry(workspace.signer, {
      at: workspace.server.clock.now().getTime(),
      seq: before.seq + 1,
      previousHash: before.head,
      workspaceId: workspace.id,
      ...act,
    } as Parameters<typeof signEntry>[1]);
    const after = await foldLog(before, [entry], nodeVerifier);
    const keys = [...after.scopes.values()].flatMap((scope) => this.#keysFor(before, after, scope, entry));
    await this.#send({ name: 'log.append', args: { entry } }, ...keys, ...more);
    this.#log = after;
  }

  #keysFor(before: LogState, after: LogState, scope: LoggedScope, { at }: LogEntry): Change[] {
    const { admins, staff, signer } = this.workspace;
    const { scopeId, kind, generation } = scope;
    const kid = scope.kids.get(generation)!;
    const old = before.scopes.get(scopeId);
    const isNew = scope !== old;
    const had = new Set(old && !isNew ? directHolders(before, at)(old).map(({ certKey }) => certKey) : []);
    const previousKid = generation > 1 ? scope.kids.get(generation - 1)! : null;
    const key = { scopeId, generation, kid };
    const rows: Change[] = directHolders(
      after,
      at,
    )(scope)
      .filter(({ certKey }) => !had.has(certKey))
      .map(({ id }) => ({
        name: 'key.add',
        args: { key: grant(signer, { ...key, previousKid, recipientId: id }) },
      }));
    if (!isNew) return rows;
    if (kind !== 'admins') {
      const parentScopeId = kind === 'staff' ? admins.id : staff.id;
      const parent = after.scopes.get(parentScopeId)!;
      const parentKid = parent.kids.get(parent.generation)!;
      const wrap = { type: 'wrap', ...key, parentScopeId, parentKid, sealed: random(61) } as const;
      rows.push({ name: 'key.add', args: { key: wrap } });
    }
    if (previousKid !== null) {
      const previous = { type: 'previous', ...key, previousKid, sealed: random(61) } as const;
      rows.push({ name: 'key.add', args: { key: previous } });
    }
    return rows;
  }

  /** Adds a customer; returns its scope's id. */
  async addCustomer(): Promise<string> {
    const scopeId = newId();
    const scope = { scopeId, kind: 'customer', generation: 1, kid: random(16) } as const;
    await this.append({ type: 'rotate', payload: { scopes: [scope] } });
    return scopeId;
  }

  /** Adds a new account as a member. */
  async add(role: Role, customerId?: string): Promise<TestAccount> {
    const account = await createSignedIn(this.workspace.server);
    const place = { role, ...(customerId && { customerId }) };
    await this.append({ type: 'add', payload: { cert: account.body.publicKey, ...place } });
    return account;
  }

  /** Invites a new account by its address; it does not accept. */
  async invite(role: Exclude<Role, 'CUSTOMER'>): Promise<TestAccount> {
    const account = await createSignedIn(this.workspace.server);
    const { email } = account.body;
    const invitationId = newId();
    const { cert } = createCert(invitationId);
    const expiresAt = Date.now() + 6 * dayMs;
    await this.append(
      { type: 'invite', payload: { cert, role, expiresAt } },
      { name: 'invitation.create', args: { invitationId, email } },
    );
    return account;
  }

  lock = ({ userId }: TestAccount) =>
    this.append({ type: 'status', payload: { userId, status: 'LOCKED', scopes: [] } });

  deactivate = ({ userId }: TestAccount) =>
    this.append({ type: 'status', payload: { userId, status: 'INACTIVE', ...this.#rotation(userId) } });

  remove = ({ userId }: TestAccount) =>
    this.append({ type: 'remove', payload: { userId, ...this.#rotation(userId) } });

  /** Makes new generations of all that somebody holds. */
  #rotation(userId: string): { scopes: NamedGeneration[]; adminsPublicKey?: string } {
    const lost = scopesLost(this.#log, this.#log.members.get(userId), undefined);
    const scopes = [...lost].map((scopeId) => {
      const { kind, generation } = this.#log.scopes.get(scopeId)!;
      return { scopeId, kind, generation: generation + 1, kid: random(16) } as NamedGeneration;
    });
    const rotatesAdmins = scopes.some(({ kind }) => kind === 'admins');
    return { scopes, ...(rotatesAdmins && { adminsPublicKey: randomXWingKey() }) };
  }

  /** Adds an open scope, with its head where its kind has one; returns its id. */
  async addOpen(kind: ScopeKind): Promise<string> {
    const id = newId();
    const scope = { id, kind, access: 'open' } as const;
    await this.#send({ name: 'scope.create', args: { scope } }, ...headChanges(kind, { id }));
    return id;
  }

  /** Adds a private scope of these members, and of the admins if they read such; returns its id and key. */
  async addPrivate(
    kind: ScopeKind,
    members: readonly TestAccount[],
    { id = newId(), refs = {} }: { id?: string; refs?: Record<string, RefValue> } = {},
  ): Promise<{ id: string; kid: string }> {
    const kid = random(16);
    const withAdmins = scopeKind(kind).readsPrivate === 'ADMIN';
    await this.#send(
      { name: 'scope.create', args: { scope: { id, kind, access: 'private' } } },
      ...this.#grantsOf({ scopeId: id, generation: 1, kid, previousKid: null }, members, withAdmins),
      ...headChanges(kind, { id, kid, refs }),
    );
    return { id, kid };
  }

  /** Adds the hours of a member. */
  async addHours(member: TestAccount): Promise<{ id: string; kid: string }> {
    const { userId } = member;
    const id = await hoursScopeId(nodeVerifier, this.workspace.id, userId);
    return this.addPrivate('hours', [member], { id, refs: { userId, readerIds: [userId] } });
  }

  /** Renews a private project's key for these members; returns the new key's id. */
  async renewPrivateProject(
    id: string,
    previousKid: string,
    members: readonly TestAccount[],
  ): Promise<string> {
    const key = { scopeId: id, generation: 2, kid: random(16), previousKid };
    const previous = { type: 'previous', ...key, sealed: random(61) } as const;
    await this.#send(...this.#grantsOf(key, members), { name: 'key.add', args: { key: previous } });
    return key.kid;
  }

  #grantsOf(
    key: { scopeId: string; generation: number; kid: string; previousKid: string | null },
    members: readonly TestAccount[],
    withAdmins = true,
  ): Change[] {
    const readers = [...members.map(({ userId }) => userId), ...(withAdmins ? ['admins'] : [])].sort();
    const sealedFor = withAdmins ? { adminsKid: this.kidOf(this.workspace.admins.id) } : {};
    return readers.map((recipientId) => ({
      name: 'key.add',
      args: { key: grant(this.workspace.signer, { ...key, readers, ...sealedFor, recipientId }) },
    }));
  }

  #send = (...changes: Change[]) =>
    expectApplied(change(this.workspace.owner, this.workspace.id, ...changes));
}

/** Returns the change that makes a scope's head, where its kind has one. */
function headChanges(
  kind: ScopeKind,
  { id, kid, refs }: { id: string; kid?: string; refs?: Record<string, RefValue> },
): Change[] {
  const head = headOf(kind);
  const more = { ...(kid && { kid }), ...(refs && { refs }) };
  return head ? [recordChange(`${head}.create`, { id, scopeId: id, ...more })] : [];
}
