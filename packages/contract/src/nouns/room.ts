import { entity, type Open } from '../entity/entity.ts';
import { data, flag, id, instant, text } from '../entity/field.ts';
import { refs } from '../entity/ref.ts';
import { stringsWithin } from './message.ts';

/** Most messages that can be pinned in a room. What several people pin at once may be some more. */
export const maxPinned = 100;

/**
 * Returns the id of a project's room, so that there is one at most, whoever begins it; and, given that, the project's.
 */
export function projectRoomId(projectId: string): string {
  // The twelve bits behind the version, turned round: still a UUID of version 7, of the same moment.
  const bits = 0xfff - Number.parseInt(projectId.slice(15, 18), 16);
  return projectId.slice(0, 15) + bits.toString(16).padStart(3, '0') + projectId.slice(18);
}

/**
 * Tells whether a room was made for the project that its id follows from. Another room may have an id from which that of a project
 * follows, which somebody made up afterwards.
 */
export const isProjectRoom = ({ id, projectId }: Pick<Room, 'id' | 'projectId'>): boolean =>
  projectId !== undefined && projectRoomId(projectId) === id;

/**
 * A place to talk, which heads a scope of its own: open to everybody who works here, or private to its members, whom no admin
 * joins unasked. A direct room is its two to eight people's, for good: its id follows from theirs (`wire/directRoom.ts`).
 */
export const room = entity('room', {
  scopes: ['room'],
  head: { readers: 'memberIds' },
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'ADMIN' },
  title: ['name'],
  searched: ['topic'],
  indexes: ['projectId', 'memberIds'],
  merge: { pinnedIds: 'set' },
  refs: {
    /** The people who have joined. Of a private room they are the ones who read it. */
    memberIds: refs('user'),
  },
  sealed: {
    /** Empty for a direct room, which goes by its people's names. */
    name: text(80),
    topic: text(250).optional(),
    /** Its maker's word; whether it is one, its id and its keys say (`isDirect` of the client). */
    isDirect: flag(),
    /** The project whose room it is. */
    projectId: id().optional(),
    /** Messages that everybody is to find again. */
    pinnedIds: data<string[]>([], stringsWithin(2 * maxPinned)),
    /** The room that it goes on from, whose past is not for everybody in this one. */
    continuesId: id().optional(),
    /** The room in which the talk goes on. */
    continuedById: id().optional(),
    createdAt: instant(),
    archivedAt: instant().optional(),
  },
});
export type Room = Open<typeof room>;

/** The readers of what was written before in a private room: those who were in it, or whoever is let in, too. */
export const pastReaders = ['kept', 'shared'] as const;
