import { lp } from './bytes.ts';
import { derivedId } from './derivedId.ts';
import type { Verifier } from './keyCert.ts';
import { labels } from './labels.ts';

/** People in a direct room, oneself among them. */
export const directPeople = { min: 2, max: 8 } as const;

/**
 * Derives the id of the direct room of some people of a workspace, so that there is one at most, whoever of them begins it:
 * the derived id (`derivedId.ts`) of LP(label) LP(workspaceId) LP(each user's id, sorted).
 */
export const directRoomId = (
  verifier: Pick<Verifier, 'sha256'>,
  workspaceId: string,
  userIds: readonly string[],
): Promise<string> => derivedId(verifier, directRoomBytes(workspaceId, userIds));

/** Returns what the id of a direct room is derived from. */
export const directRoomBytes = (workspaceId: string, userIds: readonly string[]): Uint8Array<ArrayBuffer> =>
  lp(labels.directRoom, workspaceId, ...[...new Set(userIds)].sort());
