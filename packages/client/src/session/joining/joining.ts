/** Joining a workspace by invitation: before it, nothing of the workspace is there but what the invitation shows. */
import type { Change } from '@kontor/contract/wire/change';
import { errors } from '@kontor/contract/wire/errors';
import type { ShownInvitation } from '@kontor/contract/wire/invitation';
import { v7 as uuidv7 } from 'uuid';
import type { DeviceStore } from '../../device/deviceStore.ts';
import { applySurely } from '../../http/applySurely.ts';
import { CallError, isCallError } from '../../http/callError.ts';
import type { Http } from '../../http/http.ts';
import type { InvitationSecret } from '../../team/invitationLink.ts';
import { keepPin } from '../../vault/keepPin.ts';
import type { Vault } from '../../vault/vault.ts';

/** Most times that the acceptance is signed: it is signed anew whenever the log moved on meanwhile. */
const maxRounds = 5;

const expired = errors.INVITATION_EXPIRED;

/**
 * Accepts an invitation with its link's secret. Returns the workspace's id.
 * @throws TrustError, LogError where the log or the keys are not those that the link was made for; CallError,
 * `INVITATION_EXPIRED`, `NOT_FOUND` for one that was withdrawn, used, or is for another address
 */
export async function joinByLink(
  { http, vault, device }: { http: Http; vault: Vault; device: DeviceStore },
  link: InvitationSecret,
): Promise<string> {
  for (let round = 1; ; round++) {
    const shown = await http.json<ShownInvitation>(`/api/invitations/${link.invitationId}`);
    if (shown.log.length === 0) throw new CallError('INVITATION_EXPIRED', expired.status, expired.message);
    const workspaceId = shown.workspace.id;
    const { entries, keys } = await vault.acceptInvitation(workspaceId, link, shown, Date.now());
    const changes = [
      ...entries.map((entry): Change => ({ name: 'log.append', args: { entry } })),
      ...keys.map((key): Change => ({ name: 'key.add', args: { key } })),
    ];
    try {
      await applySurely(http.forWorkspace(workspaceId), { id: uuidv7(), workspaceId, changes });
    } catch (error) {
      if (round === maxRounds || !isCallError(error, 'LOG_MOVED', 'OUTDATED_KEY')) throw error;
      continue;
    }
    // Without these entries the log would not name the account before the next pull.
    await vault.takeLog(workspaceId, entries, 'server');
    // They have joined: opening it keeps the pin that could not be kept now.
    await keepPin({ http, vault, device }, workspaceId).catch(() => undefined);
    return workspaceId;
  }
}
