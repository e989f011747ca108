/** Judges who could write what, by the log alone: the server's order of things is a claim that its cuts can refute. */
import { type Actor, can, type RecordCapability, readsScope } from '../capability.ts';
import { type ScopeKind, scopeKind } from '../entity/scopeKind.ts';
import { generationAt, hashAt, holderAt, memberAt, newestCutBelow } from './history.ts';
import { type LogState, mayHoldPrivate } from './state.ts';

/** The part of an author's signature that names the log as they knew it. */
export interface AuthorHead {
  /** Fingerprint of their certificate, base64url. */
  certKey: string;
  headSeq: number;
  /** base64url */
  headHash: string;
}

/** The facts of a write: where, and to whose record. */
export interface WrittenRow {
  scope: { id: string; kind: ScopeKind };
  /** The revision at which the author put it there; absent for what somebody else moved since. */
  revision?: number;
  /** The user whose it is, by the row that stood. */
  ownerId?: string;
}

/**
 * - `may-not`: somebody who could not; no honest server would have taken it.
 * - `unknown-head`: the author knew more of the log than this reader: pull it, then ask again. A server that cannot show it
 *   holds it back.
 * - `other-log`: the author knew another log than this one.
 */
export type WriteVerdict = 'may' | 'may-not' | 'unknown-head' | 'other-log';

/**
 * Judges if an author could do this to a record: by the rights at the head that they name and, where an entry that cut
 * the scope below the record's revision is newer, by those that they had left after it. Grants of private scopes are not
 * in the log: of them the caller knows the readers.
 */
export function couldWrite(
  log: LogState,
  { certKey, headSeq, headHash }: AuthorHead,
  capability: RecordCapability,
  { scope, revision, ownerId }: WrittenRow,
): WriteVerdict {
  if (headSeq > log.seq) return 'unknown-head';
  if (hashAt(log, headSeq) !== headHash) return 'other-log';
  const cut = revision === undefined ? undefined : newestCutBelow(log, scope.id, revision);
  const times = [headSeq, ...(cut !== undefined && cut > headSeq ? [cut] : [])];
  const row = ownerId === undefined ? {} : { ownerId };
  const isAllowed = times.every((seq) => {
    const member = holderAt(log, certKey, seq);
    if (!member) return false;
    // Whom a private scope's key was granted to is not in the log: of one that never is open, anybody may be who works here.
    const mayHold = member.customerId === scope.id || scopeKind(scope.kind).alwaysPrivate;
    const grantees = new Set(mayHold ? [member.userId] : []);
    return reads(member, scope.kind, grantees) && can(member, capability, row);
  });
  return isAllowed ? 'may' : 'may-not';
}

const reads = (actor: Actor, kind: ScopeKind, grantees: ReadonlySet<string>) =>
  readsScope(actor, { kind, access: 'open', grantees });

/** The origin of a generation of a scope's key, which says when it was superseded. */
export type GenerationOrigin =
  /** One that the log names. */
  | { from: 'log'; generation: number }
  /** Derived from the staff's of this generation, or wrapped under it. */
  | { from: 'staff'; generation: number }
  /** Granted to these users, and to the admins' key of this generation. */
  | { from: 'grant'; readers: readonly string[]; adminsGeneration?: number };

/**
 * Tells whether a generation of a scope's key was superseded at a revision: an entry that cut the scope below it had
 * brought a newer one, or shut somebody out who holds it. What lies there under it is not believed, whoever signed it.
 */
export function wasSuperseded(
  log: LogState,
  scopeId: string,
  origin: GenerationOrigin,
  revision: number,
): boolean {
  const seq = newestCutBelow(log, scopeId, revision);
  if (seq === undefined) return false;
  switch (origin.from) {
    case 'log':
      return origin.generation < generationAt(log, scopeId, seq);
    case 'staff':
      return origin.generation < generationAt(log, idOf(log, 'staff'), seq);
    case 'grant': {
      const { readers, adminsGeneration } = origin;
      if (adminsGeneration !== undefined && adminsGeneration < generationAt(log, idOf(log, 'admins'), seq))
        return true;
      return readers.some((userId) => hadLeft(log, userId, seq));
    }
  }
}

/**
 * Tests whether somebody who held private keys before an entry did not after it, and never came back: with who did, a key
 * may have been shared anew, and what they wrote meanwhile is judged by its signature.
 */
function hadLeft(log: LogState, userId: string, seq: number): boolean {
  const holds = (at: number) => {
    const member = memberAt(log, userId, at);
    return member !== undefined && mayHoldPrivate(member);
  };
  const held = (when: (since: number) => boolean) =>
    log.history.members
      .get(userId)
      ?.some(({ seq: since, fact }) => when(since) && fact !== undefined && mayHoldPrivate(fact)) === true;
  // Whoever came back may have left again since: what was written in between is under a key that was theirs by right.
  return !holds(seq) && !held((since) => since > seq) && held((since) => since < seq);
}

function idOf({ scopes }: LogState, kind: 'admins' | 'staff'): string {
  for (const scope of scopes.values()) if (scope.kind === kind) return scope.scopeId;
  throw new RangeError(`a log without ${kind}`);
}
