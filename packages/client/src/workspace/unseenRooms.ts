/** Keeps what the person has not seen of their rooms in memory, so that it can be counted. */
import { seenIn } from '../nouns/room.ts';
import { ignoreHistoryError } from '../replica/historyPuller.ts';
import type { Workspace } from './workspace.ts';

/**
 * Opens, once, the newest messages of each room of the person in which something came that they have not seen: what came
 * before this start lies sealed on the device until somebody asks for it. Returns the function that stops it.
 */
export function keepUnseenOpen({ workspace, userId }: { workspace: Workspace; userId: string }): () => void {
  const { collections, loaded, windows } = workspace;
  const opened = new Set<string>();
  const look = () => {
    if (!loaded.get().isComplete) return;
    for (const { id } of collections.room.where('memberIds', userId)) {
      const newest = workspace.revisions()[id] ?? 0;
      if (opened.has(id) || newest <= seenIn(collections, id, userId)) continue;
      opened.add(id);
      // What could not be brought is brought with the room itself.
      windows.open(id).catch(ignoreHistoryError);
    }
  };
  const stops = [loaded, collections.room].map((each) => each.subscribe(look));
  look();
  return () => {
    for (const stop of stops) stop();
  };
}
