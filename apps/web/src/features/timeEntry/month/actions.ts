/** Signing months. What goes wrong is said in a toast. */
import { closingOf, hashOf, type MonthPlace, monthState } from '@kontor/client/nouns/month';
import {
  amend,
  closeMonth,
  confirmMonth,
  explainMonth,
  MonthError,
  type MonthFault,
  reopenMonth,
} from '@kontor/client/nouns/monthActs';
import { signedMonth } from '@kontor/client/nouns/signedMonth';
import { sameValue } from '@kontor/client/replica/sameValue';
import { nextMonth, today } from '@kontor/contract/time/day';
import { reportFailure } from '../../../platform/failures/failures.ts';
import { saveFile } from '../../../platform/saveFile.ts';
import { formatMonth } from '../../../platform/text/format.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { formMessages } from '../../../ui/form/messages.ts';
import { confirm, type Question } from '../../../ui/overlay/confirm.tsx';
import { monthMessages } from './messages.ts';

const { t } = monthMessages;

const faults = {
  closed: 'isClosed',
  open: 'isOpen',
  running: 'isRunning',
  future: 'isFuture',
  confirmed: 'isConfirmed',
  changed: 'isChanged',
} as const satisfies Partial<Record<MonthFault, string>>;

/** Says what is wrong, in words; undefined where it is nothing of a month's. */
export function monthFault(error: unknown): string | undefined {
  if (!(error instanceof MonthError)) return undefined;
  if (error.fault === 'not-own') return t('notOwn');
  // Whoever sees no field for it has to open what they change.
  return t(error.fault === 'no-reason' ? 'isClosed' : faults[error.fault], {
    month: formatMonth(error.month),
  });
}

/** Says what keeps new time from among somebody's hours, in words: of a closed month, what leads into it. */
export function newTimeFault(error: unknown, scopeId: string): string | undefined {
  const isClosed = error instanceof MonthError && (error.fault === 'closed' || error.fault === 'no-reason');
  if (!isClosed) return monthFault(error);
  const { records, userId } = currentWorkspace();
  const { collections } = records;
  const { month } = error;
  const mayReopen =
    collections.workingTime.get(scopeId)?.userId === userId &&
    !monthState(collections, { scopeId, month }).confirms;
  return t(mayReopen ? 'enterOrReopen' : 'enterClosed', { month: formatMonth(month) });
}

/**
 * Changes hours, with a reason where a closed month is among them. False after saying what failed.
 * @param failure in words
 */
export function changeHours(failure: string, act: () => void, reason = ''): boolean {
  return trySigning(failure, () => amend(currentWorkspace().records, reason, { at: Date.now() }, act));
}

/** Settles what was written at once into an entry or an absence; see `Mutations.resolveConflicts`. */
export const settleHours = (
  entity: 'timeEntry' | 'absence',
  id: string,
  shown: readonly string[],
  choice: string,
  reason: string,
): boolean =>
  changeHours(
    formMessages.t('decideFailed'),
    () => currentWorkspace().records.resolveConflicts(entity, id, shown, choice),
    reason,
  );

function trySigning(failure: string, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    const fault = monthFault(error);
    if (fault) toast.error(fault);
    else reportFailure(error, failure);
    return false;
  }
}

const now = () => ({ userId: currentWorkspace().userId, at: Date.now() });

/**
 * Asks, then signs a month as it was when that was asked: where something of it has changed by the answer, says so and signs nothing.
 * Resolves to whether it was signed.
 * @param contentOf returns what the signature covers
 */
async function askAndSign(
  { month }: MonthPlace,
  question: Question,
  contentOf: () => unknown,
  sign: () => void,
): Promise<boolean> {
  const asked = contentOf();
  if (!(await confirm(question))) return false;
  if (sameValue(contentOf(), asked)) return trySigning(t('signFailed'), sign);
  toast.error(t('changedSince', { month: formatMonth(month) }));
  return false;
}

/** Asks, then closes one's month. */
export async function close(place: MonthPlace): Promise<void> {
  const { records } = currentWorkspace();
  const month = formatMonth(place.month);
  const isOver = nextMonth(place.month) <= today();
  const question = {
    title: t('closeTitle', { month }),
    body: t(isOver ? 'closeBody' : 'closeEarlyBody'),
    action: t('closeAction'),
  };
  const contentOf = () => closingOf(records.collections, place, 0);
  if (await askAndSign(place, question, contentOf, () => closeMonth(records, place, now())))
    toast.success(t('closed', { month }));
}

/** Opens one's month again. */
export function reopen(place: MonthPlace): void {
  if (trySigning(t('signFailed'), () => reopenMonth(currentWorkspace().records, place, now())))
    toast.success(t('reopened', { month: formatMonth(place.month) }));
}

/** Asks, then confirms somebody's month. */
export async function confirmClosed(place: MonthPlace, name: string): Promise<void> {
  const { records } = currentWorkspace();
  const month = formatMonth(place.month);
  const question = {
    title: t('confirmTitle', { month, name }),
    body: t('confirmBody'),
    action: t('confirm'),
  };
  const contentOf = () => {
    const { closing, addenda } = monthState(records.collections, place);
    return closing && hashOf(closing, addenda);
  };
  if (await askAndSign(place, question, contentOf, () => confirmMonth(records, place, now())))
    toast.success(t('confirmed', { month }));
}

/** Signs what was changed without a reason. */
export const explain = (place: MonthPlace, reason: string): boolean =>
  trySigning(t('signFailed'), () => explainMonth(currentWorkspace().records, place, reason, now()));

/** Saves a closed month as a file that proves itself. */
export function download(place: MonthPlace, nameOf: (userId: string) => string): void {
  const { records } = currentWorkspace();
  const file = signedMonth(records, place, nameOf);
  if (!file) {
    toast.error(t('notSent'));
    return;
  }
  const name = t('fileName', { month: place.month.slice(0, 7), name: nameOf(file.userId) });
  const safe = name.replace(/[^\p{L}\p{N} .-]/gu, '');
  saveFile(new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' }), `${safe}.json`);
}
