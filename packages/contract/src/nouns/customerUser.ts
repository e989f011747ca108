import { entity, type Open } from '../entity/entity.ts';
import { ref } from '../entity/ref.ts';
import { personFields } from './person.ts';

/**
 * Derives the id of somebody's entry from theirs and their customer's, so that there is one at most, whichever device
 * creates it. An id stands for one record in all scopes, and the person's own is their directory entry's.
 */
export function customerUserId(userId: string, customerId: string): string {
  const [person, customer] = [userId, customerId].map((id) => BigInt(`0x${id.slice(-12)}`));
  return customerId.slice(0, -12) + (person! ^ customer!).toString(16).padStart(12, '0');
}

/**
 * The entry of a customer's user, for those who work here and for the user's own colleagues: the counterpart of the
 * member directory for the staff. In the user's own words, so signed by them: everybody of the customer could seal it.
 */
export const customerUser = entity('customerUser', {
  scopes: ['customer'],
  id: { person: customerUserId },
  owner: 'userId',
  written: 'clients',
  rights: { create: 'own', update: 'own', delete: 'ADMIN' },
  title: ['firstName', 'lastName'],
  searched: ['email'],
  refs: { userId: ref('user') },
  sealed: personFields,
});
export type CustomerUser = Open<typeof customerUser>;
