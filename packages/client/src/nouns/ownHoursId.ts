import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import { logCrypto } from '@kontor/crypto/signing';

/** Returns the id of the scope that holds somebody's hours in a workspace, of which nothing needs to be here. */
export const ownHoursId = (workspaceId: string, userId: string): Promise<string> =>
  hoursScopeId(logCrypto, workspaceId, userId);
