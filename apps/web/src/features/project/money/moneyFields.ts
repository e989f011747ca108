/** The money of a project in its form, which admins alone see: its budget and what an hour is charged at. */
import { type Budget, budgetId } from '@kontor/contract/nouns/budget';
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import type { Currency } from '@kontor/contract/text/currency';
import { formatAmount } from '../../../platform/text/format.ts';
import { parseDay } from '../../../platform/text/parseDay.ts';
import { parseMoney } from '../../../platform/text/parseNumber.ts';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { formMessages } from '../../../ui/form/messages.ts';
import { type Errors, moneyWithin } from '../../../ui/form/rules.ts';
import type { People } from '../../../ui/person/people.tsx';
import { projectMessages } from '../messages.ts';

/** A rate as it is typed; one without an amount is none. */
export interface RateLine {
  /** Of the stored rate, or made up. */
  id: string;
  /** Empty: of everybody without one of their own. */
  userId: string;
  rate: string;
  /** The day from which it counts; empty: from the beginning. */
  from: string;
}

export interface MoneyValues {
  budgetValue: string;
  rates: RateLine[];
}

/** Returns whose rate it is, in words; without an id, everybody's who has none of their own. */
export const rateName = (userId: string | undefined, people: People): string =>
  userId
    ? (people.get(userId)?.name ?? projectMessages.t('formerMember'))
    : projectMessages.t('everybodyElse');

const amountOf = (cents: number | undefined) => (cents === undefined ? '' : formatAmount(cents));

const inOrder = (a: RateLine, b: RateLine): number =>
  a.userId.localeCompare(b.userId) || a.from.localeCompare(b.from) || a.id.localeCompare(b.id);

/** Returns the values of a project's money, or of none. */
export const moneyValues = (
  budget?: Pick<Budget, 'value'>,
  rates: readonly Pick<HourlyRate, 'id' | 'userId' | 'rate' | 'from'>[] = [],
): MoneyValues => ({
  budgetValue: amountOf(budget?.value),
  rates: rates
    .map(({ id, userId = '', rate, from = '' }) => ({ id, userId, rate: amountOf(rate), from }))
    .sort(inOrder),
});

/** Returns what is wrong with rates, in words. */
export function rateErrors(lines: readonly RateLine[], currency: Currency): string | undefined {
  const typed = lines.filter(({ rate }) => rate.trim());
  const wrong = typed.map(({ rate }) => moneyWithin(currency)(rate)).find((error) => error);
  if (wrong) return wrong;
  if (typed.some(({ from }) => from && parseDay(from) !== from)) return formMessages.t('invalidDay');
  const keys = typed.map(({ userId, from }) => `${userId} ${from}`);
  return new Set(keys).size < keys.length ? projectMessages.t('sameRateTwice') : undefined;
}

/** Returns what is wrong with the money of a project, in words. */
export const moneyErrors = (
  { budgetValue, rates }: MoneyValues,
  currency: Currency,
): Errors<MoneyValues> => ({
  budgetValue: moneyWithin(currency, { above: 0 })(budgetValue),
  rates: rateErrors(rates, currency),
});

/** Writes what was changed of a project's money. Call it inside a transaction. */
export function saveMoney(
  projectId: string,
  { budgetValue, rates }: Partial<MoneyValues>,
  base: MoneyValues,
  currency: Currency,
): void {
  const { records } = currentWorkspace();
  const admins = records.scopeOf('admins');
  if (budgetValue !== undefined) {
    const value = parseMoney(budgetValue, currency) ?? undefined;
    const id = budgetId(projectId);
    if (records.collections.budget.get(id)) records.update('budget', id, { value });
    else if (value !== undefined) records.create('budget', admins, { id, projectId, value });
  }
  if (rates !== undefined) saveRates({ projectId }, { rates, base: base.rates }, currency);
}

/**
 * Writes changed rates: of a project, or without one those that people have everywhere. Call it inside a transaction.
 */
export function saveRates(
  place: { projectId?: string },
  { rates, base }: { rates: readonly RateLine[]; base: readonly RateLine[] },
  currency: Currency,
): void {
  const { records } = currentWorkspace();
  const kept = rates.filter(({ rate }) => rate.trim());
  for (const { id } of base) if (!kept.some((line) => line.id === id)) records.remove('hourlyRate', id);
  for (const line of kept) {
    const before = base.find(({ id }) => id === line.id);
    const rate = parseMoney(line.rate, currency)!;
    const from = line.from || undefined;
    if (!before)
      records.create('hourlyRate', records.scopeOf('admins'), {
        ...place,
        rate,
        ...(line.userId && { userId: line.userId }),
        ...(from && { from }),
      });
    else if (before.rate !== line.rate || before.from !== line.from)
      records.update('hourlyRate', line.id, { rate, from });
  }
}
