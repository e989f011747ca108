/** The fields of a member's form: their place in the workspace, and their personnel file. */
import type { TeamMember } from '@kontor/client/team/team';
import { type MemberStatus, type Role, satisfies } from '@kontor/contract/entity/role';
import type { Personnel } from '@kontor/contract/nouns/personnel';
import type { Errors } from '../../ui/form/rules.ts';
import { teamMessages } from './messages.ts';
import { type PersonnelValues, personnelFields } from './personnel/personnelFields.ts';

export interface MemberValues extends PersonnelValues {
  role: Role;
  status: MemberStatus;
  /** The customer to whom a CUSTOMER user belongs; empty for other roles. */
  customerId: string;
}

/** Returns the current values of a member. */
export const memberValues = (
  { role, status, customerId }: TeamMember,
  file: Personnel | undefined,
): MemberValues => ({ ...personnelFields.read(file), role, status, customerId: customerId ?? '' });

/** Tells of a customer's user that their file is there still of when they worked here. */
export const hasLeftOverFile = ({ role }: Pick<TeamMember, 'role'>, file: Personnel | undefined): boolean =>
  role === 'CUSTOMER' && file !== undefined;

/** Returns what keeps a member from being saved, by field. @param isLeftOver see `hasLeftOverFile` */
export const memberErrors = (values: MemberValues, isLeftOver = false): Errors<MemberValues> => ({
  // Other people who do not work here have no file to edit.
  ...((satisfies(values.role, 'EMPLOYEE') || isLeftOver) && personnelFields.errors(values)),
  customerId: values.role === 'CUSTOMER' && !values.customerId ? teamMessages.t('chooseCustomer') : undefined,
});
