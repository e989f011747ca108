import { planRule } from '../../sync/changes/planRule.ts';

/** Personnel files are part of some plans. What is there already can be read and deleted in each. */
export const personnelRule = planRule('personnel', (_, verb) => verb !== 'delete');
