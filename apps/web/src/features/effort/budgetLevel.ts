/** Says when much of a budget is used. */
import { budgetLevels } from '@kontor/contract/nouns/budgetWarning';

/** Returns the highest level, in percent, that the use of a budget has reached; 0 below all, and without a budget. */
export const levelOf = (used: number, budget: number | undefined): number =>
  budget ? (budgetLevels.findLast((level) => used * 100 >= level * budget) ?? 0) : 0;
