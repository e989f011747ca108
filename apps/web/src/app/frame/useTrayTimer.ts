import { durationOf } from '@kontor/client/nouns/timeEntry';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { useEffect } from 'react';
import { desktop } from '../../platform/desktop/desktop.ts';

/**
 * Shows the running timer in the system's tray, for as long as the frame is there; it counts there as it does here. Tells of a
 * paused one, too: it goes on without a question.
 */
export function useTrayTimer(entry: TimeEntry | undefined): void {
  const running = entry?.status === 'IN_PROGRESS' ? entry : undefined;
  const from = running?.segments.at(-1)?.from;
  const startedAt = running && from !== undefined ? from - durationOf(running) : undefined;
  const label = entry?.taskTitle ?? '';
  const isThere = entry !== undefined;
  useEffect(() => {
    if (!isThere) return;
    void desktop()?.setTimer({ startedAt, label });
    return () => void desktop()?.setTimer(undefined);
  }, [isThere, startedAt, label]);
}
