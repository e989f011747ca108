import type { Replica } from '../replica/replica.ts';

/**
 * Returns a scope, and that of the customer where it is a project's and this person reads it: what is changed in a project
 * changes what its customer sees.
 */
export function withCustomer(
  { collections, scopes }: Pick<Replica, 'collections' | 'scopes'>,
  scopeId: string,
): string[] {
  const customerId = collections.project.get(scopeId)?.customerId;
  return customerId && scopes.get().has(customerId) ? [scopeId, customerId] : [scopeId];
}
