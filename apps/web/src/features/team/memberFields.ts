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
  /** Whose user a CUSTOMER is; empty for the others. */
  customerId: string;
}

/** The values of a member as they stand. */
export const memberValues = (
  { role, status, customerId }: TeamMember,
  file: Personnel | undefined,
): MemberValues => ({ ...personnelFields.read(file), role, status, customerId: customerId ?? '' });

export const memberErrors = (values: MemberValues): Errors<MemberValues> => ({
  // Who does not work here has no file to mend.
  ...(satisfies(values.role, 'EMPLOYEE') && personnelFields.errors(values)),
  customerId: values.role === 'CUSTOMER' && !values.customerId ? teamMessages.t('chooseCustomer') : undefined,
});
