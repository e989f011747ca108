import { budgetId } from '@kontor/contract/nouns/budget';
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import { useMemo } from 'react';
import { useRecord, useWhere } from '../../../platform/workspace/workspace.ts';
import { type MoneyValues, moneyValues } from './moneyFields.ts';

/** Returns the money of a project as its form shows it; none of a new one, and on the devices of who may not see it. */
export function useMoney(projectId: string | undefined): MoneyValues {
  const budget = useRecord('budget', projectId && budgetId(projectId));
  const rates = useWhere('hourlyRate', 'projectId', projectId ?? '');
  return useMemo(() => moneyValues(budget, rates), [budget, rates]);
}

/** Returns the rates that somebody has in every project without one of its own. */
export function useDefaultRates(userId: string): readonly HourlyRate[] {
  const rates = useWhere('hourlyRate', 'userId', userId);
  return useMemo(() => rates.filter(({ projectId }) => projectId === undefined), [rates]);
}
