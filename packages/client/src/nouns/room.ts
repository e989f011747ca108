/** The operations on rooms, and how much of them somebody has not read. */

import { namedIn, type RefValue } from '@kontor/contract/entity/ref';
import { satisfies } from '@kontor/contract/entity/role';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { mayHoldPrivate } from '@kontor/contract/memberLog/state';
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { maxAbout, type RoomEvent } from '@kontor/contract/nouns/message';
import type { Project } from '@kontor/contract/nouns/project';
import { isProjectRoom, projectRoomId, type Room } from '@kontor/contract/nouns/room';
import type { RoomMark } from '@kontor/contract/nouns/roomMark';
import { beginning } from '@kontor/contract/text/beginning';
import { isDerivedId } from '@kontor/contract/wire/derivedId';
import { directPeople, directRoomId } from '@kontor/contract/wire/directRoom';
import { isDirectRoomOf } from '@kontor/crypto/directRoom';
import { logCrypto } from '@kontor/crypto/signing';
import { v7 as uuidv7 } from 'uuid';
import type { Collections } from '../replica/collections.ts';
import type { ChangesOf } from '../replica/givenFields.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { NounHooks } from '../replica/nounHooks.ts';
import type { Replica } from '../replica/replica.ts';
import type { Transaction } from '../replica/transaction.ts';
import { membersAmong } from './membersAmong.ts';

/** An act upon a room: by whom and when (ms). */
export interface RoomAct {
  userId: string;
  at: number;
}

export interface NewRoom {
  name: string;
  topic?: string | undefined;
  /** The others who are in it from the beginning. */
  memberIds: readonly string[];
  projectId?: string | undefined;
  /** The room that it goes on from. */
  continuesId?: string | undefined;
}

/**
 * - `direct-exists`: these people have their direct room already, `roomId`.
 * - `direct-people`: too few of them, or too many.
 */
export class RoomError extends Error {
  readonly fault: 'direct-exists' | 'direct-people';
  readonly roomId: string | undefined;

  constructor(fault: RoomError['fault'], roomId?: string) {
    super(fault);
    this.name = 'RoomError';
    this.fault = fault;
    this.roomId = roomId;
  }
}

/** The room of a project is as open as that, and its people's, though it was made while nobody knew of a change. */
export const roomHooks: NounHooks = {
  staysPrivate: (fields) => !isProjectRoom(fields as Pick<Room, 'id' | 'projectId'>),
  asOfNow: (fields, { userId, accessOf, confirmed }) => {
    const projectId = String(fields.projectId ?? '');
    const [access, project] = [accessOf(projectId), confirmed(projectId) as Project | undefined];
    if (!access || !project) return undefined;
    // Who came to it since is let in behind it, where its keys bear that out.
    const stay = namedIn(fields.memberIds as RefValue | undefined).filter((id) =>
      project.memberIds.includes(id),
    );
    const memberIds = access === 'private' ? unique([userId, ...stay]) : fields.memberIds;
    return { fields: { ...fields, memberIds }, access };
  },
};

const judged = new WeakMap<object, boolean>();

/**
 * Tells whether a room is direct: its people's for good, and nobody else's. Its flag is the word of whoever wrote it: that its id
 * follows from its people, and that its key is theirs, nobody can make up.
 */
export function isDirect(
  { id: workspaceId, accessOf }: Pick<Replica, 'id' | 'accessOf'>,
  room: Pick<Room, 'id' | 'isDirect' | 'memberIds'>,
): boolean {
  if (!room.isDirect || accessOf(room.id) !== 'private') return false;
  const known = judged.get(room);
  const isTheirs = known ?? isDirectRoomOf(workspaceId, room.memberIds, room.id);
  judged.set(room, isTheirs);
  return isTheirs;
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/** Says in the stream who came or went. */
function say(mutations: Mutations, roomId: string, event: RoomEvent, about: readonly string[], by: RoomAct) {
  const { userId, at: createdAt } = by;
  for (let at = 0; at < about.length; at += maxAbout) {
    const aboutIds = about.slice(at, at + maxAbout);
    mutations.create('message', roomId, { userId, notifyIds: [], event, aboutIds, createdAt });
  }
}

/** Makes a room: open to everybody who works here, or private to its members. Returns its id. */
export function createRoom(
  mutations: Mutations,
  { name, topic, memberIds, projectId, continuesId }: NewRoom,
  access: ScopeAccess,
  by: RoomAct,
): string {
  const id = projectId === undefined ? uuidv7() : projectRoomId(projectId);
  const members = unique([by.userId, ...memberIds]);
  mutations.transaction((transaction) => {
    transaction.createScope({ id, kind: 'room', access });
    mutations.create('room', id, {
      id,
      name,
      isDirect: false,
      memberIds: members,
      createdAt: by.at,
      ...(topic && { topic }),
      ...(projectId !== undefined && { projectId }),
      ...(continuesId !== undefined && { continuesId }),
    });
    say(mutations, id, 'JOIN', members, by);
  });
  return id;
}

/**
 * Lets the talk of a private room go on in a new one of the same people and others, who are not to read what was written
 * before: that stays where it is, to be read by those who could. Returns the new room's id.
 */
export function continueRoom(mutations: Mutations, roomId: string, next: NewRoom, by: RoomAct): string {
  let id = '';
  mutations.transaction(() => {
    id = createRoom(mutations, { ...next, continuesId: roomId }, 'private', by);
    mutations.update('room', roomId, { archivedAt: by.at, continuedById: id });
  });
  return id;
}

/**
 * Makes the direct room of these people and oneself, for good. Returns its id.
 * @throws RoomError direct-exists, direct-people
 */
export async function createDirectRoom(
  mutations: Mutations & { readonly id: string },
  others: readonly string[],
  by: RoomAct,
): Promise<string> {
  const memberIds = unique([by.userId, ...others]);
  if (memberIds.length < directPeople.min || memberIds.length > directPeople.max)
    throw new RoomError('direct-people');
  const id = await directRoomId(logCrypto, mutations.id, memberIds);
  if (mutations.collections.room.get(id)) throw new RoomError('direct-exists', id);
  mutations.transaction((transaction) => {
    transaction.createScope({ id, kind: 'room', access: 'private' });
    mutations.create('room', id, { id, name: '', isDirect: true, memberIds, createdAt: by.at });
  });
  return id;
}

/**
 * Sets who is in a room, and says in it who came and went. Of a private one, nobody else reads what is written from then on;
 * whoever comes reads the past (`continueRoom` leaves it to those who have it). Who leaves a private room themselves is off
 * its key with the next thing that another writes.
 */
export function setRoomMembers(
  mutations: Mutations,
  roomId: string,
  memberIds: readonly string[],
  by: RoomAct,
): void {
  mutations.transaction((transaction) => {
    const before = (transaction.row('room', roomId) as unknown as Room).memberIds;
    const after = unique(memberIds);
    const came = after.filter((id) => !before.includes(id));
    const went = before.filter((id) => !after.includes(id));
    if (came.length + went.length === 0) return;
    mutations.update('room', roomId, { memberIds: after });
    say(mutations, roomId, 'JOIN', came, by);
    say(mutations, roomId, 'LEAVE', went, by);
  });
}

const membersOf = ({ collections }: Pick<Mutations, 'collections'>, roomId: string): readonly string[] =>
  collections.room.get(roomId)?.memberIds ?? [];

/** Joins an open room. */
export const joinRoom = (mutations: Mutations, roomId: string, by: RoomAct): void =>
  setRoomMembers(mutations, roomId, [...membersOf(mutations, roomId), by.userId], by);

/** Leaves a room. */
export const leaveRoom = (mutations: Mutations, roomId: string, by: RoomAct): void =>
  setRoomMembers(
    mutations,
    roomId,
    membersOf(mutations, roomId).filter((id) => id !== by.userId),
    by,
  );

/**
 * Makes the room of a project as private as the project is, with its members in it; of an open one people join by themselves.
 * Whoever is not in a private room cannot change it: its members' devices follow (`followProjectRooms`).
 */
export function followProject(workspace: Replica, projectId: string, by: RoomAct): void {
  const room = workspace.collections.room.get(projectRoomId(projectId));
  if (!room || !isProjectRoom(room)) return;
  workspace.transaction((transaction) => {
    const project = transaction.row('project', projectId) as unknown as Project;
    const access = transaction.accessOf(projectId);
    // Whom a closed one names already is left to `followProjectRooms`, which asks the keys; of one that is being closed all are let in.
    const isAsBefore = access === workspace.scopes.get().get(projectId)?.access;
    const without = isAsBefore ? namedIn(workspace.evidence(projectId)?.refs.memberIds) : [];
    follow(workspace, transaction, { room, project, access, without }, by);
  });
}

/** Returns what the room of a project is called as long as nobody names it otherwise. */
const projectRoomName = (name: string): string => beginning(name, 80);

/** Makes the room of a project, which those read who read that; nothing where it is there by now. */
export async function createProjectRoom(
  workspace: Replica & KeyReader,
  { id, name, memberIds }: Project,
  by: RoomAct,
): Promise<void> {
  const without = await workspace.leftOut(id);
  // Somebody may have asked twice while the keys were asked.
  if (workspace.collections.room.get(projectRoomId(id))) return;
  const members = membersAmong(workspace, memberIds).filter((each) => !without.includes(each));
  const values = { name: projectRoomName(name), memberIds: members, projectId: id };
  createRoom(workspace, values, workspace.accessOf(id), by);
}

/** Calls the room of a project as that is called now, unless somebody gave it another name than the project had `before`. */
export function renameProjectRoom(workspace: Replica, { id, name }: Project, before: string): void {
  const room = workspace.collections.room.get(projectRoomId(id));
  if (!room || !isProjectRoom(room) || room.name !== projectRoomName(before)) return;
  if (room.name !== projectRoomName(name)) workspace.update('room', room.id, { name: projectRoomName(name) });
}

interface Pair {
  room: Room;
  project: Project;
  /** Of the project. */
  access: ScopeAccess;
  /** People whom it names who are not let into the room. */
  without: readonly string[];
}

function follow(
  workspace: Replica,
  transaction: Transaction,
  { room, project, access, without }: Pair,
  by: RoomAct,
): void {
  const before = transaction.accessOf(room.id);
  if (before === 'private' && !room.memberIds.includes(by.userId)) return;
  if (access !== before) transaction.setAccess(room.id, access);
  const isLetIn = (id: string) => room.memberIds.includes(id) || !without.includes(id);
  const people = roomPeople(workspace, room, project).filter(isLetIn);
  if (access === 'private') setRoomMembers(workspace, room.id, [...people, by.userId], by);
  // Its members are its readers: the transaction carries them.
  if (access !== before && !transaction.touches(room.id))
    workspace.update('room', room.id, { memberIds: room.memberIds });
}

/** Returns whose a private project's room is: its members', and the admins' who are in it, since they read the project as well. */
function roomPeople({ log }: Replica, { memberIds }: Room, project: Project): string[] {
  const members = log.get()?.members;
  const isHere = (id: string) => {
    const member = members?.get(id);
    return member !== undefined && mayHoldPrivate(member);
  };
  const isAdmin = (id: string) => satisfies(members?.get(id)?.role ?? 'CUSTOMER', 'ADMIN');
  const stay = memberIds.filter((id) => project.memberIds.includes(id) || isAdmin(id));
  return [...stay, ...project.memberIds].filter(isHere);
}

/** Knows by its keys what a scope is. */
export interface KeyReader {
  /**
   * Tells whether a scope's own key was handed to everybody who works here, as its keys prove; false for one that never had a key
   * of its own. The server's word does not count.
   */
  isReleased(scopeId: string): Promise<boolean>;
  /**
   * Returns those whom the head of a private scope names, and whom its newest key leaves out though the head lies under an older
   * one: an earlier head, which a server shows to a device that cannot tell.
   */
  leftOut(scopeId: string): Promise<readonly string[]>;
}

/**
 * Lets the rooms of projects follow these, where that was left to this person's device: who were taken off a private project go,
 * those who came are let in, and a room is opened or closed with its project. What would hand out a key hangs on what its
 * holders signed, or sealed, alone: on a room that was made for the project, on the members whom the project names and its newest key bears
 * out, on a key of the project that lies under the staff's.
 */
export async function followProjectRooms(workspace: Replica & KeyReader, by: RoomAct): Promise<void> {
  if (!workspace.log.get()) return;
  const { collections } = workspace;
  for (const { id } of collections.room.all()) {
    const [room, project] = [collections.room.get(id), collections.project.get(projectRoomId(id))];
    if (!room || !project || isDerivedId(id) || !isProjectRoom(room)) continue;
    // Whoever has the database may have written it.
    if (workspace.isUnverified(project.id) || workspace.isUnverified(id)) continue;
    if (!isOf(by.userId, room, project)) continue;
    const access = workspace.accessOf(project.id);
    const isOpen = workspace.accessOf(id) === 'open';
    if (access === 'open' && (isOpen || !(await workspace.isReleased(project.id)))) continue;
    const without = await workspace.leftOut(project.id);
    workspace.transaction((transaction) => {
      // Somebody may have let others in meanwhile.
      const [now, its] = [collections.room.get(id), collections.project.get(project.id)];
      if (!now || !its || !isOf(by.userId, now, its) || transaction.accessOf(its.id) !== access) return;
      follow(workspace, transaction, { room: now, project: its, access, without }, by);
    });
  }
}

/** Tells whether somebody is in a project or its room: others leave it to them. */
const isOf = (userId: string, ...places: readonly { memberIds: readonly string[] }[]): boolean =>
  places.some(({ memberIds }) => memberIds.includes(userId));

/**
 * Returns the created revision at which somebody was let into a room, the last time: what was written before is no news to them.
 * 0 where nothing that is here says so.
 */
export function joinedIn(collections: Collections, roomId: string, userId: string): number {
  const about = collections.message
    .where('scopeId', roomId)
    .filter(({ aboutIds }) => aboutIds.includes(userId));
  const at = (wanted: RoomEvent) =>
    about.flatMap(({ event, createdRevision }) => (event === wanted ? (createdRevision ?? []) : []));
  const left = Math.max(0, ...at('LEAVE'));
  // Two people may let in a third: the later one changes nothing.
  const joins = at('JOIN').filter((revision) => revision >= left);
  return joins.length > 0 ? Math.min(...joins) : left;
}

/** Returns the created revision up to which somebody has seen a room, or which was before they were let in. */
export function seenIn(collections: Collections, roomId: string, userId: string): number {
  const seen = markIn(collections.roomMark.where('roomId', roomId))?.seen ?? 0;
  return Math.max(seen, joinedIn(collections, roomId, userId));
}

/** Returns the messages of others in a room that somebody has not seen, as far as they are here, in no order. */
export function unseenIn(
  collections: Collections,
  roomId: string,
  userId: string,
): readonly OpenOf<'message'>[] {
  const seen = seenIn(collections, roomId, userId);
  return collections.message
    .where('scopeId', roomId)
    .filter(
      ({ userId: author, event, createdRevision = 0 }) =>
        author !== userId && event === undefined && createdRevision > seen,
    );
}

/** Leaves out those rooms that somebody has muted, in which nothing is counted. */
export function withoutMuted(rooms: readonly Room[], marks: readonly RoomMark[]): readonly Room[] {
  const muted = new Set(marks.flatMap(({ roomId, isMuted }) => (isMuted ? [roomId] : [])));
  return rooms.filter(({ id }) => !muted.has(id));
}

/** Joins what somebody keeps about a room: two of their devices may each have begun it. Returns undefined where none has. */
export function markIn(marks: readonly RoomMark[]): RoomMark | undefined {
  const [first] = marks;
  if (!first || marks.length === 1) return first;
  const draft = marks.find((mark) => mark.draft !== undefined)?.draft;
  return {
    ...first,
    seen: Math.max(...marks.map(({ seen }) => seen)),
    isMuted: marks.some(({ isMuted }) => isMuted),
    ...(draft && { draft }),
  };
}

/** Changes what somebody keeps about a room: how far they have read, what they have typed, that it is muted. */
export function keepRoomMark(
  mutations: Mutations,
  roomId: string,
  userId: string,
  changes: Omit<ChangesOf<'roomMark'>, 'roomId'>,
): void {
  const marks = mutations.collections.roomMark.where('roomId', roomId);
  const [mark, ...others] = marks;
  if (mark && others.length > 0) {
    const { seen, isMuted, draft } = markIn(marks)!;
    mutations.transaction(() => {
      mutations.update('roomMark', mark.id, { seen, isMuted, draft, ...changes });
      for (const { id } of others) mutations.remove('roomMark', id);
    });
  } else if (mark) mutations.update('roomMark', mark.id, changes);
  else {
    const { seen = seenIn(mutations.collections, roomId, userId), isMuted = false, draft } = changes;
    mutations.create('roomMark', userId, { roomId, seen, isMuted, ...(draft && { draft }) });
  }
}
