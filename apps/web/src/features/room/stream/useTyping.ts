import type { RoomSigns } from '@kontor/client/http/realtime';
import { maxWatched } from '@kontor/contract/wire/channel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';

/** ms between two signs that this person is typing, and for which another's counts. */
const [signEvery, signCounts] = [3_000, 5_000];

export interface Typing {
  /** Those who are typing now, the newest last. */
  userIds: readonly string[];
  /** Tells the others that this person is. */
  onType: () => void;
}

const nobody: readonly string[] = [];

/** Tells who is typing in a room; nobody is told in one with many people, or without a connection. */
export function useTyping(roomId: string, memberCount: number): Typing {
  const { records } = useWorkspace();
  const [userIds, setUserIds] = useState(nobody);
  const signs = useRef<RoomSigns>(undefined);
  const toldAt = useRef(0);
  // One that was just made is not on the server yet.
  const isMade = useObservable(records.scopes).has(roomId);
  const isOn = isMade && memberCount > 1 && memberCount <= maxWatched;
  useEffect(() => {
    if (!isOn) return;
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    /** Created revision of what each of them had said last as their last sign came. */
    const saidBefore = new Map<string, number>();
    const { message } = records.collections;
    const lastSaid = (userId: string) =>
      message
        .where('scopeId', roomId)
        .filter((each) => each.userId === userId && each.event === undefined)
        .reduce((last, { createdRevision = 0 }) => Math.max(last, createdRevision), 0);
    const without = (userId: string) => (ids: readonly string[]) => ids.filter((id) => id !== userId);
    const end = (userId: string) => {
      clearTimeout(timers.get(userId));
      saidBefore.delete(userId);
      setUserIds(without(userId));
    };
    const entered = records.enterRoom(roomId, (userId) => {
      clearTimeout(timers.get(userId));
      timers.set(
        userId,
        setTimeout(() => end(userId), signCounts),
      );
      saidBefore.set(userId, lastSaid(userId));
      setUserIds((ids) => [...without(userId)(ids), userId]);
    });
    const stop = message.subscribe(() => {
      // What they were typing has come.
      for (const [userId, before] of saidBefore) if (lastSaid(userId) > before) end(userId);
    });
    signs.current = entered;
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
      setUserIds(nobody);
      entered.leave();
    };
  }, [records, roomId, isOn]);
  const onType = useCallback(() => {
    if (!isOn || Date.now() - toldAt.current < signEvery) return;
    toldAt.current = Date.now();
    signs.current?.typing();
  }, [isOn]);
  return { userIds, onType };
}
