import { beginOf, durationOf, entriesNear, newestEntries } from '@kontor/client/nouns/timeEntry';
import { openEntryOf, takesWork } from '@kontor/client/nouns/timer';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { useEffect, useRef, useState } from 'react';
import { useRead, useWorkspace } from '../../platform/workspace/workspace.ts';

/** Returns the entry of the person that runs or pauses; undefined while there is none. */
export function useOpenEntry(): TimeEntry | undefined {
  const { records, userId } = useWorkspace();
  return useRead(records.collections.timeEntry, () => openEntryOf(records, userId));
}

/** Returns the entries in somebody's hours that may touch the days `[from, until)`; the same array while they are the same. */
export function useEntriesNear(scopeId: string, from: string, until: string): readonly TimeEntry[] {
  const { collections } = useWorkspace().records;
  const last = useRef<readonly TimeEntry[]>([]);
  return useRead(collections.timeEntry, () => {
    const now = entriesNear(collections, scopeId, { from, until });
    const isSame = now.length === last.current.length && now.every((entry, i) => entry === last.current[i]);
    if (!isSame) last.current = now;
    return last.current;
  });
}

/** Returns the id of the entry that runs. */
export const runningIn = (entries: readonly TimeEntry[]): string | undefined =>
  entries.find(({ status }) => status === 'IN_PROGRESS')?.id;

/**
 * Returns the time, ms, renewed every so often while something runs, and at once when something else does.
 * @param running the id of what runs
 */
export function useNow(running: string | undefined, everyMs = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (running === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}

/** Returns what an entry has lasted up to now, ms, renewed while it runs. */
export function useDuration(entry: TimeEntry): number {
  const running = runningIn([entry]);
  const now = useNow(running);
  return durationOf(entry, running === undefined ? undefined : Math.max(now, beginOf(entry)));
}

/** Returns the person's newest entries that the timer can go on with, one of each task, the newest first. */
export function lastEntries(
  { records, userId }: ReturnType<typeof useWorkspace>,
  count: number,
): TimeEntry[] {
  const hours = hoursOf(records.collections, userId);
  const byTask = new Map<string, TimeEntry>();
  for (const entry of hours ? newestEntries(records.collections, hours.id) : []) {
    if (!byTask.has(entry.taskId) && takesWork(records, entry)) byTask.set(entry.taskId, entry);
    if (byTask.size === count) break;
  }
  return [...byTask.values()];
}
