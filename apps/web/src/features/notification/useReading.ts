import { useEffect } from 'react';
import { useIsLookedAt } from '../../platform/attention.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';

/** Marks as read what is about things that are open in a window that somebody looks at. */
export function useReading(subjectIds: readonly string[]): void {
  const { notifications } = useWorkspace().records;
  const inbox = useObservable(notifications.inbox);
  const isLookedAt = useIsLookedAt();
  const open = subjectIds.join(' ');
  useEffect(() => {
    if (!isLookedAt || open === '') return;
    const ids = (inbox?.notifications ?? [])
      .filter(({ subjectId, readAt }) => readAt === null && open.includes(subjectId))
      .map(({ id }) => id);
    if (ids.length > 0) notifications.markOpened(ids);
  }, [inbox, open, isLookedAt, notifications]);
}
