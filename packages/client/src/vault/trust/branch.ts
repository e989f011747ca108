/**
 * A log that goes on from a backup which was put back: it leaves the known one at some entry, and an admin says so.
 * Whoever may set a firm back is asked of the newest state that is known here, and not of the old one that the server
 * shows: nobody who was shut out since decides that.
 */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { LogState } from '@kontor/contract/memberLog/state';
import { TrustError } from './trustError.ts';

/** A folded log. */
export interface Book {
  state: LogState;
  /** Hash of each entry, by its place. */
  hashes: string[];
  /** The newest time in it, by the clocks of those who signed; ms. */
  newestAt: number;
  /** The signature of its newest `restore`. */
  restore: string | undefined;
}

/**
 * Asserts that a log restores the known one. `divergence`: the first entry of a valid log that is another one
 * than the known one in its place. It must be a `restore` of the known entry before it, by somebody who is an
 * active admin with the same key in what is known here, later than everything that is given up: an old one is
 * no word on what came after it.
 * @throws TrustError fork
 */
export function assertRestores(known: Book, divergence: LogEntry): void {
  const refuse = (why: string) => new TrustError('fork', `entry ${divergence.seq}: ${why}`);
  if (divergence.type !== 'restore') throw refuse('another than before');
  const { seq, hash } = divergence.payload;
  if (seq !== divergence.seq - 1 || hash !== known.hashes[seq]) throw refuse('restores what is not known');
  const author = known.state.members.get(divergence.authorId);
  if (author?.certKey !== divergence.authorKey || author.role !== 'ADMIN' || author.status !== 'ACTIVE')
    throw refuse('by nobody who is an admin now');
  if (divergence.at <= known.newestAt) throw refuse('older than what it gives up');
}
