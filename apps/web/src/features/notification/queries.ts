import { withoutMuted } from '@kontor/client/nouns/room';
import { Listeners } from '@kontor/client/observable';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { today } from '@kontor/contract/time/day';
import type { Notification } from '@kontor/contract/wire/notification';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { keepOwnItem, ownItem } from '../../platform/ownItems.ts';
import { useToday } from '../../platform/today.ts';
import { oncePulled } from '../../platform/workspace/oncePulled.ts';
import {
  currentWorkspace,
  useAll,
  useObservable,
  useRead,
  useWhere,
  useWorkspace,
} from '../../platform/workspace/workspace.ts';
import { dueGroups, groupsOf, type NotificationGroup, withDue } from './groups.ts';
import { judgedNouns, type Subject, verifyNotification } from './judge.ts';

/**
 * Returns the records that notifications name: the same array until one of them changed, so that other writes, however
 * many, judge nothing anew.
 */
function useNamed(notifications: readonly Notification[]): readonly unknown[] {
  const { collections } = useWorkspace().records;
  const last = useRef<readonly unknown[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = judgedNouns.map((noun) => collections[noun].subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [collections],
  );
  const read = () => {
    const named = notifications.flatMap(({ recordId, subjectId }) =>
      judgedNouns.flatMap((noun) => [collections[noun].get(recordId), collections[noun].get(subjectId)]),
    );
    const before = last.current;
    if (named.length !== before.length || named.some((record, at) => record !== before[at]))
      last.current = named;
    return last.current;
  };
  return useSyncExternalStore(subscribe, read);
}

const none: readonly Notification[] = [];

/**
 * Returns what the person was told, grouped, the newest first; undefined until it can be judged: before everything is here
 * nothing can be told from a lie. What does not hold counts once a pull that began after it was told bears it out no better: the
 * server tells of a change before its records are here.
 */
export function useGroups(): readonly NotificationGroup[] | undefined {
  const { records, userId } = useWorkspace();
  const inbox = useObservable(records.notifications.inbox);
  const { isComplete } = useObservable(records.loaded);
  const named = useNamed(inbox?.notifications ?? none);
  const due = useDue();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is judged is what they name
  const judged = useMemo(() => {
    if (!inbox || !isComplete) return undefined;
    return inbox.notifications.flatMap((notification) => {
      const judgement = verifyNotification(notification, records, userId);
      return judgement ? { notification, judgement } : [];
    });
  }, [inbox, isComplete, records, userId, named]);
  const unfounded = judged?.flatMap(({ notification, judgement }) =>
    judgement.holds ? [] : notification.id,
  );
  const [pulled, setPulled] = useState<ReadonlySet<string>>(new Set());
  const doubtful = unfounded?.filter((id) => !pulled.has(id)).join(' ') ?? '';
  useEffect(() => {
    if (doubtful === '') return undefined;
    return oncePulled(records, () => setPulled((before) => new Set([...before, ...doubtful.split(' ')])));
  }, [records, doubtful]);
  return useMemo(() => {
    const known = judged?.filter(
      ({ notification, judgement }) => judgement.holds || pulled.has(notification.id),
    );
    return known && withDue(due, groupsOf(known));
  }, [judged, pulled, due]);
}

/** Names the keys of a workspace: what is due in one was not seen, or removed, with what is due in another. */
const seenKey = (workspaceId: string) => `due seen ${workspaceId}`;
const removedKey = (workspaceId: string) => `due removed ${workspaceId}`;
const dueListeners = new Listeners();
const subscribeDue = (listener: () => void) => dueListeners.add(listener);
function keepDue(key: string, value: string): void {
  keepOwnItem(key, value);
  dueListeners.call();
}

/** Returns the tasks that were removed on a day, by their ids, with the due dates that they had then, of what is kept. */
function removedOn(day: string, kept: string | null): ReadonlyMap<string, string> {
  const [keptDay, ...tasks] = kept?.split(' ') ?? [];
  return new Map(keptDay === day ? tasks.map((each) => each.split('@') as [string, string]) : []);
}

/** Keeps the tasks that are removed today, with their due dates. */
function keepRemoved(workspaceId: string, tasks: readonly (readonly [id: string, dueDate: string])[]): void {
  keepDue(removedKey(workspaceId), [today(), ...tasks.map((each) => each.join('@'))].join(' '));
}

/**
 * Says that what is due today in the open workspace was seen on this device: the day alone is kept. What was removed by another due
 * date than it has now is no news from then on.
 */
export function seeDue(): void {
  const { id, collections } = currentWorkspace().records;
  const day = today();
  const removed = [...removedOn(day, ownItem(removedKey(id)))];
  const rest = removed.filter(([taskId, dueDate]) => {
    const now = collections.task.get(taskId)?.dueDate;
    return now === undefined || now === dueDate || now > day;
  });
  if (rest.length < removed.length) keepRemoved(id, rest);
  if (ownItem(seenKey(id)) !== day) keepDue(seenKey(id), day);
}

/**
 * Removes due tasks in the open workspace, on this device and for today, from what the person is told, until they have another due
 * date; or (false) brings them back.
 */
export function removeDue(ids: readonly string[], isRemoved = true): void {
  const { id, collections } = currentWorkspace().records;
  const others = [...removedOn(today(), ownItem(removedKey(id)))].filter(([taskId]) => !ids.includes(taskId));
  const removed = (isRemoved ? ids : []).flatMap((taskId) => {
    const dueDate = collections.task.get(taskId)?.dueDate;
    return dueDate === undefined ? [] : [[taskId, dueDate] as const];
  });
  keepRemoved(id, [...others, ...removed]);
}

/** Returns the person's tasks that are due, each a group: made here, for the server knows no dates. */
function useDue(): readonly NotificationGroup[] {
  const { records, userId } = useWorkspace();
  const tasks = useWhere('task', 'assigneeIds', userId);
  const projects = useAll('project');
  const day = useToday();
  const isSeen = useSyncExternalStore(subscribeDue, () => ownItem(seenKey(records.id)) === day);
  const mutedIds = useMuted();
  const removed = useSyncExternalStore(subscribeDue, () => ownItem(removedKey(records.id)));
  return useMemo(
    () => dueGroups(tasks, projects, { day, isSeen, mutedIds, removed: removedOn(day, removed) }),
    [tasks, projects, isSeen, day, mutedIds, removed],
  );
}

/**
 * Returns the numbers that the bell and the title show: groups that want something of this person, those of them that are not
 * in a room whose messages are counted, and others.
 */
export function useCounts(): { forYou: number; outsideRooms: number; activity: number } {
  const groups = useGroups();
  const { records, userId } = useWorkspace();
  const rooms = useRead(records.collections.room, (all) => all.where('memberIds', userId));
  const marks = useAll('roomMark');
  return useMemo(() => {
    const unread = (groups ?? []).filter(({ unreadIds, subject }) => unreadIds.length > 0 && subject);
    const forYou = unread.filter(({ tab }) => tab === 'forYou');
    const counting = new Set(withoutMuted(rooms, marks).map(({ id }) => id));
    return {
      forYou: forYou.length,
      outsideRooms: forYou.filter(({ subject }) => !counting.has(subject!.id)).length,
      activity: unread.length - forYou.length,
    };
  }, [groups, rooms, marks]);
}

/** Messages that are opened to say whose they are: more than one looks at. */
const mostBrought = 50;

/** Opens what this device keeps of the newest messages that notifications name, so that they can say whose they are. */
export function useBroughtMessages(): void {
  const { windows, notifications } = useWorkspace().records;
  const inbox = useObservable(notifications.inbox);
  const named = (inbox?.notifications ?? []).filter(({ event }) => event === 'MENTIONED');
  const newest = named.slice(0, mostBrought);
  const ids = newest.map(({ recordId }) => recordId).join(' ');
  useEffect(() => {
    if (ids !== '') windows.bring(ids.split(' '), 'notifications').catch(reportError);
  }, [windows, ids]);
}

const noIds: readonly string[] = [];

/** Returns the ids of what the person has muted. */
export const useMuted = (): readonly string[] =>
  useObservable(useWorkspace().records.notifications.inbox)?.mutedIds ?? noIds;

/** Nouns that can be muted: the others are no places. */
const mutable = ['project', 'room', 'task'] as const;

/** Returns the place of an id among those that can be muted; undefined where it is none, or not here any more. */
export function mutablePlaceOf(
  { collections }: Pick<Workspace, 'collections'>,
  id: string,
): Subject | undefined {
  const noun = mutable.find((each) => collections[each].get(id) !== undefined);
  return noun && { noun, id };
}

/** Returns what the person has muted and can still see. */
export function useMutedPlaces(): readonly Subject[] {
  const { records } = useWorkspace();
  const ids = useMuted();
  useObservable(records.loaded);
  return ids.flatMap((id) => mutablePlaceOf(records, id) ?? []);
}

/** Returns the places that a person can mute to hear no more of a subject: itself, and the project that it lies in. */
export function useMutablePlaces(subject: Subject | undefined): readonly Subject[] {
  const { records } = useWorkspace();
  const { noun, id } = subject ?? {};
  const isInProject = noun === 'task' || noun === 'document';
  const scopeId = isInProject ? records.collections[noun].get(id!)?.scopeId : undefined;
  return [id, scopeId].flatMap((each) => (each === undefined ? [] : (mutablePlaceOf(records, each) ?? [])));
}
