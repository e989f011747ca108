/** Inviting: the entry with the keys of the role, and the address that it is for, in one batch. */

import { invitationMaxAge } from '@kontor/contract/memberLog/rules';
import { emailOf } from '@kontor/contract/text/email';
import { v7 as uuidv7 } from 'uuid';
import type { Vault } from '../vault/vault.ts';
import { writeLink } from './invitationLink.ts';
import type { NewInvitation, Team } from './team.ts';

/** See `Team.invite`. */
export async function invite(
  parts: { origin: string; vault: Vault; workspaceId: string; send: Team['send'] },
  { email, ...place }: NewInvitation,
): Promise<string> {
  const { origin, vault, workspaceId, send } = parts;
  const invitationId = uuidv7();
  const address = emailOf(email);
  const { secret, head } = await send(
    (at, records) => {
      const invitation = { invitationId, ...place, at, expiresAt: at + invitationMaxAge };
      return vault.createInvitation(workspaceId, invitation, records);
    },
    { changes: [{ name: 'invitation.create', args: { invitationId, email: address } }] },
  );
  return writeLink(origin, { invitationId, secret, head }, address);
}
