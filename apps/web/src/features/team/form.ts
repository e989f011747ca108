/** What the form of a member holds, and what is wrong with it. */
import type { TeamMember } from '@kontor/client/team/team';
import type { MemberStatus, Role } from '@kontor/contract/entity/role';
import type { Personnel } from '@kontor/contract/nouns/personnel';
import { teamMessages } from './messages.ts';
import { emptyPersonnel, ibanFault, type PersonnelForm, personnelFormOf } from './personnel/form.ts';

export interface TeamForm extends PersonnelForm {
  role: Role;
  status: MemberStatus;
  /** Whose user a CUSTOMER is; empty for the others. */
  customerId: string;
}

/** The form for a member as they stand. */
export const formOf = ({ role, status, customerId }: TeamMember, file: Personnel | undefined): TeamForm => ({
  ...(file ? personnelFormOf(file) : emptyPersonnel),
  role,
  status,
  customerId: customerId ?? '',
});

/** What keeps the form from being saved, by field. */
export const faultsOf = (form: TeamForm): { iban?: string; customerId?: string } => ({
  ...ibanFault(form),
  ...(form.role === 'CUSTOMER' && !form.customerId && { customerId: teamMessages.t('chooseCustomer') }),
});
