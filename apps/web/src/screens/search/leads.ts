/** Tells which customers a person can go to. */
import type { Collections } from '@kontor/client/replica/collections';
import { type Actor, can } from '@kontor/contract/capability';

export const managesCustomers = (actor: Actor | undefined): boolean =>
  actor !== undefined && can(actor, 'customerFile.update');

/** Tells whether somebody can go to a customer: those who do not manage customers to the ones whose documents they read. */
export const leadsTo = (
  { document }: Pick<Collections, 'document'>,
  actor: Actor | undefined,
  customerId: string,
): boolean => managesCustomers(actor) || document.where('customerId', customerId).length > 0;

/** Returns the customers that somebody can go to, by id; undefined where it is all of them. */
export const customersFor = (
  collections: Pick<Collections, 'customer' | 'document'>,
  actor: Actor | undefined,
): string[] | undefined =>
  managesCustomers(actor)
    ? undefined
    : collections.customer
        .all()
        .map(({ id }) => id)
        .filter((id) => leadsTo(collections, actor, id));
