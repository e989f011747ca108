/** Keeps a person's own hours in order: makes them when they first come, and what follows from them. */
import { satisfies } from '@kontor/contract/entity/role';
import { isAdminIn } from '@kontor/contract/memberLog/state';
import { type Counted, recount } from '../nouns/effort.ts';
import { ownHoursId } from '../nouns/ownHoursId.ts';
import { doubleStarts, settleDoubleStarts } from '../nouns/timer.ts';
import { createHours, hoursOf } from '../nouns/workingTime.ts';
import { hasFault } from '../replica/fault.ts';
import type { PersonIn } from '../replica/replica.ts';
import { hasLeft } from '../team/hoursReaders.ts';
import { isReady, isSettled, type Reconciled, reconcileOnChange } from './reconcile.ts';

/** Tells whether the person works here; with another role they are there once they have what everybody there reads. */
function worksHere({ workspace, userId }: PersonIn): boolean {
  const me = workspace.log.get()?.members.get(userId);
  if (me?.status !== 'ACTIVE' || !satisfies(me.role, 'EMPLOYEE')) return false;
  return workspace.loaded.get().scopes.has(workspace.scopeOf('staff'));
}

/** Makes the person's hours, where they work here and there are none yet. */
async function makeOwnHours(place: PersonIn): Promise<void> {
  const { workspace, userId } = place;
  if (!worksHere(place)) return;
  const scopeId = await ownHoursId(workspace.id, userId);
  const log = workspace.log.get();
  if (!log || hoursOf(workspace.collections, userId) || hasLeft(log, userId)) return;
  if (hasFault(workspace.faults.get(), scopeId)) return;
  createHours(workspace, scopeId, userId);
}

/**
 * Makes the person's hours as soon as the workspace is up to date, and goes on keeping what follows from them: sums that another
 * device counted at the same time, and entries that began on two devices at once. Returns the function that stops it.
 */
export function keepHours(place: PersonIn<Reconciled>): () => void {
  const { workspace, userId } = place;
  const { timeEntry, effort } = workspace.collections;
  let hasMade = false;
  const counted: Counted = new Map();
  /** Double starts that were looked at once; a second refusal is for the person to see. */
  const seen = new Set<string>();
  let isPulling = false;
  const settle = async () => {
    const found = doubleStarts(workspace).filter(({ id }) => !seen.has(id));
    if (found.length === 0 || isPulling) return;
    isPulling = true;
    await workspace.pull();
    isPulling = false;
    // What could not be pulled is waited for: what is known may be of before.
    if (!isReady(workspace)) return;
    for (const { id } of found) seen.add(id);
    settleDoubleStarts(workspace);
  };
  return reconcileOnChange(workspace, [workspace.outbox.failed, timeEntry, effort], () => {
    if (!isReady(workspace)) return;
    void settle();
    const hours = hoursOf(workspace.collections, userId);
    if (hours && isSettled(workspace))
      recount(workspace, hours.id, (author) => isAdminIn(workspace.log.get(), author), counted);
    if (hasMade || !worksHere(place)) return;
    hasMade = true;
    // What does not succeed is left to the next visit.
    makeOwnHours(place).catch(() => {});
  });
}
