import { entity } from '../entity/entity.ts';
import { id, number } from '../entity/field.ts';

/** Shares of a budget at which it is said that so much is used, in percent. */
export const budgetLevels = [80, 100] as const;

/** Notes what somebody was told of a project's budgets, so that each of their devices says it once. */
export const budgetWarning = entity('budgetWarning', {
  scopes: ['personal'],
  rights: { create: 'CUSTOMER', update: 'CUSTOMER', delete: 'CUSTOMER' },
  indexes: ['projectId'],
  merge: { hours: 'last', hoursBudget: 'last', money: 'last', moneyBudget: 'last' },
  refs: {},
  sealed: {
    projectId: id(),
    /** The highest level of the budget in hours that was said. */
    hours: number(),
    /** The budget of which that was said, in minutes: of a higher one nothing was. */
    hoursBudget: number().optional(),
    /** The same of the budget in money. */
    money: number(),
    /** In cents. */
    moneyBudget: number().optional(),
  },
});
