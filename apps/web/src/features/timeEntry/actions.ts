/** Actions upon one's timer and on time entries. Each shows at once; what goes wrong on this side is said in a toast. */
import { closedMonth, monthsOf } from '@kontor/client/nouns/month';
import {
  duplicateEntry,
  durationOf,
  invoicesOf,
  remakeEntry,
  spansOf,
  splitEntry,
} from '@kontor/client/nouns/timeEntry';
import {
  beginAfterWait,
  continueEntry,
  openEntryOf,
  type Punch,
  pauseTimer,
  resumeTimer,
  type Start,
  startOnNewTask,
  startTimer,
  stopTimer,
  TimerError,
  type TimerFault,
} from '@kontor/client/nouns/timer';
import {
  type Cut,
  cutsBy,
  DayError,
  type DayPlace,
  partsOn,
  RunningError,
  runningOn,
  setDayTime,
  shownMs,
} from '@kontor/client/nouns/timeSheet';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import { sameValue } from '@kontor/client/replica/sameValue';
import type { Segment, TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { lengthOf, type Span } from '@kontor/contract/time/span';
import { ownZone } from '@kontor/contract/time/zone';
import { reportFailure } from '../../platform/failures/failures.ts';
import { formatDay, formatDuration } from '../../platform/text/format.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace, type OpenWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { toOpenPanel } from '../../ui/overlay/panel.ts';
import { type EntryValues, entryChanges } from './entryFields.ts';
import { titleOf } from './entryTitle.ts';
import { isReadyFor, untilHere } from './hoursHere.ts';
import { mayChange } from './invoiced.ts';
import { timeMessages } from './messages.ts';
import { changeHours, monthFault, newTimeFault } from './month/actions.ts';
import type { RangePlace } from './ranges.ts';

const faults = {
  running: 'isRunning',
  none: 'noneRunning',
  archived: 'archived',
  'no-hours': 'noHours',
} as const satisfies Record<TimerFault, string>;

/** Returns the present, on this person's clock. */
const punch = (at = Date.now()): Punch => ({ userId: currentWorkspace().userId, at, zone: ownZone() });

type Failure = 'startFailed' | 'stopFailed' | 'pauseFailed' | 'resumeFailed';

/** Runs an act on the timer; undefined after saying what failed. */
function tryTimer<T>(failure: Failure, act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    const { t } = timeMessages;
    const { records, userId } = currentWorkspace();
    const fault = newTimeFault(error, hoursOf(records.collections, userId)?.id ?? '');
    // The form is about whose hours the page shows.
    const shown = new URLSearchParams(globalThis.location?.search).get('person') ?? userId;
    const action = shown === userId ? toOpenPanel(t('newEntry'), 'timeEntry') : undefined;
    if (fault !== undefined) toast.error(fault, action && { action });
    else if (error instanceof TimerError) toast.error(t(faults[error.fault]));
    else reportFailure(error, t(failure));
    return undefined;
  }
}

/** Writes ms as `1:30`. */
export const shortDuration = (ms: number): string => formatDuration(Math.round(ms / 60_000));

/** The starts that were asked for so far. */
let asked = 0;

/**
 * Starts something, in the place of what runs, at one moment: once one's hours are here, since what runs lies in those, and the task,
 * whose project takes the work. Of several that wait, the last begins, unless something began since, which another device did. Resolves
 * to whether it runs.
 */
async function begin(
  { taskId, projectId }: Partial<Pick<TimeEntry, 'taskId' | 'projectId'>>,
  next: (now: Start) => string,
): Promise<boolean> {
  const { records, userId } = currentWorkspace();
  const now: Start = { ...punch(), switches: true };
  const turn = ++asked;
  if (!isReadyFor(taskId)) {
    toast.info(timeMessages.t('startsLater'));
    // Where it was then; one that has moved since comes with everything.
    if (projectId !== undefined) records.need([projectId]);
    if (!(await untilHere(() => isReadyFor(taskId))) || turn !== asked) return false;
    const open = openEntryOf(records, userId);
    // Nobody could see that.
    if (taskId !== undefined && open?.taskId === taskId && open.status === 'IN_PROGRESS') return true;
    const at = beginAfterWait(records, now, Date.now());
    if (at === undefined) {
      toast.info(timeMessages.t('startedSince'));
      return false;
    }
    now.at = at;
  }
  const before = openEntryOf(records, userId);
  const id = tryTimer('startFailed', () => next(now));
  const made = id === undefined ? undefined : records.collections.timeEntry.get(id);
  if (before && made)
    toast.success(
      timeMessages.t('switched', {
        from: titleOf(before),
        to: titleOf(made),
        duration: shortDuration(durationOf(before, now.at)),
      }),
    );
  return made !== undefined;
}

/** Starts the timer on a task; what runs ends at the same moment. */
export const startOn = (taskId: string): Promise<boolean> =>
  begin({ taskId }, (now) => startTimer(currentWorkspace().records, { taskId }, now));

/** Goes on with what an earlier entry was about. */
export const goOnWith = (entry: TimeEntry): Promise<boolean> =>
  begin(entry, (now) => continueEntry(currentWorkspace().records, entry, now));

/** Makes a task of what was typed, and starts the timer on it. */
export function startOnNew(projectId: string, title: string): Promise<boolean> {
  const { records, userId } = currentWorkspace();
  const draft = { title, status: 'IN_PROGRESS' as const, assigneeIds: [userId], createdBy: userId };
  return begin({}, (now) => startOnNewTask(records, projectId, draft, now));
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
    timeMessages.t('stopped', { title: titleOf(entry), duration: shortDuration(durationOf(entry)) }),
    toOpenPanel(timeMessages.t('describe'), 'timeEntry', entry.id),
  );
}

/** Changes hours, and tells of a failure. @param reason where the entry lies in a closed month */
const change = (
  failure: 'createFailed' | 'updateFailed' | 'deleteFailed',
  act: () => void,
  reason = '',
): boolean => changeHours(timeMessages.t(failure), act, reason);

/** Makes an entry among somebody's hours. Returns its id; undefined after saying that it failed. */
export function createEntry(
  scopeId: string,
  values: EntryValues,
  place: RangePlace,
  reason: string,
): string | undefined {
  const { records } = currentWorkspace();
  let id: string | undefined;
  const isMade = change(
    'createFailed',
    () => {
      const fields = entryChanges(records, values, values, place);
      id = records.create('timeEntry', scopeId, { ...fields, isBillable: values.isBillable }).id;
    },
    reason,
  );
  return isMade ? id : undefined;
}

/** Changes an entry by its form. False after saying that it failed. */
export const updateEntry = (
  id: string,
  changes: Partial<EntryValues>,
  values: EntryValues,
  place: RangePlace,
  reason: string,
): boolean =>
  change(
    'updateFailed',
    () => {
      const { records } = currentWorkspace();
      const stored = records.collections.timeEntry.get(id);
      records.update('timeEntry', id, entryChanges(records, changes, values, place, stored));
    },
    reason,
  );

/** Makes the same entry a second time. Returns its id. */
export function duplicate(id: string, reason: string): string | undefined {
  let copy: string | undefined;
  change(
    'createFailed',
    () => {
      copy = duplicateEntry(currentWorkspace().records, id, Date.now());
    },
    reason,
  );
  return copy;
}

/** Splits an entry in the middle, for its times to be set. Returns the later one's id. */
export function split(entry: TimeEntry, reason: string): string | undefined {
  if (invoicesOf(currentWorkspace().records.collections, entry.id).length > 0) {
    toast.error(timeMessages.t('invoicedNotSplit'));
    return undefined;
  }
  let later: string | undefined;
  const spans = spansOf(entry, Date.now());
  let rest = Math.floor(lengthOf(spans) / 2 / 60_000) * 60_000;
  const at = spans.flatMap(({ from, to }) => {
    const inside = rest > 0 && rest <= to - from;
    const moment = from + rest;
    rest -= to - from;
    return inside ? [moment] : [];
  })[0];
  if (at === undefined) {
    toast.error(timeMessages.t('tooShort'));
    return undefined;
  }
  change(
    'updateFailed',
    () => {
      later = splitEntry(currentWorkspace().records, entry.id, at);
    },
    reason,
  );
  return later;
}

/**
 * Deletes an entry, and offers to take that back; asks before it deletes one that would not come back as it was: that goes on, was
 * invoiced, or lies in a closed month. Resolves to whether it is gone.
 */
export async function deleteEntry(entry: TimeEntry, reason: string): Promise<boolean> {
  const { t } = timeMessages;
  const { records } = currentWorkspace();
  const { id, scopeId } = entry;
  const words = { title: titleOf(entry), duration: shortDuration(durationOf(entry, Date.now())) };
  const isFinal =
    entry.status !== 'DONE' ||
    invoicesOf(records.collections, id).length > 0 ||
    monthsOf('timeEntry', entry).some((month) => closedMonth(records.collections, { scopeId, month }));
  const agreed =
    !isFinal ||
    (await confirm({
      title: t('deleteTitle', words),
      body: t('deleteBody'),
      action: t('delete'),
      danger: true,
    }));
  if (!agreed || !change('deleteFailed', () => records.remove('timeEntry', id), reason)) return false;
  if (!isFinal)
    toast.info(t('wasDeleted', words), {
      label: t('undo'),
      isUndo: true,
      run: () => void change('createFailed', () => remakeEntry(records, entry)),
    });
  return true;
}

/** Returns the ids of other entries that lie where something was taken off. */
const idsWhereTaken = ({ records }: OpenWorkspace, cuts: readonly Cut[]): Set<string> => {
  const cutIds = new Set(cuts.map(({ entry }) => entry.id));
  const meets = (span: Span, { from, to = Number.POSITIVE_INFINITY }: Segment) =>
    span.from < to && from < span.to;
  const others = cuts.flatMap(({ entry: { scopeId }, taken }) =>
    records.collections.timeEntry
      .where('scopeId', scopeId)
      .filter((other) => other.segments.some((segment) => taken.some((span) => meets(span, segment)))),
  );
  return new Set(others.map(({ id }) => id)).difference(cutIds);
};

/**
 * Puts back what was taken off entries that nobody changed since.
 * @param beside the entries that lay there, too, when it was taken off
 */
function restoreCuts(workspace: OpenWorkspace, cuts: readonly Cut[], beside: ReadonlySet<string>): void {
  const { records } = workspace;
  const isAsLeft = ({ entry, segments }: Cut) =>
    segments.length === 0 || sameValue(records.collections.timeEntry.get(entry.id)?.segments, segments);
  // Another workspace may be open by now, or other work stand where this one was.
  const isStale =
    currentWorkspace().records !== records || !idsWhereTaken(workspace, cuts).isSubsetOf(beside);
  if (isStale || !cuts.every(isAsLeft)) toast.error(timeMessages.t('updateFailed'));
  else
    change('updateFailed', () => {
      for (const { entry, segments } of cuts)
        if (segments.length === 0) remakeEntry(records, entry);
        else records.update('timeEntry', entry.id, { segments: entry.segments });
    });
}

/** Returns what of cuts is asked about before they are made. */
const askedAbout = (cuts: readonly Cut[]) =>
  cuts.map(({ entry, taken, segments }) => ({
    id: entry.id,
    description: entry.description,
    taken,
    segments,
  }));

/**
 * Makes somebody's time on a task and day what was typed into its cell; asks before it deletes what was described, and offers to take
 * back what it deletes or shortens without a question. Returns what is wrong with it, in words; nothing where the person refuses.
 */
export async function setCell(place: DayPlace, time: number): Promise<string | undefined> {
  const workspace = currentWorkspace();
  const { records } = workspace;
  const { t } = timeMessages;
  // Its project of now takes what is added: the task may have moved there.
  const isThere = () => isReadyFor(place.taskId);
  if (!isThere()) {
    toast.info(t('storedLater'));
    if (!(await untilHere(isThere))) return undefined;
  }
  const now = Date.now();
  const ofDay = partsOn(records.collections, place.scopeId, place.day);
  const inCell = ofDay.filter(({ entry }) => entry.taskId === place.taskId);
  const runs = (length: number) => t('cellRuns', { duration: shortDuration(length) });
  const running = runningOn(records.collections, place, now);
  if (running > 0 && time <= Math.max(0, running - shownMs)) return runs(running);
  const cutsNow = () => cutsBy(records.collections, place, time, now);
  const cuts = cutsNow();
  const removed = cuts.flatMap(({ entry, segments }) => (segments.length === 0 ? [entry] : []));
  const isDescribed = removed.some(({ description }) => description);
  // A timer that pauses would not come back as it was: another may run by then.
  const paused = removed.find(({ status }) => status !== 'DONE');
  if (isDescribed || paused) {
    const duration = shortDuration(paused ? durationOf(paused) : 0);
    const agreed = await confirm({
      title: isDescribed
        ? t('clearTitle', { day: formatDay(place.day) })
        : t('deleteTitle', { title: titleOf(paused!), duration }),
      body: t(isDescribed ? 'clearBody' : 'deleteBody'),
      action: t('delete'),
      danger: true,
    });
    if (!agreed) return undefined;
  }
  // More is an entry of its own beside what was invoiced.
  const isLess = time < lengthOf(inCell) + running;
  const isInvoiced = inCell.some(({ entry }) => invoicesOf(records.collections, entry.id).length > 0);
  if (isLess && !(await mayChange(inCell.map(({ entry }) => entry.id)))) return undefined;
  // What came while it was asked about was not asked about.
  if (!sameValue(askedAbout(cutsNow()), askedAbout(cuts))) return setCell(place, time);
  try {
    setDayTime(records, place, time, now);
    const taken = lengthOf(cuts.flatMap((cut) => cut.taken));
    const beside = idsWhereTaken(workspace, cuts);
    // A few seconds, which the cell does not show, nobody took off.
    const isSeen = removed.length > 0 || taken >= shownMs;
    if (isSeen && !isDescribed && !paused && !isInvoiced)
      toast.info(
        t('wasTaken', {
          title: titleOf(cuts[0]!.entry),
          day: formatDay(place.day),
          duration: shortDuration(taken),
        }),
        { label: t('undo'), isUndo: true, run: () => restoreCuts(workspace, cuts, beside) },
      );
    return undefined;
  } catch (error) {
    if (error instanceof DayError) return t('dayHas', { hours: error.length / 3_600_000 });
    if (error instanceof RunningError) return runs(error.length);
    const fault = isLess ? monthFault(error) : newTimeFault(error, place.scopeId);
    if (fault) return fault;
    reportError(error);
    return t('updateFailed');
  }
}
