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
  // One call at a change: of two at once, either might come first.
  useEffect(() => {
    void desktop()?.setTimer(isThere ? { startedAt, label } : undefined);
  }, [isThere, startedAt, label]);
  useEffect(() => () => void desktop()?.setTimer(undefined), []);
}
