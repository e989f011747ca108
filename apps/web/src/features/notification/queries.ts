import { today } from '@kontor/contract/time/day';
import type { Notification } from '@kontor/contract/wire/notification';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { useObservable, useWhere, useWorkspace } from '../../platform/workspace/workspace.ts';
import { groupsOf, type NotificationGroup, withDue } from './groups.ts';
import { judge } from './judge.ts';

const judgedNouns = [
  ...(['task', 'project', 'room', 'comment', 'message', 'document'] as const),
  ...(['signing', 'signingAnswer', 'signingReminder'] as const),
];

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
 * nothing can be told from a lie.
 */
export function useGroups(): readonly NotificationGroup[] | undefined {
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const inbox = useObservable(records.notifications.inbox);
  const { isComplete } = useObservable(records.loaded);
  const named = useNamed(inbox?.notifications ?? none);
  const due = useDue();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is judged is what they name
  return useMemo(() => {
    if (!inbox || !isComplete) return undefined;
    const judged = inbox.notifications.map((notification) => ({
      notification,
      judgement: judge(notification, collections, userId),
    }));
    return withDue(due, groupsOf(judged));
  }, [inbox, isComplete, collections, userId, due, named]);
}

const seenKey = 'kontor-due-seen';
const seenListeners = new Set<() => void>();
const subscribeSeen = (listener: () => void) => {
  seenListeners.add(listener);
  return () => seenListeners.delete(listener);
};

/** Says that what is due today was seen on this device: the day alone is kept. */
export function seeDue(): void {
  if (localStorage.getItem(seenKey) === today()) return;
  localStorage.setItem(seenKey, today());
  for (const listener of seenListeners) listener();
}

/** Returns the person's tasks that are due, each a group: made here, for the server knows no dates. */
function useDue(): readonly NotificationGroup[] {
  const { userId } = useWorkspace();
  const tasks = useWhere('task', 'assigneeIds', userId);
  const isSeen = useSyncExternalStore(subscribeSeen, () => localStorage.getItem(seenKey) === today());
  return useMemo(() => {
    const day = today();
    return tasks
      .filter(({ status, dueDate }) => status !== 'DONE' && dueDate !== undefined && dueDate <= day)
      .map(({ id, dueDate }) => ({
        ...({ key: `due ${id}`, tab: 'forYou', event: 'TASK_DUE', subject: { noun: 'task', id } } as const),
        ...{ ids: [], unreadIds: isSeen ? [] : [id], senderIds: [], count: 1, recordId: id },
        at: new Date(`${dueDate}T00:00`).getTime(),
      }));
  }, [tasks, isSeen]);
}

/** Returns the numbers that the bell and the title show: groups that want something of this person, and others. */
export function useCounts(): { forYou: number; outsideRooms: number; activity: number } {
  const groups = useGroups();
  return useMemo(() => {
    const unread = (groups ?? []).filter(({ unreadIds, subject }) => unreadIds.length > 0 && subject);
    const forYou = unread.filter(({ tab }) => tab === 'forYou');
    return {
      forYou: forYou.length,
      outsideRooms: forYou.filter(({ subject }) => subject!.noun !== 'room').length,
      activity: unread.length - forYou.length,
    };
  }, [groups]);
}

/** Returns the ids of what the person has muted. */
export const useMuted = (): readonly string[] =>
  useObservable(useWorkspace().records.notifications.inbox)?.mutedIds ?? [];
