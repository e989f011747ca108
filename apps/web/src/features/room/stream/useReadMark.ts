import { seenIn, unseenIn } from '@kontor/client/nouns/room';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';
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

interface Reading {
  /** Created revision of the newest message. */
  newest: number;
  /** True once the newest messages are here: before that nobody knows what is new. */
  isOpen: boolean;
  /** The newest message is in view. */
  isInView: boolean;
}

/** Above it nothing is new. */
const nothingNew = Number.POSITIVE_INFINITY;

/**
 * Keeps how far the person has read a room: up to the newest message, once that was in view of a focused window for a
 * second. Returns the created revision above which messages are new: it stays where it was on entry.
 */
export function useReadMark(roomId: string, { newest, isOpen, isInView }: Reading): number {
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const focused = useSyncExternalStore(subscribeFocus, isFocused);
  const lineNow = () =>
    unseenIn(collections, roomId, userId).length > 0 ? seenIn(collections, roomId, userId) : nothingNew;
  const [line, setLine] = useState<number>();
  // Until the server was asked, nobody knows what came since this device was last here.
  const isAsked = useObservable(records.status).connection !== 'opening';
  if (isOpen && isAsked && line === undefined) setLine(lineNow());
  useEffect(() => {
    if (!focused || !isOpen || !isInView || newest <= seenIn(collections, roomId, userId)) return;
    const timer = setTimeout(() => keepSeen(roomId, newest), readAfter);
    return () => clearTimeout(timer);
  }, [collections, roomId, userId, focused, isOpen, isInView, newest]);
  // What comes while nobody looks is new to who comes back.
  useEffect(() => {
    if (focused || !isOpen) return;
    setLine((now) => (now === nothingNew ? seenIn(collections, roomId, userId) : now));
  }, [focused, isOpen, collections, roomId, userId]);
  return line ?? nothingNew;
}
