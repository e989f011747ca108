import { takenFrom } from '../../sync/changes/plan.ts';
import { planRule } from '../../sync/changes/planRule.ts';

/**
 * Asking for signatures is part of some plans; answering, reminding and withdrawing are not, so that what was begun ends well
 * whatever is paid. Among the admins lies the agreement with whoever runs the server, which every plan may sign. A request that
 * is moved with its project was made before: the same batch takes it out of where it was. Its version says nothing: admins write
 * in any.
 */
export const signingRule = planRule(
  'signature',
  ({ scopes, deleted }, verb, records) =>
    verb === 'create' &&
    records.some(
      (record) =>
        scopes.get(record.scopeId)?.kind !== 'admins' && takenFrom(deleted, 'signing', record).length === 0,
    ),
);
