import { planRule } from '../../sync/changes/planRule.ts';

/**
 * Asking for signatures is part of some plans; answering, reminding and withdrawing are not, so that what was begun ends well
 * whatever is paid. Among the admins lies the agreement with whoever runs the server, which every plan may sign. A request that
 * is moved with its project was made before: it comes in a later version.
 */
export const signingRule = planRule(
  'signature',
  ({ scopes }, verb, records) =>
    verb === 'create' &&
    records.some(({ scopeId, version }) => version === 1 && scopes.get(scopeId)?.kind !== 'admins'),
);
