import { useCallback, useEffect, useState } from 'react';
import { pause, resume } from '../../features/timeEntry/actions.ts';
import { isForgotten } from '../../features/timeEntry/forgotten.ts';
import { useNow, useOpenEntry } from '../../features/timeEntry/queries.ts';
import { noteActivity } from '../../platform/activity.ts';
import { desktop } from '../../platform/desktop/desktop.ts';
import { setRunning } from '../../platform/page.tsx';
import { serverNow } from '../../platform/workspace/serverNow.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { useTrayTimer } from './useTrayTimer.ts';

export type TimerQuestion = 'start' | 'forgotten' | undefined;

/** The forgotten entries that were asked about: a frame that stands anew does not ask again. */
const asked = new Set<string>();

/**
 * Follows the timer for the frame: marks the title of the page while it runs, and asks once about one that was forgotten. Returns
 * whether it runs, and what is being asked.
 */
export function useTimer(): {
  isRunning: boolean;
  question: TimerQuestion;
  ask: (question: TimerQuestion) => void;
} {
  const [asking, setAsking] = useState<{ question: TimerQuestion; entryId: string | undefined }>();
  const entry = useOpenEntry();
  const entryId = entry?.id;
  const ask = useCallback((question: TimerQuestion) => setAsking({ question, entryId }), [entryId]);
  // It may be stopped elsewhere: another entry is not the one that was asked about.
  const isOver = asking?.question === 'forgotten' && asking.entryId !== entryId;
  const question = isOver ? undefined : asking?.question;
  const isRunning = entry?.status === 'IN_PROGRESS';
  const now = useNow(isRunning ? entryId : undefined, 60_000);
  const { records } = useWorkspace();
  useEffect(() => noteActivity(records.id, () => serverNow(records)), [records]);
  useEffect(() => {
    setRunning(isRunning);
    return () => setRunning(false);
  }, [isRunning]);
  useTrayTimer(entry);
  const status = entry?.status;
  useEffect(
    () =>
      desktop()?.computer.onTimerShortcut(() => {
        if (status === undefined) ask('start');
        else if (status === 'IN_PROGRESS') pause();
        else resume();
      }),
    [status, ask],
  );
  const forgotten = entry && isForgotten(entry, now) ? entry.id : undefined;
  // Somebody may be typing what to start with.
  const isStarting = question === 'start';
  useEffect(() => {
    if (isStarting || forgotten === undefined || asked.has(forgotten)) return;
    asked.add(forgotten);
    ask('forgotten');
  }, [isStarting, forgotten, ask]);
  return { isRunning, question, ask };
}
