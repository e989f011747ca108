import { markIn } from '@kontor/client/nouns/room';
import { sameValue } from '@kontor/client/replica/sameValue';
import type { RichText } from '@kontor/contract/entity/field';
import type { Room } from '@kontor/contract/nouns/room';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepDraft, keepNow, keptDraft, placeNow, showDraft } from '../../../platform/draft/drafts.ts';
import { keptAfter, onHidden } from '../../../platform/draft/keeping.ts';
import { currentWorkspace, useWhere } from '../../../platform/workspace/workspace.ts';
import { keepHalfTyped, keptIn } from './actions.ts';

/** Text that is typed in a room and not sent. */
export interface HalfTyped {
  content: RichText | undefined;
  type: (next: RichText | undefined) => void;
  /** Empties the field, because what was in it is sent. */
  clear: () => void;
  /** Keeps now what is typed. */
  keep: () => void;
}

const joined = (first: RichText, second: RichText): RichText => ({
  type: 'doc',
  content: [...(first.content ?? []), ...(second.content ?? [])],
});

/** Names the text that waits on this device while another one's stands in its place. */
export const waitingDraft = (roomId: string): string => `half typed in ${roomId}`;

/**
 * Keeps what is typed and not sent, for all devices of the person; what another of them keeps shows as long as nothing is
 * typed here. One never takes the other's away: what is typed here waits as a draft while that stands there, and is put behind
 * it when the field closes in its workspace. Stands for one room, and goes on from the room that this one continues.
 */
export function useHalfTyped({ id, continuesId }: Room): HalfTyped {
  const here = markIn(useWhere('roomMark', 'roomId', id))?.draft;
  const before = markIn(useWhere('roomMark', 'roomId', continuesId ?? ''))?.draft;
  const stored = here ?? before;
  const [place] = useState(placeNow);
  const [waited] = useState(() => keptDraft<RichText>(waitingDraft(id), place));
  const [content, setContent] = useState(waited ?? stored);
  /** The kept text that this field showed or wrote last. */
  const shown = useRef(waited ? undefined : stored);
  const isTyped = useRef(waited !== undefined);
  const unsaved = useRef<{ draft: RichText | undefined } | undefined>(waited && { draft: waited });
  /** The draft that this field put down to wait; what another tab did is not its to forget. */
  const waiting = useRef(waited);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const store = useCallback(
    (isClosing: boolean) => {
      clearTimeout(timer.current);
      const { current } = unsaved;
      if (!current) return;
      const wait = (draft: RichText | undefined) => {
        if (draft || waiting.current) keepDraft(waitingDraft(id), draft, place);
        waiting.current = draft;
      };
      // The next workspace knows nothing of the room; one that takes no changes now keeps nothing for other devices.
      if (placeNow() !== place || !currentWorkspace().records.isWritable()) return wait(current.draft);
      const [kept, earlier] = [keptIn(id), continuesId === undefined ? undefined : keptIn(continuesId)];
      const there = kept ?? earlier;
      const isOthers = there !== undefined && !sameValue(there, shown.current);
      const waits = isOthers && current.draft !== undefined && !isClosing;
      wait(waits ? current.draft : undefined);
      if (waits) return;
      unsaved.current = undefined;
      shown.current = current.draft;
      if (isOthers && !current.draft) return;
      if (kept === undefined && continuesId !== undefined) keepHalfTyped(continuesId, undefined);
      keepHalfTyped(id, isOthers && current.draft ? joined(there, current.draft) : current.draft);
    },
    [id, continuesId, place],
  );
  const keep = useCallback(() => store(false), [store]);
  useEffect(() => {
    const close = () => store(true);
    const stop = onHidden(() => {
      keep();
      // What waits becomes a draft only here.
      void keepNow();
    });
    addEventListener('pagehide', close);
    return () => {
      stop();
      removeEventListener('pagehide', close);
      close();
    };
  }, [store, keep]);

  useEffect(() =>
    showDraft<RichText>(
      waitingDraft(id),
      (draft) => {
        if (draft) {
          // Another tab's waits in its place: that is not this field's to forget.
          if (!sameValue(draft, waiting.current)) waiting.current = undefined;
          return;
        }
        const gone = waiting.current;
        waiting.current = undefined;
        // Another tab sent it, or put it behind what the other device keeps; what was typed since is not there.
        if (!gone || !unsaved.current || !sameValue(unsaved.current.draft, gone)) return;
        unsaved.current = undefined;
        isTyped.current = false;
        shown.current = stored;
        setContent(stored);
      },
      place,
    ),
  );

  const put = (draft: RichText | undefined) => {
    setContent(draft);
    isTyped.current = draft !== undefined;
    unsaved.current = { draft };
  };
  useLayoutEffect(() => {
    if (isTyped.current || unsaved.current || sameValue(stored, shown.current)) return;
    shown.current = stored;
    setContent(stored);
  });
  return {
    content,
    type: (next) => {
      put(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, keptAfter);
    },
    clear: () => {
      put(undefined);
      keep();
    },
    keep,
  };
}
