/** The least role of a page, by its route's name. A page that is not named here is for those who work here. */
import type { Role } from '@kontor/contract/role';

const roleOf: readonly (readonly [prefix: string, role: Role])[] = [
  ['workspace-dashboard', 'CUSTOMER'],
  ['workspace-customers-customer-documents', 'EMPLOYEE'],
  ['workspace-customers', 'ADMIN'],
  ['workspace-settings', 'ADMIN'],
];

/** The least role that a route needs; the first prefix that fits counts. */
export const routeRole = (name: string | undefined): Role =>
  roleOf.find(([prefix]) => name === prefix || name?.startsWith(`${prefix}-`))?.[1] ?? 'EMPLOYEE';
