/** Decides which parts of the answer to a pull count. */
import { readsScope } from '@kontor/contract/capability';
import { isLogged, scopeKind } from '@kontor/contract/entity/scopeKind';
import { couldHoldSince, lastRevision } from '@kontor/contract/memberLog/history';
import { type LogState, opens } from '@kontor/contract/memberLog/state';
import type { Scope } from '@kontor/contract/wire/scope';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import type { Fault } from './fault.ts';
import type { RecordSet } from './recordSet.ts';
import { standingHead } from './standingHead.ts';
import type { SyncState } from './syncState.ts';

interface Reader {
  workspaceId: string;
  userId: string;
  state: SyncState;
  records: Pick<RecordSet, 'evidence'>;
  log(): LogState | undefined;
}

/**
 * Returns true if a scope may be taken from this reader. What the log itself lets them read stays theirs for as long
 * as the log says so: a server that forgot it (restored from a backup, say) must not make the device forget it, too.
 */
export function mayBeGone(id: string, reader: Reader): boolean {
  const { state, userId, log } = reader;
  const scope = state.scope(id);
  if (scope?.kind === 'personal') return id !== userId;
  const now = log();
  const me = now?.members.get(userId);
  if (!scope || !now || !me) return true;
  const isTheirs = isLogged(scope) ? opens(me, { ...scope, scopeId: id }) : isOwnHours(scope, now, reader);
  // An open project may be made private; what depends on a grant may go with it, unless the log says whose the grant is.
  const grantees = new Set(isTheirs ? [userId] : []);
  return !readsScope(me, { kind: scope.kind, access: 'private', grantees });
}

/**
 * Tells whether a scope is this reader's hours, which nobody takes off them while they work here. Whoever was out since the
 * device last had everything waits for an admin to let them in again.
 */
function isOwnHours({ id, kind }: Scope, log: LogState, { state, userId, records }: Reader): boolean {
  if (kind !== 'hours' || !couldHoldSince(log, userId, state.currentAt ?? log.seq)) return false;
  return standingHead(records, id)?.readers.includes(userId) === true;
}

/**
 * Returns the part of an answer that was asked for. A workspace's answer brings the personal scope along, which has a
 * stream of its own: here only its cursor is kept, so that it is not sent again and again.
 */
export function ownPart(
  answer: SyncAnswer,
  only: string[] | undefined,
  { workspaceId, userId, state }: Reader,
) {
  if (!workspaceId) return answer;
  const isOwn = ({ id, kind }: { id: string; kind: string }) => kind !== 'personal' || id !== userId;
  for (const scope of answer.scopes) if (!isOwn(scope)) state.takeScope(scope, state.cursor(scope.id));
  const isAsked = (id: string) => !only || only.includes(id);
  return {
    ...answer,
    scopes: answer.scopes.filter((scope) => isOwn(scope) && isAsked(scope.id)),
    gone: answer.gone.filter(isAsked),
  };
}

/**
 * Tells whether a scope's part makes what the server says of a place and its people stale: a move without a record of
 * scopes that the member log names (the workspace's name, say), of the admins' (who waits for them), of one's own. The
 * latter two have few records: each of their moves may be one.
 */
export const invalidates = ({ kind, rows, keys }: SyncAnswer['scopes'][number]): boolean =>
  kind === 'admins' ||
  kind === 'personal' ||
  (scopeKind(kind).key === 'logged' && rows.length === 0 && keys.length === 0);

/** Returns the fault that a whole scope is older at the server than it is here. */
export const wentBack = (scopeId: string): Fault => ({
  kind: 'rolled-back',
  entity: '',
  id: '',
  scopeId,
  version: 0,
  revision: 0,
});

/**
 * Tells whether a scope is said to end below where an entry of the log cuts it: the admin had read more of it, since the server
 * takes no entry that names another revision than its own. What it shows of the scope could be of after the entry, and is said
 * to be of before.
 */
export const endsBelowCut = (log: LogState | undefined, scopeId: string, end: number): boolean =>
  log !== undefined && end < lastRevision(log, scopeId);
