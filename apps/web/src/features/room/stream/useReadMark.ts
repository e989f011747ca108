import { seenIn, unseenIn } from '@kontor/client/nouns/room';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { keepSeen } from './actions.ts';

/** ms for which the newest message is on a screen in use before it counts as read. */
const readAfter = 1_000;

const subscribeFocus = (listener: () => void) => {
  const events = ['focus', 'blur'] as const;
  for (const event of events) addEventListener(event, listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
    document.removeEventListener('visibilitychange', listener);
  };
};
const isFocused = () => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Keeps how far the person has read a room: up to `newest`, a created revision, once that was in view (`isInView`) of a
 * focused window for a second. Returns the revision above which messages are new: it stays where it was on entry.
 */
export function useReadMark(roomId: string, newest: number, isInView: boolean): number {
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const focused = useSyncExternalStore(subscribeFocus, isFocused);
  const lineNow = () =>
    unseenIn(collections, roomId, userId).length > 0
      ? seenIn(collections, roomId, userId)
      : Number.POSITIVE_INFINITY;
  const [line, setLine] = useState(lineNow);
  useEffect(() => {
    if (!focused || !isInView || newest <= seenIn(collections, roomId, userId)) return;
    const timer = setTimeout(() => keepSeen(roomId, newest), readAfter);
    return () => clearTimeout(timer);
  }, [collections, roomId, userId, focused, isInView, newest]);
  // What comes while nobody looks is new to who comes back.
  useEffect(() => {
    if (focused) return;
    setLine((now) => (now === Number.POSITIVE_INFINITY ? seenIn(collections, roomId, userId) : now));
  }, [focused, collections, roomId, userId]);
  return line;
}
