import type { HistoryError } from '@kontor/client/replica/historyPuller';
import type { WindowItem } from '@kontor/client/replica/windowView';
import { idTime } from '@kontor/contract/entity/idTime';
import type { Message } from '@kontor/contract/nouns/message';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toastFailure } from '../../../platform/failures/failures.ts';
import { useIsHeard } from '../../../platform/workspace/session.ts';
import { useObservable, useRead, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { roomMessages } from '../messages.ts';

/** `failed`: what is missing could not be brought; a connection that comes back tries again. */
export type Loading = 'idle' | 'loading' | 'failed';

export interface StreamState {
  items: readonly WindowItem<Message>[];
  /** True once the newest messages are here, or could not be brought. */
  isOpen: boolean;
  /** True once the newest messages are here. */
  hasNewest: boolean;
  /** True when nothing lies before the first item. */
  isStart: boolean;
  loading: Loading;
  /** Brings more: one thing at a time. */
  bring: (what: { before: number } | { after: number }) => void;
  /** Lets what failed be brought again. */
  retry: () => void;
  /** Brings what is around a message, a place or a moment (ms). Resolves to its created revision; undefined after saying that it failed. */
  jump: (to: { id: string } | { revision: number } | { at: number }) => Promise<number | undefined>;
  /** Tells which created revisions are on the screen. */
  show: (range: { from: number; to: number } | undefined) => void;
}

/** Returns the messages of a room, as far as they are here, and how to bring the others. Stands for one room: give it a key. */
export function useStream(roomId: string): StreamState {
  const { records } = useWorkspace();
  const { windows, collections } = records;
  const view = useMemo(() => windows.view('message', roomId), [windows, roomId]);
  const items = useRead(view, () => view.get());
  const [isOpen, setOpen] = useState(false);
  const [loading, setLoading] = useState<Loading>('idle');
  const isBusy = useRef(false);
  /** The line came back while something was under way, which may fail by the old one yet. */
  const isWoken = useRef(false);
  /** The last thing that was brought: where it brought nothing it is not asked for again. */
  const brought = useRef('');
  const run = useCallback(async <T>(work: () => Promise<T>, onFailure?: (error: unknown) => void) => {
    isBusy.current = true;
    isWoken.current = false;
    setLoading('loading');
    try {
      const done = await work();
      setLoading('idle');
      return done;
    } catch (error) {
      if (!isHistoryError(error)) reportError(error);
      onFailure?.(error);
      setLoading(onFailure ? 'idle' : 'failed');
      return undefined;
    } finally {
      isBusy.current = false;
    }
  }, []);
  const [hasNewest, setHasNewest] = useState(false);
  const open = useCallback(async () => {
    await run(async () => {
      await windows.open(roomId);
      setHasNewest(true);
    });
    setOpen(true);
  }, [run, windows, roomId]);
  // One that was just made may not be on the server yet: all of it is here.
  const isMade = useObservable(records.scopes).has(roomId);
  useEffect(() => {
    if (isMade) void open();
  }, [open, isMade]);

  const retry = useCallback(() => {
    isWoken.current = isBusy.current;
    if (isBusy.current) return;
    if (isMade && !hasNewest) void open();
    else setLoading('idle');
  }, [open, isMade, hasNewest]);
  // A line that breaks between two pulls is no news to these, nor one that never is there to the other.
  const { connection } = useObservable(records.status);
  useEffect(() => {
    if (connection === 'current') retry();
  }, [connection, retry]);
  const isHeard = useIsHeard();
  useEffect(() => {
    if (isHeard) retry();
  }, [isHeard, retry]);
  useEffect(() => {
    if (loading === 'failed' && isWoken.current) retry();
  }, [loading, retry]);
  return {
    items,
    isOpen: isOpen || !isMade,
    hasNewest: hasNewest || !isMade,
    isStart: view.isStart || !isMade,
    loading,
    bring: useCallback(
      (what) => {
        const key = JSON.stringify(what);
        if (isBusy.current || brought.current === key) return;
        void run(async () => {
          if ('before' in what) await windows.before(roomId, what.before);
          else await windows.after(roomId, what.after);
          brought.current = key;
        });
      },
      [run, windows, roomId],
    ),
    retry,
    jump: useCallback(
      (to) =>
        run(
          async () => {
            if (!('id' in to)) return windows.jump(roomId, to);
            // The device knows where it lies, as a rule; its id says when it was written, which may be long before it was sent.
            await windows.bring([to.id], 'jump');
            const revision = collections.message.get(to.id)?.createdRevision;
            return windows.jump(roomId, revision === undefined ? { at: idTime(to.id) } : { revision });
          },
          (error) => toastFailure(error, roomMessages.t('jumpFailed')),
        ),
      [run, windows, collections, roomId],
    ),
    show: useCallback((range) => view.show(range), [view]),
  };
}

/** Tells whether earlier messages could not be had, which a connection that comes back mends. */
export const isHistoryError = (error: unknown): error is HistoryError =>
  error instanceof Error && error.name === 'HistoryError';
