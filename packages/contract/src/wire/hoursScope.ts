import { lp, toHex } from './bytes.ts';
import type { Verifier } from './keyCert.ts';
import { labels } from './labels.ts';

/**
 * Derives the id of the scope that holds somebody's hours in a workspace, so that there is one at most, whichever device
 * creates it: SHA-256(LP(label) LP(workspaceId) LP(userId)), its first 16 bytes as a UUID of version 8 (RFC 9562, 5.8).
 * No other scope has an id of that version (`scopeSchema`): nobody takes somebody's before they do.
 */
export async function hoursScopeId(
  { sha256 }: Pick<Verifier, 'sha256'>,
  workspaceId: string,
  userId: string,
): Promise<string> {
  const bytes = (await sha256(lp(labels.hoursScope, workspaceId, userId))).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Tells whether an id is one that `hoursScopeId` may give. */
export const isHoursScopeId = (id: string): boolean => id[14] === '8';
