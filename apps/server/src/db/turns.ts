/** Lets work wait for other work of the same kind without holding a connection of the database. */
import type { Database } from './database.ts';

const lasts = new WeakMap<Database, Map<string, Promise<unknown>>>();

/**
 * Runs work after all that came before it in this process under the same key: a workspace's id for work about its
 * subscription. It waits before it takes a connection: a gateway that does not answer, or a lock that somebody holds,
 * would else use up all of them. Work must not wait for a turn of its own.
 */
export function inTurn<T>(db: Database, key: string, work: () => Promise<T>): Promise<T> {
  const turns = lasts.get(db) ?? new Map<string, Promise<unknown>>();
  lasts.set(db, turns);
  const turn = (turns.get(key) ?? Promise.resolve()).then(work);
  const last = turn
    .catch(() => {})
    .then(() => {
      if (turns.get(key) === last) turns.delete(key);
    });
  turns.set(key, last);
  return turn;
}
