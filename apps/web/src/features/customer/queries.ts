import type { ViewOf } from '@kontor/client/replica/collections';
import type { Customer, CustomerFile } from '@kontor/contract/nouns/customer';
import { byName } from '../../platform/text/compare.ts';
import { matches } from '../../platform/text/matches.ts';
import { useCollection, useView, useWindow } from '../../platform/workspace/views.ts';
import { useRecord, useWhere } from '../../platform/workspace/workspace.ts';

export const useCustomer = (id: string | undefined): Customer | undefined => useRecord('customer', id);

/** Returns a customer's file; undefined for those who may not read it. */
export const useCustomerFile = (customerId: string | undefined): CustomerFile | undefined =>
  useWhere('customerFile', 'customerId', customerId ?? '')[0];

const activeCustomers: ViewOf<'customer'> = { filter: ({ archivedAt }) => !archivedAt, compare: byName };

/** Returns the customers that are not archived, by name; all of them, for a choice. */
export const useActiveCustomers = (): readonly Customer[] =>
  useWindow(useView(useCollection('customer'), activeCustomers));

const allCustomers: ViewOf<'customer'> = { filter: () => true, compare: byName };

/** Returns all customers by name, the archived ones too, to name what is theirs. */
export const useCustomers = (): readonly Customer[] =>
  useWindow(useView(useCollection('customer'), allCustomers));

/** Returns the name of the contact at a company; empty for private persons and where nobody is named. */
export const contactOf = (file: CustomerFile | undefined): string =>
  `${file?.contactFirstName ?? ''} ${file?.contactLastName ?? ''}`.trim();

/** Says whether a customer's name, contact, address or mail address holds each of the words. */
export const customerMatches = (customer: Customer, file: CustomerFile | undefined, query: string): boolean =>
  matches(`${customer.name} ${contactOf(file)} ${file?.email ?? ''} ${file?.address ?? ''}`, query);
