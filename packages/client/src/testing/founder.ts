/** Somebody with an open vault and a workspace of their own, for the tests of this package. */

import type { RefValue } from '@kontor/contract/entity/ref';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { LocalVault } from '../vault/localVault.ts';
import type { Vault } from '../vault/vault.ts';

export interface Founder {
  userId: string;
  email: string;
  password: string;
  vault: LocalVault;
  cert: KeyCert;
  /** As registration sent it. */
  registered: Awaited<ReturnType<LocalVault['createAccount']>>;
  workspaceId: string;
  admins: Scope;
  staff: Scope;
  entry: LogEntry;
  keys: ScopeKey[];
}

/** Returns an account with a workspace. */
export async function founder(): Promise<Founder> {
  const userId = uuidv7();
  const [email, password] = [`${userId}@example.org`, 'correct horse'];
  const vault = new LocalVault();
  const registered = await vault.createAccount({ userId, email, password });
  const workspaceId = uuidv7();
  const admins: Scope = { id: uuidv7(), kind: 'admins', access: 'private' };
  const staff: Scope = { id: uuidv7(), kind: 'staff', access: 'private' };
  const { entry, keys } = await vault.createWorkspaceKeys({
    workspaceId,
    adminsScopeId: admins.id,
    staffScopeId: staff.id,
    at: 1,
  });
  const cert = registered.publicKey;
  return { userId, email, password, vault, cert, registered, workspaceId, admins, staff, entry, keys };
}

/** Returns the same person's vault on a new device: the account open, nothing known of any workspace. */
export async function anotherVault({ email, password, registered }: Founder): Promise<LocalVault> {
  const vault = new LocalVault();
  await vault.beginSignIn({ ...registered, email, password });
  await vault.openAccount(registered);
  return vault;
}

/** Hands a vault what a server would: the log and the scopes with their keys. */
export async function teach(
  vault: Vault,
  { workspaceId, entry, admins, staff, keys }: Founder,
  more: { scope: Scope; keys: ScopeKey[] }[] = [],
) {
  const { head } = await vault.takeLog(workspaceId, [entry], 'server');
  await vault.confirmLog(workspaceId, head);
  const of = (scope: Scope) => ({ scope, keys: keys.filter((key) => key.scopeId === scope.id) });
  return vault.takeKeys(workspaceId, [of(admins), of(staff), ...more]);
}

/** Returns a row as the server sends it, of a record that was sealed at version 1 unless told. */
export const rowOf = (
  record: {
    entity: string;
    id: string;
    scopeId: string;
    version: number;
    refs: Record<string, RefValue>;
  },
  sealed: Uint8Array,
  more: { deleted?: boolean; revision?: number } = {},
) => ({ ...record, revision: 1, updatedAt: 1, deleted: false, sealed, ...more });
