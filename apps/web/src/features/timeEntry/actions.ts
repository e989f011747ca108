/** Actions upon one's timer and on time entries. Each shows at once; what goes wrong on this side is said in a toast. */
import { durationOf } from '@kontor/client/nouns/timeEntry';
import {
  continueEntry,
  openEntryOf,
  type Punch,
  pauseTimer,
  resumeTimer,
  type Start,
  startTimer,
  stopTimer,
  TimerError,
  type TimerFault,
} from '@kontor/client/nouns/timer';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { ownZone } from '@kontor/contract/time/zone';
import { formatDuration } from '../../platform/text/format.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { timeMessages } from './messages.ts';

const faults = {
  running: 'isRunning',
  none: 'noneRunning',
  archived: 'archived',
  'no-hours': 'noHours',
} as const satisfies Record<TimerFault, string>;

/** Now, on this person's clock. */
const punch = (at = Date.now()): Punch => ({ userId: currentWorkspace().userId, at, zone: ownZone() });

type Failure = 'startFailed' | 'stopFailed' | 'pauseFailed' | 'resumeFailed';

/** Runs an act on the timer; undefined after saying what failed. */
function tryTimer<T>(failure: Failure, act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    const isKnown = error instanceof TimerError;
    toast.error(timeMessages.t(isKnown ? faults[error.fault] : failure));
    if (!isKnown) reportError(error);
    return undefined;
  }
}

/** ms as `1:30`. */
export const shortDuration = (ms: number): string => formatDuration(Math.round(ms / 60_000));

/** Starts something, in the place of what runs, at one moment. */
function begin(next: (now: Start) => string): boolean {
  const { records, userId } = currentWorkspace();
  const now = { ...punch(), switches: true };
  const before = openEntryOf(records, userId);
  const id = tryTimer('startFailed', () => next(now));
  const made = id === undefined ? undefined : records.collections.timeEntry.get(id);
  if (before && made)
    toast.success(
      timeMessages.t('switched', {
        from: before.taskTitle,
        to: made.taskTitle,
        duration: shortDuration(durationOf(before, now.at)),
      }),
    );
  return made !== undefined;
}

/** Starts the timer on a task; what runs ends at the same moment. */
export const startOn = (taskId: string): boolean =>
  begin((now) => startTimer(currentWorkspace().records, { taskId }, now));

/** Goes on with what an earlier entry was about. */
export const goOnWith = (entry: TimeEntry): boolean =>
  begin((now) => continueEntry(currentWorkspace().records, entry, now));

/** Makes a task of what was typed, and starts the timer on it. */
export function startOnNew(projectId: string, title: string): boolean {
  const { records, userId } = currentWorkspace();
  return begin((now) => {
    const draft = { title, status: 'IN_PROGRESS', assigneeIds: [userId], createdBy: userId } as const;
    const task = records.create('task', projectId, { ...draft, assigneeIds: [userId] });
    return startTimer(records, { taskId: task.id }, now);
  });
}

export const pause = () => tryTimer('pauseFailed', () => pauseTimer(currentWorkspace().records, punch()));
export const resume = () => tryTimer('resumeFailed', () => resumeTimer(currentWorkspace().records, punch()));

/** Stops the timer, now or at an earlier moment (ms). */
export function stop(at = Date.now()): void {
  const { records } = currentWorkspace();
  const id = tryTimer('stopFailed', () => stopTimer(records, punch(at)));
  const entry = id === undefined ? undefined : records.collections.timeEntry.get(id);
  if (!entry) return;
  toast.success(
    timeMessages.t('stopped', { title: entry.taskTitle, duration: shortDuration(durationOf(entry)) }),
  );
}
