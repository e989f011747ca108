/** Cuts: what an entry of the log says of the revisions of scopes is held against where they are. */
import { kindsForAdmins, kindsWithKey } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { lastRevision } from '@kontor/contract/memberLog/history';
import { unpackRevisions } from '@kontor/contract/memberLog/revisions';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { Tx } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import type { ChangeContext } from '../../sync/changes/context.ts';

/** Most scopes that a refusal names. */
const maxNamed = 100;

/**
 * Checks that an entry, folded already, names the revision of each scope that it cuts as it is, and marks these scopes as
 * cut. They are locked: nobody writes into one between the check and the end of the batch.
 * @throws SCOPES_MOVED where its author had not pulled everything; LOG_REFUSED for a scope that it cannot cut
 */
export async function applyCut(
  { tx, scopes, created }: ChangeContext,
  before: LogState,
  after: LogState,
  { payload }: LogEntry,
): Promise<void> {
  if (!('revisions' in payload) || payload.revisions === undefined) return;
  const named = unpackRevisions(payload.revisions)!;
  const isWide = after.history.wideCuts.at(-1) === after.seq;
  const rows = (await cuttable(tx, after.workspaceId, [...named.keys()], isWide)).filter(
    ({ id }) => !created.has(id),
  );
  const known = new Set(rows.map(({ id }) => id));
  for (const scopeId of named.keys()) if (!known.has(scopeId)) throw fail('LOG_REFUSED');
  const moved = rows.filter(({ id, revision }) => {
    // What this batch touches it has moved on by one.
    const current = scopes.has(id) ? revision - 1 : revision;
    return current !== (named.get(id) ?? lastRevision(before, id));
  });
  if (moved.length > 0)
    throw fail('SCOPES_MOVED', { data: { scopeIds: moved.slice(0, maxNamed).map(({ id }) => id) } });
  await tx
    .updateTable('scope')
    .set({ cut_seq: after.seq })
    .where((of) => of('id', '=', of.fn.any(of.val([...known]))))
    .execute();
}

/** Returns the scopes that an entry cuts: those of the log that it names and, where it is wide, all others that `isCut` names. */
function cuttable(tx: Tx, workspaceId: string, named: readonly string[], isWide: boolean) {
  return tx
    .selectFrom('scope')
    .select(['id', 'revision'])
    .where('workspace_id', '=', workspaceId)
    .where((of) =>
      of.or([
        of.and([of('kind', 'in', kindsWithKey('logged')), of('id', '=', of.fn.any(of.val(named)))]),
        ...(isWide
          ? [
              of('kind', 'in', kindsForAdmins()),
              of.and([of('kind', 'in', kindsWithKey('shared')), of('access', '=', 'open')]),
            ]
          : []),
      ]),
    )
    .execute();
}
