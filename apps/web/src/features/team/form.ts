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

/** The form for a member as they stand. */
export function formOf({ role, status, customerId }: TeamMember, file: Personnel | undefined): TeamForm {
  const texts = personnelFields.map((name) => [name, file?.[name] ?? '']);
  const form = {
    ...(Object.fromEntries(texts) as PersonnelForm),
    role,
    status,
    customerId: customerId ?? '',
  };
  return { ...form, iban: printedIban(form.iban) };
}

/** The record behind the form; undefined for what is empty. */
export function personnelOf(form: PersonnelForm): { [K in PersonnelField]: string | undefined } {
  const texts = personnelFields.map((name) => [name, form[name].trim() || undefined]);
  const file = Object.fromEntries(texts) as { [K in PersonnelField]: string | undefined };
  return { ...file, iban: file.iban && compactIban(file.iban) };
}

/** What keeps the form from being saved, by field. */
export function faultsOf({ iban, role, customerId }: TeamForm): { iban?: string; customerId?: string } {
  const { t } = teamMessages;
  return {
    ...(iban.trim() && !isIban(iban) && { iban: t('invalidIban') }),
    ...(role === 'CUSTOMER' && !customerId && { customerId: t('chooseCustomer') }),
  };
}
