/**
 * Keeps the scopes of hours in order: a person's own device makes theirs when they first come; an admin's takes those who left
 * off them, and lets in again whoever came back.
 */
import { can } from '@kontor/contract/capability';
import { satisfies } from '@kontor/contract/entity/role';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { mayHoldPrivate } from '@kontor/contract/memberLog/state';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import { logCrypto } from '@kontor/crypto/signing';
import { recount } from '../nouns/effort.ts';
import { doubleStarts, settleDoubleStarts } from '../nouns/timer.ts';
import { createHours, hoursOf } from '../nouns/workingTime.ts';
import type { Replica } from '../replica/replica.ts';
import type { Workspace } from './workspace.ts';

type Place = { workspace: Replica; userId: string };

/** Tells whether somebody worked here, and did not for a while: their hours may be there and closed to them. */
const hasLeft = (entries: readonly LogEntry[], userId: string): boolean =>
  entries.some(({ type, payload }) => {
    if (type !== 'remove' && type !== 'status' && type !== 'role') return false;
    if (payload.userId !== userId) return false;
    if (type === 'role') return payload.role === 'CUSTOMER';
    return type === 'remove' || payload.status === 'INACTIVE';
  });

/** Makes the person's hours, where there are none yet. */
export async function makeOwnHours({ workspace, userId }: Place): Promise<void> {
  const me = workspace.log.get()?.members.get(userId);
  if (me?.status !== 'ACTIVE' || !satisfies(me.role, 'EMPLOYEE')) return;
  const scopeId = await hoursScopeId(logCrypto, workspace.id, userId);
  if (hoursOf(workspace.collections, userId) || hasLeft(workspace.logEntries(), userId)) return;
  createHours(workspace, scopeId, userId);
}

/** Takes those who left off their hours, and lets those in again who came back. For admins' devices. */
async function keepReaders({ workspace, userId }: Place): Promise<void> {
  const members = workspace.log.get()?.members;
  const me = members?.get(userId);
  if (!members || !me || !can(me, 'log.remove')) return;
  const { workingTime } = workspace.collections;
  for (const { id, userId: whose, readerIds } of workingTime.all()) {
    const member = members.get(whose);
    const stays = member !== undefined && mayHoldPrivate(member);
    if (stays !== readerIds.includes(whose))
      workspace.update('workingTime', id, { readerIds: stays ? [whose] : [] });
    // Nobody else counts what somebody who left has worked.
    if (!stays) recount(workspace, id);
  }
  for (const { userId: whose, role, status } of members.values()) {
    const isHere = status === 'ACTIVE' && satisfies(role, 'EMPLOYEE');
    if (!isHere || whose === userId || !hasLeft(workspace.logEntries(), whose)) continue;
    const scopeId = await hoursScopeId(logCrypto, workspace.id, whose);
    if (!hoursOf(workspace.collections, whose)) createHours(workspace, scopeId, whose);
  }
}

/** Counts the person's own work again where the sums in the projects differ from it. */
export function recountOwn({ workspace, userId }: Place): void {
  const hours = hoursOf(workspace.collections, userId);
  if (hours) recount(workspace, hours.id);
}

/**
 * Makes the person's hours as soon as the workspace is up to date, and goes on keeping what follows from them: sums that another
 * device counted at the same time, and entries that began on two devices at once. Returns the function that stops it.
 */
export function keepHours(place: Place & { workspace: Replica & Pick<Workspace, 'confirmed'> }): () => void {
  const { workspace } = place;
  const { status, loaded, confirmed, outbox, collections } = workspace;
  let hasMade = false;
  /** The newest entry of the log for which the readers were put in order. */
  let keptFor: number | undefined;
  /** Double starts that were looked at once; a second refusal is for the person to see. */
  const seen = new Set<string>();
  const settle = () => {
    const found = doubleStarts(workspace).filter(({ id }) => !seen.has(id));
    for (const { id } of found) seen.add(id);
    if (found.length > 0) void workspace.pull().then(() => settleDoubleStarts(workspace));
  };
  const look = () => {
    if (status.get().connection !== 'current' || !loaded.get().isComplete || !confirmed.get()) return;
    settle();
    // What is on its way may be what makes them right.
    if (outbox.status.get().pending === 0) recountOwn(place);
    // What does not succeed is left to the next visit.
    if (!hasMade) makeOwnHours(place).catch(() => {});
    const newest = workspace.logEntries().at(-1);
    // Of all who hear of a change, the device of who signed it follows it up.
    if (newest?.seq !== keptFor && (!hasMade || newest?.authorId === place.userId))
      keepReaders(place).catch(() => {});
    keptFor = newest?.seq;
    hasMade = true;
  };
  const sources = [
    status,
    loaded,
    confirmed,
    workspace.log,
    outbox.failed,
    outbox.status,
    collections.timeEntry,
    collections.effort,
  ];
  const stops = sources.map((each) => each.subscribe(look));
  look();
  return () => {
    for (const stop of stops) stop();
  };
}
