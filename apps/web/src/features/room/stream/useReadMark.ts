import { seenIn, unseenIn } from '@kontor/client/nouns/room';
import { useEffect, useRef, useState } from 'react';
import { useIsLookedAt } from '../../../platform/attention.ts';
import { tryAct } from '../../../platform/tryAct.ts';
import { useIsWritable } from '../../../platform/workspace/entitlement.ts';
import { oncePulled } from '../../../platform/workspace/oncePulled.ts';
import { useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { roomMessages } from '../messages.ts';
import { useRoomMark } from '../queries.ts';
import { keepSeen } from './actions.ts';

/** ms for which the newest message is in a window that somebody looks at before it counts as read. */
const readAfter = 1_000;

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

interface ReadMark {
  /** Created revision above which messages are new: how far they had read when they entered, came back or marked one as unread. */
  line: number;
  /** Lets a message, by its created revision, and what follows count as unread again, though it is on the screen. */
  markUnread: (revision: number) => void;
  /** Goes on reading after that, here or on another device: the person does something in the room. */
  resume: () => void;
}

/** ms behind which a page may have slept, so that it is not known without a pull whether all is here. */
const longAway = 30_000;

/**
 * Keeps how far the person has read a room: up to the newest message, once that was in view of a window that somebody
 * looks at for a second. Stands for one room: give it a key.
 */
export function useReadMark(roomId: string, { newest, isOpen, isInView }: Reading): ReadMark {
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const isLookedAt = useIsLookedAt();
  const isWritable = useIsWritable();
  const lineNow = () =>
    unseenIn(collections, roomId, userId).length > 0 ? seenIn(collections, roomId, userId) : nothingNew;
  const [line, setLine] = useState<number>();
  // Until the server was asked, nobody knows what came since this device was last here.
  const isKnown = useObservable(records.status).connection !== 'opening' && isOpen;
  if (isKnown && line === undefined) setLine(lineNow());
  const [isHeld, setHeld] = useState(false);
  const kept = useRoomMark(roomId)?.seen ?? 0;
  const [last, setLast] = useState(kept);
  if (kept !== last) {
    setLast(kept);
    // On another device they marked something as unread, or have read that by now. What they did before they came here is over.
    if (line !== undefined) setHeld(kept < last);
    if (line !== undefined && kept < last) setLine(lineNow());
  }
  const isSeen = newest <= seenIn(collections, roomId, userId);
  useEffect(() => {
    if (isHeld || isSeen || !isLookedAt || !isOpen || !isInView || !isWritable) return;
    const timer = setTimeout(() => keepSeen(roomId, newest), readAfter);
    return () => clearTimeout(timer);
  }, [roomId, isHeld, isSeen, isLookedAt, isOpen, isInView, isWritable, newest]);
  // What comes while nobody looks is new to who comes back, and nothing that came before that.
  const awaySince = useRef<number>(undefined);
  useEffect(() => {
    if (!isKnown) return;
    const isBack =
      isLookedAt && awaySince.current !== undefined && Date.now() - awaySince.current >= longAway;
    awaySince.current = isLookedAt ? undefined : (awaySince.current ?? Date.now());
    const isAllRead = () => unseenIn(collections, roomId, userId).length === 0;
    const isRead = isAllRead();
    const seen = seenIn(collections, roomId, userId);
    if (isRead && isBack) {
      setLine(seen);
      // It may not be here yet: a page that slept hears of it once it has connected anew.
      return oncePulled(records, () => {
        if (isAllRead() && seenIn(collections, roomId, userId) === seen)
          setLine((now) => (now === seen ? nothingNew : now));
      });
    }
    setLine((now = nothingNew) => {
      if (isLookedAt) return isRead ? nothingNew : Math.min(now, seen);
      return isRead || now === nothingNew ? seen : now;
    });
  }, [isLookedAt, isKnown, records, collections, roomId, userId]);
  return {
    line: line ?? nothingNew,
    markUnread: (revision) => {
      if (!tryAct(() => keepSeen(roomId, revision - 1), roomMessages.t('updateMessageFailed'))) return;
      setLast(revision - 1);
      setHeld(true);
      setLine(revision - 1);
    },
    resume: () => setHeld(false),
  };
}
