import { isDirect as isDirectIn, markIn, seenIn, unseenIn, withoutMuted } from '@kontor/client/nouns/room';
import type { Message } from '@kontor/contract/nouns/message';
import type { Room } from '@kontor/contract/nouns/room';
import type { RoomMark } from '@kontor/contract/nouns/roomMark';
import { useMemo } from 'react';
import { compareWords } from '../../platform/text/compare.ts';
import {
  currentWorkspace,
  useAll,
  useObservable,
  useRead,
  useRecord,
  useWhere,
  useWorkspace,
} from '../../platform/workspace/workspace.ts';
import type { People } from '../../ui/person/people.tsx';
import { namesOf } from '../../ui/person/peopleInput.tsx';

/** Tells whether a room is direct: see `isDirect` of the client. */
export const isDirect = (room: Room): boolean => isDirectIn(currentWorkspace().records, room);

/** Returns what a room is called: a direct one by the names of the others in it. */
export const roomName = (room: Room, people: People, userId: string): string =>
  isDirect(room)
    ? namesOf(
        room.memberIds.filter((id) => id !== userId),
        people,
      )
    : room.name;

/** Tells whether a room is direct, and of those it is with nobody works here any more. */
export function isDeserted(room: Room, colleagues: People, userId: string): boolean {
  const isThere = (id: string) => id !== userId && colleagues.has(id);
  // None are known before the log is.
  return isDirect(room) && colleagues.size > 0 && !room.memberIds.some(isThere);
}

export interface RoomGroups {
  /** Those that the person is in, and not archived. */
  rooms: readonly Room[];
  direct: readonly Room[];
  /** Open ones that they have not joined. */
  others: readonly Room[];
  archived: readonly Room[];
}

/** Returns the rooms that the person reads, sorted by name. */
export function useRooms(people: People): RoomGroups {
  const { records, userId } = useWorkspace();
  const scopes = useObservable(records.scopes);
  const all = useAll('room');
  return useMemo(() => {
    const named = all
      .map((room) => ({ room, name: roomName(room, people, userId) }))
      .sort((a, b) => compareWords(a.name, b.name))
      .map(({ room }) => room);
    const isIn = ({ memberIds }: Room) => memberIds.includes(userId);
    const running = named.filter(({ archivedAt }) => archivedAt === undefined);
    return {
      rooms: running.filter((room) => !isDirect(room) && isIn(room)),
      direct: running.filter((room) => isDirect(room) && isIn(room)),
      // Who has left a private one holds its key until another writes, and is not to come back by themselves.
      others: running.filter((room) => !isIn(room) && scopes.get(room.id)?.access === 'open'),
      archived: named.filter((room) => room.archivedAt !== undefined && isIn(room)),
    };
  }, [all, people, userId, scopes]);
}

export const useRoom = (id: string | undefined): Room | undefined => useRecord('room', id);

/** Returns what the person keeps about a room; undefined before they did anything there. */
export const useRoomMark = (roomId: string): RoomMark | undefined =>
  markIn(useWhere('roomMark', 'roomId', roomId));

/** Says whether only its members read a room. */
export function useIsPrivate(roomId: string): boolean {
  const { records } = useWorkspace();
  useObservable(records.scopes);
  return records.accessOf(roomId) === 'private';
}

/** Returns the number of messages in a room that the person has not seen, as far as they are here. */
export function useUnread(roomId: string): number {
  const { records, userId } = useWorkspace();
  const { collections } = records;
  // Where one has read to is among the person's own records, which say when they change by themselves.
  useRead(collections.roomMark, (marks) => marks.where('roomId', roomId));
  return useRead(collections.message, () => unseenIn(collections, roomId, userId).length);
}

/**
 * Returns the number of unseen messages in all rooms that the person is in and has not muted: archived ones, too, in which
 * something may have been said last.
 */
export function useUnreadTotal(): number {
  const { records, userId } = useWorkspace();
  return useUnreadIn(useRead(records.collections.room, (all) => all.where('memberIds', userId)));
}

/** Returns the number of unseen messages in those of some rooms that the person has not muted. */
export function useUnreadIn(rooms: readonly Room[]): number {
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const marks = useAll('roomMark');
  const counted = useMemo(() => withoutMuted(rooms, marks), [marks, rooms]);
  return useRead(collections.message, () =>
    counted.reduce(
      (sum, { id }) =>
        (records.revisions()[id] ?? 0) > seenIn(collections, id, userId)
          ? sum + unseenIn(collections, id, userId).length
          : sum,
      0,
    ),
  );
}

/** Returns the reactions to a message: who reacted with what, the most frequent first. */
export function useReactions(messageId: string): readonly { emoji: string; userIds: string[] }[] {
  const reactions = useWhere('reaction', 'container', messageId);
  return useMemo(() => {
    const found = new Map<string, Set<string>>();
    for (const { emojis, userId } of reactions)
      for (const emoji of emojis) found.set(emoji, (found.get(emoji) ?? new Set()).add(userId));
    return [...found]
      .map(([emoji, ids]) => ({ emoji, userIds: [...ids] }))
      .sort((a, b) => b.userIds.length - a.userIds.length || (a.emoji < b.emoji ? -1 : 1));
  }, [reactions]);
}

/** Returns the author of a message for sentences: the name, or that they have left. */
export const authorName = ({ userId }: Pick<Message, 'userId'>, people: People, somebody: string): string =>
  people.get(userId)?.name ?? somebody;
