/**
 * Folds a workspace's member log and keeps the result, so that an entry costs one signature check and not all of them.
 */
import { foldLog } from '@kontor/contract/memberLog/fold';
import type { LogState } from '@kontor/contract/memberLog/state';
import { nodeVerifier } from '../../adapters/verifier.ts';
import type { Tx } from '../../db/database.ts';

const maxKept = 200;
/** By workspace; the least recently used first. States are immutable, and checked against the table before use. */
const kept = new Map<string, LogState>();

/**
 * Returns the state of the stored log, undefined for an empty one.
 * @param now ms
 * @throws LogError where somebody wrote an entry into the table that clients refuse
 */
export async function foldedLog(tx: Tx, workspaceId: string, now: number): Promise<LogState | undefined> {
  const known = kept.get(workspaceId);
  const rows = await tx
    .selectFrom('member_log')
    .select(['seq', 'hash', 'entry'])
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>=', known?.seq ?? 0)
    .orderBy('seq')
    .execute();
  if (rows.length === 0 && !known) return undefined;
  if (known && rows[0]?.hash === known.head) {
    const newer = rows.slice(1).map(({ entry }) => entry);
    return newer.length === 0 ? known : keep(await foldLog(known, newer, nodeVerifier, now));
  }
  // Not the log that was folded (a restored database): from the start.
  kept.delete(workspaceId);
  if (known) return foldedLog(tx, workspaceId, now);
  return keep(
    await foldLog(
      undefined,
      rows.map(({ entry }) => entry),
      nodeVerifier,
      now,
    ),
  );
}

function keep(state: LogState): LogState {
  kept.delete(state.workspaceId);
  kept.set(state.workspaceId, state);
  if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
  return state;
}
