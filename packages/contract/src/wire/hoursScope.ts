import { lp } from './bytes.ts';
import { derivedId } from './derivedId.ts';
import type { Verifier } from './keyCert.ts';
import { labels } from './labels.ts';

/**
 * Derives the id of the scope that holds somebody's hours in a workspace, so that there is one at most, whichever device
 * creates it: the derived id (`derivedId.ts`) of LP(label) LP(workspaceId) LP(userId).
 */
export const hoursScopeId = (
  verifier: Pick<Verifier, 'sha256'>,
  workspaceId: string,
  userId: string,
): Promise<string> => derivedId(verifier, lp(labels.hoursScope, workspaceId, userId));
