import type { Customer, CustomerFile } from '@kontor/contract/nouns/customer';
import { useMemo } from 'react';
import { useLanguage } from '../../platform/text/locale.ts';
import { matches } from '../../platform/text/matches.ts';
import { useAll, useRecord, useWhere } from '../../platform/workspace/workspace.ts';

export const useCustomer = (id: string | undefined): Customer | undefined => useRecord('customer', id);

/** A customer's file; undefined for those who may not read it. */
export const useCustomerFile = (customerId: string | undefined): CustomerFile | undefined =>
  useWhere('customerFile', 'customerId', customerId ?? '')[0];

/** All customers by name, the archived ones only when asked for. */
export function useCustomers(withArchived = false): readonly Customer[] {
  const customers = useAll('customer');
  const tag = useLanguage();
  return useMemo(() => {
    const shown = withArchived ? [...customers] : customers.filter(({ archivedAt }) => !archivedAt);
    return shown.sort((a, b) => a.name.localeCompare(b.name, tag, { numeric: true }));
  }, [customers, withArchived, tag]);
}

/** Every customer's file, by the customer's id. */
export function useCustomerFiles(): ReadonlyMap<string, CustomerFile> {
  const files = useAll('customerFile');
  return useMemo(() => new Map(files.map((file) => [file.customerId, file])), [files]);
}

/** Whom to ask for at a company; empty for private persons and where nobody is named. */
export const contactOf = (file: CustomerFile | undefined): string =>
  `${file?.contactFirstName ?? ''} ${file?.contactLastName ?? ''}`.trim();

/** Whether a customer's name, contact, address or mail address holds each of the words. */
export const matchesQuery = (customer: Customer, file: CustomerFile | undefined, query: string): boolean =>
  matches(`${customer.name} ${contactOf(file)} ${file?.email ?? ''} ${file?.address ?? ''}`, query);
