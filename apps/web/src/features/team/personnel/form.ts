/** What the form of a personnel file holds, and what is wrong with it. */

import { type Personnel, personnel as personnelEntity } from '@kontor/contract/nouns/personnel';
import { compactIban, isIban, printedIban } from '@kontor/contract/text/iban';
import { personnelMessages } from './messages.ts';

export type PersonnelField = keyof typeof personnelEntity.sealed;
const personnelFields = Object.keys(personnelEntity.sealed) as PersonnelField[];

/** As typed; what is empty is left out of the record. */
export type PersonnelForm = { [K in PersonnelField]: string };

/** A file that nobody has begun. */
export const emptyPersonnel = Object.fromEntries(personnelFields.map((name) => [name, ''])) as PersonnelForm;

/** The form for a file, the IBAN as people read it. */
export const personnelFormOf = (file: Personnel): PersonnelForm => ({
  ...(Object.fromEntries(personnelFields.map((name) => [name, file[name] ?? ''])) as PersonnelForm),
  iban: printedIban(file.iban ?? ''),
});

/** The record behind the form; undefined for what is empty. */
export function personnelOf(form: PersonnelForm): { [K in PersonnelField]: string | undefined } {
  const texts = personnelFields.map((name) => [name, form[name].trim() || undefined]);
  const file = Object.fromEntries(texts) as { [K in PersonnelField]: string | undefined };
  return { ...file, iban: file.iban && compactIban(file.iban) };
}

/** What is wrong with a bank account. */
export const ibanFault = ({ iban }: PersonnelForm): { iban?: string } =>
  iban.trim() && !isIban(iban) ? { iban: personnelMessages.t('invalidIban') } : {};
