/**
 * Cuts: an entry that takes keys or rights from somebody says up to which revision the scopes concerned count as they were.
 * Anything written above that revision by who lost the right, or under a key of before, is not believed, however it is
 * dated. Without a cut only the server's word would tell what was written before somebody left from what was written after.
 *
 * An entry cuts the logged scopes that it renews, and those that opened to a member whose rights it lessens: these it names,
 * each once. Where staff lost something it cuts every project and every open room, too, which the log does not know: it
 * names those that have moved since a cut before, and one that it does not name counts up to there, or not at all.
 */
import { satisfies } from '../entity/role.ts';
import type { LogAct, LogEntry } from './entries.ts';
import { lastRevision } from './history.ts';
import { LogError } from './logError.ts';
import { mostRevisions, unpackRevisions } from './revisions.ts';
import { type LoggedMember, type LoggedScope, type LogState, opens } from './state.ts';

/** The scopes that an entry cuts. */
export interface Cut {
  /** Scopes of the log. */
  scopeIds: ReadonlySet<string>;
  /** Every project and open room as well. */
  isWide: boolean;
}

/** A cut with the revisions that the entry names. */
export interface NamedCut extends Cut {
  revisions: ReadonlyMap<string, number>;
}

/** Returns what an act cuts that renews these scopes, of the state before it. */
export function cutOf(before: LogState, act: LogAct, renewed: Iterable<string>): Cut {
  const known = [...renewed].flatMap((scopeId) => before.scopes.get(scopeId) ?? []);
  const scopeIds = new Set(known.map(({ scopeId }) => scopeId));
  let isWide = known.some(({ kind }) => kind === 'admins' || kind === 'staff');
  const member = lessenedBy(before, act);
  if (member) {
    for (const scope of before.scopes.values()) if (opens(member, scope)) scopeIds.add(scope.scopeId);
    isWide ||= satisfies(member.role, 'EMPLOYEE');
  }
  return { scopeIds, isWide };
}

/** Returns the member who may do less after an act, as they were before it. */
function lessenedBy({ members }: LogState, { type, payload }: LogAct): LoggedMember | undefined {
  if (type !== 'role' && type !== 'status' && type !== 'remove') return undefined;
  const member = members.get(payload.userId);
  if (!member || member.status === 'INACTIVE') return undefined;
  const isLess =
    type === 'remove' ||
    (type === 'status' && payload.status !== 'ACTIVE') ||
    (type === 'role' &&
      (!satisfies(payload.role, member.role) || (payload.customerId ?? null) !== member.customerId));
  return isLess ? member : undefined;
}

/**
 * Returns the cut of an entry that leads from one state to another.
 * @throws LogError malformed, wrong-revisions
 */
export function cutBy(before: LogState, after: Pick<LogState, 'scopes'>, entry: LogEntry): NamedCut {
  const isSame = (scope: LoggedScope) => before.scopes.get(scope.scopeId) === scope;
  const renewed = before.scopes === after.scopes ? [] : [...after.scopes.values()].filter((s) => !isSame(s));
  const cut = cutOf(
    before,
    entry,
    renewed.map(({ scopeId }) => scopeId),
  );
  const text = 'revisions' in entry.payload ? entry.payload.revisions : undefined;
  const revisions = text === undefined ? new Map<string, number>() : unpackRevisions(text);
  if (!revisions) throw new LogError('malformed', entry.seq);
  const isNamed = (scopeId: string) => revisions.has(scopeId);
  const isCut = (scopeId: string) =>
    before.scopes.has(scopeId) ? cut.scopeIds.has(scopeId) : cut.isWide && !after.scopes.has(scopeId);
  // What was named can never be named lower again, so that no act could follow one of the far future.
  const isLater = ([scopeId, revision]: [string, number]) =>
    revision >= lastRevision(before, scopeId) && revision <= mostRevisions;
  if (
    ![...cut.scopeIds].every(isNamed) ||
    ![...revisions.keys()].every(isCut) ||
    ![...revisions].every(isLater)
  )
    throw new LogError('wrong-revisions', entry.seq);
  return { ...cut, revisions };
}
