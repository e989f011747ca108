/** Acts upon members by real people: signed in their vaults, sent to the real server as one batch. */

import type { MemberAct, SignedActs } from '@kontor/client/vault/memberAct';
import type { Account } from '@kontor/contract/account';
import type { Change } from '@kontor/contract/change';
import type { Role } from '@kontor/contract/role';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from './actor.ts';

/** What `signMemberAct` takes. */
export type Act = Exclude<MemberAct, { cert: unknown }>;

/** Sends what somebody signed. @throws CallError with the server's code */
export async function sendActs(
  actor: Actor,
  workspaceId: string,
  { entries, keys }: SignedActs,
): Promise<void> {
  const changes: Change[] = [
    ...entries.map((entry): Change => ({ name: 'log.append', args: { entry } })),
    ...keys.map((key): Change => ({ name: 'key.add', args: { key } })),
  ];
  const body = { id: uuidv7(), workspaceId, changes };
  await actor.device.http.forWorkspace(workspaceId).json('/api/changes', { method: 'POST', body });
}

/** Acts upon a member or the keys. @throws LogError where the log's rules forbid it, before anything is sent */
export async function act(actor: Actor, workspaceId: string, what: Act): Promise<void> {
  const workspace = await actor.open(workspaceId);
  await sendActs(actor, workspaceId, await actor.device.vault.signMemberAct(workspaceId, what, Date.now()));
  await workspace.pull();
}

/** Takes somebody in who reads out their six words. */
export async function takeIn(
  admin: Actor,
  workspaceId: string,
  newcomer: Actor,
  place: { role: Role; customerId?: string },
): Promise<void> {
  const workspace = await admin.open(workspaceId);
  const words = await newcomer.device.vault.sixWords();
  const { publicKey: cert } = await newcomer.device.http.json<Account>('/api/account');
  const confirmed = { type: 'add', cert, ...place } as const;
  const signed = await admin.device.vault.signConfirmedAct(
    workspaceId,
    confirmed,
    words.join(' '),
    Date.now(),
  );
  await sendActs(admin, workspaceId, signed);
  await workspace.pull();
}

/** A new customer's scope; answers its id. */
export async function createCustomer(admin: Actor, workspaceId: string): Promise<string> {
  const id = uuidv7();
  await act(admin, workspaceId, { type: 'rotate', scopeIds: [id] });
  return id;
}
