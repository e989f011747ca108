/**
 * Cleans up on an admin's device, at each visit and while it lasts: revokes what nobody should have any more, and grants nothing.
 * The device that removed somebody does this immediately; if it fails, the next one does. Rooms of projects follow these on the
 * devices of those who are in them.
 */
import { can } from '@kontor/contract/capability';
import { mayHoldPrivate } from '@kontor/contract/memberLog/state';
import { dayMs } from '@kontor/contract/time/day';
import { keepMembers } from '../nouns/project.ts';
import { followProjectRooms, type KeyReader } from '../nouns/room.ts';
import type { Observable } from '../observable.ts';
import type { PersonIn, Replica } from '../replica/replica.ts';
import { endTimer, keepHoursReaders } from './hoursReaders.ts';
import type { PeopledReplica } from './team.ts';

type Visited = PeopledReplica & KeyReader;

/** ms that an expired invitation stays in the list, where people see that it was not used; clocks differ, too. */
const expiredMs = dayMs;

const isAdmin = ({ workspace, userId }: PersonIn<Replica>): boolean => {
  const me = workspace.log.get()?.members.get(userId);
  return me !== undefined && can(me, 'log.remove');
};

/** Follows up a change of members: private projects and hours get their current readers, and keys for them. */
export async function followMembers(place: PersonIn<Replica>): Promise<void> {
  removeLeaversFromProjects(place);
  await keepHoursReaders(place);
}

/**
 * Removes people who left, or no longer work here, from the private projects, whose keys are renewed with that. Somebody who
 * comes back is a member only of those for which they are chosen again.
 */
function removeLeaversFromProjects(place: PersonIn<Replica>): void {
  const { workspace } = place;
  const members = workspace.log.get()?.members;
  if (!members || !isAdmin(place) || !workspace.isWritable()) return;
  keepMembers(workspace, (id) => {
    const member = members.get(id);
    return member !== undefined && mayHoldPrivate(member);
  });
}

/**
 * Withdraws invitations that have expired, which renews the keys under their links. One with which somebody waits for approval is
 * left to a person; screens show it as waiting.
 */
export async function withdrawExpired(place: PersonIn<PeopledReplica>, now: number): Promise<void> {
  const { workspace } = place;
  const expired = () =>
    [...(workspace.log.get()?.invitations.values() ?? [])].filter(
      ({ expiresAt }) => now >= expiresAt + expiredMs,
    );
  if (expired().length === 0 || !isAdmin(place)) return;
  const team = await workspace.team();
  const sent = await team.sentInvitations();
  const waiting = new Set(sent.flatMap(({ id, waiting }) => (waiting ? [id] : [])));
  for (const { invitationId } of expired()) {
    // Another admin's device may have been faster.
    const isThere = workspace.log.get()?.invitations.has(invitationId);
    if (isThere && !waiting.has(invitationId)) await team.remove(invitationId);
  }
}

/** Signs the removal of people who left, on their own signed statement: the server's word alone removes nobody. */
export async function removeLeavers(place: PersonIn<PeopledReplica>): Promise<void> {
  const { workspace } = place;
  if (!isAdmin(place)) return;
  const team = await workspace.team();
  // Another admin's device may have been faster.
  for (const { userId, at, isProven } of await team.leavers()) {
    if (!isProven || !workspace.log.get()?.members.has(userId)) continue;
    // Nobody is at work from when they left, however late this comes.
    if (workspace.isWritable()) endTimer(workspace, userId, at);
    await team.remove(userId);
  }
}

/** Waits for an act. What is refused, or has no connection, is left to the next visit; a fault of ours is to be heard of. */
async function attempt(act: Promise<void>, isOver: () => boolean): Promise<void> {
  try {
    await act;
  } catch (error) {
    const { code, fault } = error as { code?: unknown; fault?: unknown };
    if (typeof (code ?? fault) === 'string' || isOver()) return;
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Puts all of this right, one after the other. */
async function visit(place: PersonIn<Visited>, isOver: () => boolean): Promise<void> {
  const acts = [
    followMembers,
    removeLeavers,
    (at: PersonIn<PeopledReplica>) => withdrawExpired(at, Date.now()),
    ({ workspace, userId }: PersonIn<Visited>) => followProjectRooms(workspace, { userId, at: Date.now() }),
  ];
  for (const act of acts) await attempt(act(place), isOver);
}

/**
 * Puts these right as soon as the workspace is up to date, and removes whoever leaves from then on. Returns the function that
 * ends it.
 */
export function keepVisiting(
  place: PersonIn<Visited & { confirmed: Observable<boolean | undefined> }>,
): () => void {
  const { status, loaded, confirmed, invalidations } = place.workspace;
  let stops: (() => void)[] = [];
  let hasEnded = false;
  const isOver = () => hasEnded;
  const stop = () => {
    for (const each of stops) each();
    stops = [];
  };
  const look = () => {
    if (status.get().connection !== 'current' || !loaded.get().isComplete) return;
    // A log that the server made up would name those whom this takes away, and those who get the keys.
    if (!confirmed.get()) return;
    stop();
    let running = visit(place, isOver);
    let isQueued = false;
    const removeNext = async () => {
      if (isQueued) return;
      isQueued = true;
      await running;
      isQueued = false;
      if (stops.length > 0) running = attempt(removeLeavers(place), isOver);
    };
    stops = [invalidations.subscribe(() => void removeNext())];
  };
  stops = [status.subscribe(look), loaded.subscribe(look), confirmed.subscribe(look)];
  look();
  return () => {
    hasEnded = true;
    stop();
  };
}
