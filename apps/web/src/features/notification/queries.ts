import { today } from '@kontor/contract/time/day';
import { useMemo, useSyncExternalStore } from 'react';
import { useAll, useObservable, useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { groupsOf, type NotificationGroup } from './groups.ts';
import { judge } from './judge.ts';

const judgedNouns = ['task', 'project', 'room', 'comment', 'message', 'document'] as const;

/**
 * Returns what the person was told, grouped, the newest first; undefined until it can be judged: before everything is here
 * nothing can be told from a lie.
 */
export function useGroups(): readonly NotificationGroup[] | undefined {
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const inbox = useObservable(records.notifications.inbox);
  const { isComplete } = useObservable(records.loaded);
  const versions = judgedNouns.map((noun) => useRead(collections[noun], (all) => all.all()));
  const due = useDue();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is judged is in the collections
  return useMemo(() => {
    if (!inbox || !isComplete) return undefined;
    const judged = inbox.notifications.map((notification) => ({
      notification,
      judgement: judge(notification, collections, userId),
    }));
    return [...due, ...groupsOf(judged)];
  }, [inbox, isComplete, collections, userId, due, ...versions]);
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
  const tasks = useAll('task');
  const isSeen = useSyncExternalStore(subscribeSeen, () => localStorage.getItem(seenKey) === today());
  return useMemo(() => {
    const day = today();
    return tasks
      .filter(
        ({ assigneeIds, status, dueDate }) =>
          assigneeIds.includes(userId) && status !== 'DONE' && dueDate !== undefined && dueDate <= day,
      )
      .map(({ id, dueDate }) => ({
        ...({ key: `due ${id}`, tab: 'forYou', event: 'TASK_DUE', subject: { noun: 'task', id } } as const),
        ...{ ids: [], unreadIds: isSeen ? [] : [id], senderIds: [], count: 1, recordId: id },
        at: new Date(`${dueDate}T00:00`).getTime(),
      }));
  }, [tasks, userId, isSeen]);
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
