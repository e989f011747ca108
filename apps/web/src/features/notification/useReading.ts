import { useEffect, useSyncExternalStore } from 'react';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';

const subscribeFocus = (listener: () => void) => {
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
};

/** Marks as read what is about things that are open in a window that somebody looks at. */
export function useReading(subjectIds: readonly string[]): void {
  const { notifications } = useWorkspace().records;
  const inbox = useObservable(notifications.inbox);
  const hasFocus = useSyncExternalStore(subscribeFocus, () => document.hasFocus());
  const open = subjectIds.join(' ');
  useEffect(() => {
    if (!hasFocus || open === '') return;
    const ids = (inbox?.notifications ?? [])
      .filter(({ subjectId, readAt }) => readAt === null && open.includes(subjectId))
      .map(({ id }) => id);
    if (ids.length > 0) notifications.markOpened(ids);
  }, [inbox, open, hasFocus, notifications]);
}
