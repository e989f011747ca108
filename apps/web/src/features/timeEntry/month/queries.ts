import {
  closedMonth,
  type MonthPlace,
  type MonthState,
  monthState,
  monthsOf,
  targetsIn,
} from '@kontor/client/nouns/month';
import { type Timesheet, timesheetOf } from '@kontor/client/nouns/monthSheet';
import { nextMonth } from '@kontor/contract/time/day';
import { formatMonth } from '../../../platform/text/format.ts';
import { useToday } from '../../../platform/today.ts';
import { useAll, useWhere, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { runningIn, useEntriesNear, useNow } from '../queries.ts';
import { type DayHint, dayHints } from './dayHints.ts';

interface MonthView {
  sheet: Timesheet;
  state: MonthState;
  /** Hints on entries, breaks and rests, by day. */
  hints: ReadonlyMap<string, readonly DayHint[]>;
}

/** Returns a month of somebody's hours: its lines, and who signed it. */
export function useMonth(place: MonthPlace): MonthView {
  const { collections } = useWorkspace().records;
  const entries = useEntriesNear(place.scopeId, place.month, nextMonth(place.month));
  const absences = useWhere('absence', 'scopeId', place.scopeId);
  // What else it is made of: renders again with each.
  useAll('workingTime');
  useAll('month');
  useAll('monthConfirmation');
  useWhere('monthAddendum', 'month', place.month);
  const now = useNow(runningIn(entries), 60_000);
  const targets = targetsIn(collections, place);
  const until = useToday();
  const sheet = timesheetOf({ month: place.month, entries, absences, targets, until, now });
  return { sheet, state: monthState(collections, place), hints: dayHints(entries, now) };
}

/**
 * Returns the closed month that a change of somebody's records would touch, by its name; undefined where it needs no reason.
 * @param records as they are and as they would be
 */
export function useClosedMonth(
  scopeId: string | undefined,
  noun: 'timeEntry' | 'absence',
  records: readonly object[],
): string | undefined {
  const { collections } = useWorkspace().records;
  useAll('month');
  if (scopeId === undefined) return undefined;
  const months = records.flatMap((record) => monthsOf(noun, record));
  const found = months.find((month) => closedMonth(collections, { scopeId, month }));
  return found && formatMonth(found);
}
