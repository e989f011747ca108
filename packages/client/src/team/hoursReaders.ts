/** Keeps the readers of people's hours in order, for admins' devices; their person's own device does the rest. */
import { can } from '@kontor/contract/capability';
import { satisfies } from '@kontor/contract/entity/role';
import { cameBackAnew } from '@kontor/contract/memberLog/history';
import { isAdminIn, type LogState, mayHoldPrivate } from '@kontor/contract/memberLog/state';
import type { WorkingTime } from '@kontor/contract/nouns/workingTime';
import { recount } from '../nouns/effort.ts';
import { ownHoursId } from '../nouns/ownHoursId.ts';
import { zoneOf } from '../nouns/timeEntry.ts';
import { openEntryOf, stopTimer } from '../nouns/timer.ts';
import { createHours, hoursOf, setHoursReaders } from '../nouns/workingTime.ts';
import type { PersonIn, Replica } from '../replica/replica.ts';

/** Tells whether somebody worked here, and did not for a while: their hours may be there and closed to them. */
export function hasLeft({ history }: LogState, userId: string): boolean {
  const worked = (history.members.get(userId) ?? []).map(({ fact }) => fact && mayHoldPrivate(fact));
  return worked.some((works, at) => !works && worked[at - 1]);
}

/** Returns the moment (ms) at which somebody stopped working here; undefined for who still does, or never did. */
function leftAt(workspace: Pick<Replica, 'log' | 'logEntries'>, userId: string): number | undefined {
  const places = workspace.log.get()?.history.members.get(userId) ?? [];
  const last = places.findLastIndex(({ fact }) => fact !== undefined && mayHoldPrivate(fact));
  // Whoever was switched off and removed later stopped at the first of these.
  const left = last >= 0 ? places[last + 1] : undefined;
  return left && workspace.logEntries().find(({ seq }) => seq === left.seq)?.at;
}

/** Ends the timer of somebody who leaves, at the moment (ms) at which they do. */
export function endTimer(workspace: Replica, userId: string, at: number): void {
  const open = openEntryOf(workspace, userId);
  if (open) stopTimer(workspace, { userId, at, zone: zoneOf(open) });
}

/** Returns the hours of those who came back with other keys, so that an admin has to say that it is them. */
export function hoursOfReturned(workspace: Pick<Replica, 'log' | 'collections'>): readonly WorkingTime[] {
  const log = workspace.log.get();
  if (!log) return [];
  return workspace.collections.workingTime.all().filter(({ userId, readerIds }) => {
    const member = log.members.get(userId);
    const isHere = member !== undefined && mayHoldPrivate(member);
    return isHere && !readerIds.includes(userId) && cameBackAnew(log, userId);
  });
}

/** Takes those who left off their hours and ends their timers, and lets those in again who came back with the keys that they left with. */
export async function keepHoursReaders({ workspace, userId }: PersonIn): Promise<void> {
  const log = workspace.log.get();
  const members = log?.members;
  const me = members?.get(userId);
  if (!log || !members || !me || !can(me, 'log.remove') || !workspace.isWritable()) return;
  const { workingTime } = workspace.collections;
  for (const { id, userId: whose, readerIds } of workingTime.all()) {
    const member = members.get(whose);
    const stays = member !== undefined && mayHoldPrivate(member);
    // Whoever has the database could have come in their place.
    const isAnew = stays && cameBackAnew(log, whose);
    if (stays !== readerIds.includes(whose) && !isAnew) setHoursReaders(workspace, id, stays ? [whose] : []);
    if (stays) continue;
    const at = leftAt(workspace, whose);
    if (at !== undefined) endTimer(workspace, whose, at);
    // Nobody else counts what somebody who left has worked.
    recount(workspace, id, (author) => isAdminIn(log, author));
  }
  for (const { userId: whose, role, status } of members.values()) {
    const isHere = status === 'ACTIVE' && satisfies(role, 'EMPLOYEE');
    if (!isHere || whose === userId || !hasLeft(log, whose)) continue;
    const scopeId = await ownHoursId(workspace.id, whose);
    if (!hoursOf(workspace.collections, whose)) createHours(workspace, scopeId, whose);
  }
}
