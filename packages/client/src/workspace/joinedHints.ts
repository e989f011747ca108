import type { RevisionHint } from '@kontor/contract/wire/channel';
import type { Realtime } from '../http/realtime.ts';
import type { RevisionHints } from '../http/transport.ts';

/** Returns the hints of all channels that were joined so far. */
export function joinedHints(realtime: Realtime): RevisionHints & { join(channel: string): void } {
  const listeners = new Set<(hint: RevisionHint) => void>();
  const wakers = new Set<() => void>();
  const joined = new Map<string, () => void>();
  const tell = (hint: RevisionHint) => {
    for (const listener of listeners) listener(hint);
  };
  const wake = () => {
    for (const waker of wakers) waker();
  };
  return {
    join: (channel) => {
      if (!joined.has(channel)) joined.set(channel, realtime.join(channel, tell, wake));
    },
    onHint: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const leave of joined.values()) leave();
        joined.clear();
      };
    },
    onConnected: (listener) => {
      wakers.add(listener);
      const stop = realtime.onState((state) => {
        if (state === 'connected') listener();
      });
      return () => {
        wakers.delete(listener);
        stop();
      };
    },
  };
}
