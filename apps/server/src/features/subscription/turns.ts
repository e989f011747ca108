/** Lets work about a workspace's subscription wait for each other without holding a connection of the database. */
import type { Database } from '../../db/database.ts';

const lasts = new WeakMap<Database, Map<string, Promise<unknown>>>();

/**
 * Runs work about a workspace's subscription after all that came before it in this process. It waits before it takes a
 * connection: a gateway that does not answer would else use up all of them. Work must not wait for a turn of its own.
 */
export function inTurn<T>(db: Database, workspaceId: string, work: () => Promise<T>): Promise<T> {
  const turns = lasts.get(db) ?? new Map<string, Promise<unknown>>();
  lasts.set(db, turns);
  const turn = (turns.get(workspaceId) ?? Promise.resolve()).then(work);
  const last = turn
    .catch(() => {})
    .then(() => {
      if (turns.get(workspaceId) === last) turns.delete(workspaceId);
    });
  turns.set(workspaceId, last);
  return turn;
}
