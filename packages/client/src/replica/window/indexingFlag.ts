/**
 * The flags of windowed scopes on the device whose pages the index is behind with. Whoever writes pages sets one of their own in
 * the same write. The tab that keeps the index makes the flags its own before it looks at the pages, and takes its own away with
 * what it keeps: what comes meanwhile is flagged again.
 */

/** Returns the beginning of the keys of all flags of a workspace, in the table `state`. */
export const indexingFlags = (workspaceId: string): string => `${workspaceId}/indexing/`;

/** Returns the key of the flag that a session sets for a scope. */
export const indexingFlag = (workspaceId: string, scopeId: string, session: string): string =>
  `${indexingFlags(workspaceId)}${scopeId}/${session}`;

/** Returns the scope and the session of a flag's key. */
export function readIndexingFlag(workspaceId: string, key: string): { scopeId: string; session: string } {
  const [scopeId = '', session = ''] = key.slice(indexingFlags(workspaceId).length).split('/');
  return { scopeId, session };
}
