import type { HistoryError } from '@kontor/client/replica/historyPuller';
import { timeOf } from '@kontor/client/replica/window/moment';
import type { WindowItem } from '@kontor/client/replica/windowView';
import type { Message } from '@kontor/contract/nouns/message';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useObservable, useRead, useWorkspace } from '../../../platform/workspace/workspace.ts';

/** `failed`: what is missing could not be brought; a connection that comes back tries again. */
export type Loading = 'idle' | 'loading' | 'failed';

export interface StreamState {
  items: readonly WindowItem<Message>[];
  /** True once the newest messages are here, or could not be brought. */
  isOpen: boolean;
  /** True when nothing lies before the first item. */
  isStart: boolean;
  loading: Loading;
  /** Brings more: one thing at a time. */
  bring: (what: { before: number } | { behind: number }) => void;
  /** Brings what is around a message, a place or a moment (ms). Resolves to its created revision; undefined where that failed. */
  jump: (to: { id: string } | { revision: number } | { at: number }) => Promise<number | undefined>;
  /** Tells which created revisions are on the screen. */
  show: (range: { from: number; to: number } | undefined) => void;
}

/** The messages of a room, as far as they are here, and how to bring the others. Stands for one room: give it a key. */
export function useStream(roomId: string): StreamState {
  const { records } = useWorkspace();
  const { windows, collections } = records;
  const view = useMemo(() => windows.view('message', roomId), [windows, roomId]);
  const items = useRead(view, () => view.get());
  const [isOpen, setOpen] = useState(false);
  const [loading, setLoading] = useState<Loading>('idle');
  const isBusy = useRef(false);
  /** The last thing that was brought: where it brought nothing it is not asked for again. */
  const brought = useRef('');
  const run = useCallback(async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    isBusy.current = true;
    setLoading('loading');
    try {
      const done = await work();
      setLoading('idle');
      return done;
    } catch (error) {
      if (!isHistoryError(error)) reportError(error);
      setLoading('failed');
      return undefined;
    } finally {
      isBusy.current = false;
    }
  }, []);
  // One that was just made may not be on the server yet: all of it is here.
  const isMade = useObservable(records.scopes).has(roomId);
  useEffect(() => {
    if (isMade) void run(() => windows.open(roomId)).then(() => setOpen(true));
  }, [run, windows, roomId, isMade]);
  const { connection } = useObservable(records.status);
  useEffect(() => {
    if (connection === 'current') setLoading((now) => (now === 'failed' ? 'idle' : now));
  }, [connection]);
  return {
    items,
    isOpen: isOpen || !isMade,
    isStart: view.isStart || !isMade,
    loading,
    bring: useCallback(
      (what) => {
        const key = JSON.stringify(what);
        if (isBusy.current || brought.current === key) return;
        void run(async () => {
          if ('before' in what) await windows.before(roomId, what.before);
          else await windows.behind(roomId, what.behind);
          brought.current = key;
        });
      },
      [run, windows, roomId],
    ),
    jump: useCallback(
      (to) =>
        run(async () => {
          if (!('id' in to)) return windows.jump(roomId, to);
          // The device knows where it lies, as a rule; its id says when it was written, which may be long before it was sent.
          await windows.bring([to.id]);
          const revision = collections.message.get(to.id)?.createdRevision;
          return windows.jump(roomId, revision === undefined ? { at: timeOf(to.id) } : { revision });
        }),
      [run, windows, collections, roomId],
    ),
    show: useCallback((range) => view.show(range), [view]),
  };
}

/** Tells whether earlier messages could not be had, which a connection that comes back mends. */
export const isHistoryError = (error: unknown): error is HistoryError =>
  error instanceof Error && error.name === 'HistoryError';
