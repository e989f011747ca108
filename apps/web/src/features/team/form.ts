/** What the form of a member holds, and what is wrong with it. */
import type { TeamMember } from '@kontor/client/team/team';
import { compactIban, isIban, printedIban } from '@kontor/contract/iban';
import { type Personnel, personnel as personnelEntity } from '@kontor/contract/personnel';
import type { MemberStatus, Role } from '@kontor/contract/role';
import { teamMessages } from './messages.ts';

export type PersonnelField = keyof typeof personnelEntity.sealed;
export const personnelFields = Object.keys(personnelEntity.sealed) as PersonnelField[];

/** As typed; what is empty is left out of the record. */
export type PersonnelForm = { [K in PersonnelField]: string };

export interface TeamForm extends PersonnelForm {
  role: Role;
  status: MemberStatus;
  /** Whose user a CUSTOMER is; empty for the others. */
  customerId: string;
}

/** A file that nobody has begun. */
export const emptyPersonnel = Object.fromEntries(personnelFields.map((name) => [name, ''])) as PersonnelForm;

/** The form for a file, the IBAN as people read it. */
export const personnelFormOf = (file: Personnel): PersonnelForm => ({
  ...(Object.fromEntries(personnelFields.map((name) => [name, file[name] ?? ''])) as PersonnelForm),
  iban: printedIban(file.iban ?? ''),
});

/** The form for a member as they stand. */
export const formOf = ({ role, status, customerId }: TeamMember, file: Personnel | undefined): TeamForm => ({
  ...(file ? personnelFormOf(file) : emptyPersonnel),
  role,
  status,
  customerId: customerId ?? '',
});

/** The record behind the form; undefined for what is empty. */
export function personnelOf(form: PersonnelForm): { [K in PersonnelField]: string | undefined } {
  const texts = personnelFields.map((name) => [name, form[name].trim() || undefined]);
  const file = Object.fromEntries(texts) as { [K in PersonnelField]: string | undefined };
  return { ...file, iban: file.iban && compactIban(file.iban) };
}

/** What is wrong with a bank account. */
export const ibanFault = ({ iban }: PersonnelForm): { iban?: string } =>
  iban.trim() && !isIban(iban) ? { iban: teamMessages.t('invalidIban') } : {};

/** What keeps the form from being saved, by field. */
export const faultsOf = (form: TeamForm): { iban?: string; customerId?: string } => ({
  ...ibanFault(form),
  ...(form.role === 'CUSTOMER' && !form.customerId && { customerId: teamMessages.t('chooseCustomer') }),
});
