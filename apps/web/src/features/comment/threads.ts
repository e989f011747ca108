/** Orders the comments of a task or file: by time, each with its replies, one level deep. */
import type { Comment } from '@kontor/contract/nouns/comment';

type Placed = Pick<Comment, 'id' | 'replyToId' | 'createdAt'>;

export interface Thread<C extends Placed = Comment> {
  /** Id of the comment that begins it. */
  id: string;
  /** Absent where it was deleted and somebody had replied, or is about to. */
  first: C | undefined;
  replies: C[];
}

const byTime = (a: Placed, b: Placed): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** Returns the threads of some comments, the oldest first. A reply to a reply stands in the thread of that. */
export function threadsOf<C extends Placed>(comments: readonly C[]): Thread<C>[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const threads = new Map<string, Thread<C>>();
  const known = new Map<string, string | undefined>();
  for (const comment of comments.toSorted(byTime)) {
    const id = beginningOf(comment, byId, known);
    const thread = threads.get(id) ?? { id, first: byId.get(id), replies: [] };
    threads.set(id, thread);
    if (comment.id !== id) thread.replies.push(comment);
  }
  return [...threads.values()];
}

/**
 * Adds the threads of which nothing is left but a reply that is being typed: each where it stood, for ids ascend with
 * time.
 */
export function withReplied<C extends Placed>(
  threads: readonly Thread<C>[],
  ids: readonly string[],
): readonly Thread<C>[] {
  const gone = ids.filter((id) => threads.every((thread) => thread.id !== id));
  return gone.reduce((all, id) => {
    const behind = all.findIndex((thread) => thread.id > id);
    return all.toSpliced(behind < 0 ? all.length : behind, 0, { id, first: undefined, replies: [] });
  }, threads);
}

/**
 * Returns the id of the comment that begins a comment's thread; in a circle, or below one, which only a hostile client
 * makes, its own. `known` takes up those that were found on the way.
 */
function beginningOf(
  comment: Placed,
  byId: ReadonlyMap<string, Placed>,
  known: Map<string, string | undefined>,
): string {
  const passed = new Set<string>();
  let at: Placed | undefined = comment;
  let id: string | undefined = comment.id;
  while (at?.replyToId && !known.has(at.id)) {
    if (passed.has(at.id)) break;
    passed.add(at.id);
    id = at.replyToId;
    at = byId.get(id);
  }
  if (known.has(id)) id = known.get(id);
  else if (passed.has(id)) id = undefined;
  for (const each of passed) known.set(each, id);
  return id ?? comment.id;
}
