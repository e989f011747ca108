/** Invitations for tests of the server: entries and certificates are real, sealed keys are random bytes. */

import { generateKeyPairSync, sign } from 'node:crypto';
import type { Role } from '@kontor/contract/entity/role';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { packRevisions } from '@kontor/contract/memberLog/revisions';
import { randomXWingKey } from '@kontor/contract/testing/publicKeys';
import { dayMs } from '@kontor/contract/time/day';
import type { Change } from '@kontor/contract/wire/change';
import { keyCertBytes } from '@kontor/contract/wire/keyCert';
import type { TestAccount } from './accounts.ts';
import { entryHash, grant, random, signEntry, type TestSigner } from './sealed.ts';
import { change, newId, revisionsOf, signerOf, sync, type TestWorkspace } from './workspaces.ts';

/** The link: the keys that derive from the invitation's secret. */
export type Link = TestSigner;

/** Returns the newest entry of a workspace's log, as its owner sees it. */
export async function headOf({ owner, id }: TestWorkspace): Promise<LogEntry> {
  return (await sync(owner, { workspaceId: id })).answer.log.at(-1)!;
}

type Draft = Pick<LogEntry, 'type' | 'payload'> & Partial<LogEntry>;

/** Signs the next entry of a workspace's log. */
export async function nextEntry(workspace: TestWorkspace, by: TestSigner, draft: Draft): Promise<LogEntry> {
  const head = await headOf(workspace);
  const at = workspace.server.clock.now().getTime();
  const place = { at, seq: head.seq + 1, previousHash: entryHash(head), workspaceId: workspace.id };
  return signEntry(by, { ...place, ...draft } as Parameters<typeof signEntry>[1]);
}

export const appendOf = (entry: LogEntry): Change => ({ name: 'log.append', args: { entry } });

/** Grants the current key of the scope that a role holds directly to a recipient. */
export const grantOf = (
  { admins, staff }: TestWorkspace,
  granter: TestSigner,
  role: Role,
  recipientId: string,
): Change => {
  const { id: scopeId, kid } = role === 'ADMIN' ? admins : staff;
  return { name: 'key.add', args: { key: grant(granter, { scopeId, generation: 1, kid, recipientId }) } };
};

export function newLink(): Link {
  const userId = newId();
  const { publicKey, privateKey: signingKey } = generateKeyPairSync('ed25519');
  const body = {
    userId,
    hpkePublicKey: randomXWingKey(),
    signingPublicKey: publicKey.export({ format: 'jwk' }).x!,
    createdAt: Date.now(),
    previous: null,
  };
  const signature = sign(null, keyCertBytes(body), signingKey).toString('base64url');
  return { userId, cert: { ...body, signature }, signingKey };
}

/** Makes the changes of an invitation. */
export async function inviteChanges(
  workspace: TestWorkspace,
  email: string,
  link = newLink(),
  role: Role = 'EMPLOYEE',
): Promise<{ entry: Change; key: Change; address: Change }> {
  const expiresAt = workspace.server.clock.now().getTime() + 6 * dayMs;
  const payload = { cert: link.cert, role, expiresAt };
  const entry = await nextEntry(workspace, workspace.signer, { type: 'invite', payload });
  return {
    entry: appendOf(entry),
    key: grantOf(workspace, workspace.signer, role, link.userId),
    address: { name: 'invitation.create', args: { invitationId: link.userId, email } },
  };
}

/** Invites an address; returns the link. @throws the error that the server refuses it with */
export async function invite(
  workspace: TestWorkspace,
  email: string,
  role: Role = 'EMPLOYEE',
): Promise<Link> {
  const link = newLink();
  const { entry, key, address } = await inviteChanges(workspace, email, link, role);
  const { status, body } = await change(workspace.owner, workspace.id, entry, key, address);
  if (status !== 200) throw new Error(`refused: ${body.code}`);
  return link;
}

/** Makes the changes with which an account accepts an invitation. */
export async function acceptChanges(
  workspace: TestWorkspace,
  account: TestAccount,
  link: Link,
  { by = link, role = 'EMPLOYEE' }: { by?: TestSigner; role?: Role } = {},
): Promise<Change[]> {
  const { userId } = link;
  const payload = { userId, cert: account.body.publicKey, method: 'invitation' } as const;
  const entry = await nextEntry(workspace, by, { type: 'rekey', payload });
  return [appendOf(entry), grantOf(workspace, signerOf(account), role, account.userId)];
}

export const accept = async (workspace: TestWorkspace, account: TestAccount, link: Link) =>
  change(account, workspace.id, ...(await acceptChanges(workspace, account, link)));

/** Withdraws an invitation, with the new key of the staff that it takes. */
export async function withdraw(workspace: TestWorkspace, link: Link) {
  const { staff, admins } = workspace;
  const kid = random(16);
  const generation = 2;
  const scopes = [{ scopeId: staff.id, kind: 'staff' as const, generation, kid }];
  const revisions = await revisionsOf(workspace);
  revisions.delete(admins.id);
  const entry = await nextEntry(workspace, workspace.signer, {
    type: 'remove',
    payload: {
      userId: link.userId,
      scopes,
      revisions: packRevisions(revisions),
    },
  });
  const key = { scopeId: staff.id, generation, kid, sealed: random(61) };
  return change(
    workspace.owner,
    workspace.id,
    appendOf(entry),
    {
      name: 'key.add',
      args: { key: { type: 'wrap', ...key, parentScopeId: admins.id, parentKid: admins.kid } },
    },
    { name: 'key.add', args: { key: { type: 'previous', ...key, previousKid: staff.kid } } },
  );
}
