/** Acts upon members by real people, through the very facade that screens use. */

import { type NewCustomer, createCustomer as takeOn } from '@kontor/client/team/createCustomer';
import { type InvitationSecret, readLink } from '@kontor/client/team/invitationLink';
import type { Team } from '@kontor/client/team/team';
import type { PlainAct } from '@kontor/client/vault/memberAct';
import type { Role } from '@kontor/contract/entity/role';
import type { Account } from '@kontor/contract/wire/account';
import type { Actor } from './actor.ts';

/** Resolves with the people of a workspace as somebody sees them, everything of this moment pulled. */
export const teamOf = async (actor: Actor, workspaceId: string): Promise<Team> =>
  (await actor.open(workspaceId)).team();

/** Acts upon a member or the keys. @throws LogError where the log's rules forbid it, before anything is sent */
export async function act(actor: Actor, workspaceId: string, what: PlainAct): Promise<void> {
  await (await teamOf(actor, workspaceId)).act(what);
}

/** Takes somebody in who reads out their six words. */
export async function takeIn(
  admin: Actor,
  workspaceId: string,
  newcomer: Actor,
  place: { role: Role; customerId?: string },
): Promise<void> {
  const words = await newcomer.device.vault.sixWords();
  const { publicKey: cert } = await newcomer.device.http.json<Account>('/api/account');
  const team = await teamOf(admin, workspaceId);
  await team.confirm({ type: 'add', cert, ...place }, words.join(' '));
  await compareWords(admin, workspaceId, newcomer);
}

/** Compares the words of a workspace, as somebody does whose account remembers nothing of it. */
export async function compareWords(known: Actor, workspaceId: string, newcomer: Actor): Promise<void> {
  const [right, theirs] = [await known.open(workspaceId), await newcomer.open(workspaceId)];
  const [expected, { head, words }] = [await right.words(), await theirs.words()];
  if (words.join(' ') === expected.words.join(' ')) await theirs.confirm(head);
}

/** Invites somebody, who joins by the link. */
export async function inviteIn(
  admin: Actor,
  workspaceId: string,
  guest: Actor,
  place: { role: Role; customerId?: string },
): Promise<void> {
  const team = await teamOf(admin, workspaceId);
  const link = await team.invite({ email: guest.person.email, ...place });
  await guest.session.invitations.accept(secretOf(link));
}

/** Returns the secret of an invitation, as its link carries it. */
export function secretOf(link: string): InvitationSecret {
  const read = readLink(new URL(link).hash);
  if (read === 'broken' || !read.invitation) throw new Error(`no secret in ${link}`);
  return read.invitation;
}

/** Makes a new customer; returns their id, which is their scope's too. */
export const createCustomer = async (
  admin: Actor,
  workspaceId: string,
  more: Partial<NewCustomer> = {},
): Promise<string> =>
  takeOn(await admin.open(workspaceId), { customer: { name: 'Haus Ast', type: 'COMPANY' }, ...more });
