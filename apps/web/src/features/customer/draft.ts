/** What the form of a customer holds, what is wrong with it, and what it comes to in the two records. */
import {
  type Customer,
  type CustomerFile,
  type CustomerType,
  customer as customerEntity,
  customerFile as fileEntity,
} from '@kontor/contract/nouns/customer';
import { emailPattern } from '@kontor/contract/text/email';
import { customerMessages } from './messages.ts';

export interface CustomerDraft {
  type: CustomerType;
  companyName: string;
  firstName: string;
  lastName: string;
  contactFirstName: string;
  contactLastName: string;
  email: string;
  phone: string;
  website: string;
  taxId: string;
  address: string;
  archived: boolean;
  /** Only of a new one: makes an invitation for the address. */
  invite: boolean;
}

const fileKeys = [
  'firstName',
  'lastName',
  'contactFirstName',
  'contactLastName',
  'email',
  'phone',
  'website',
  'taxId',
  'address',
] as const;
type FileKey = (typeof fileKeys)[number];

/** A form for a customer, or for a new one. */
export function draftOf(customer: Customer | undefined, file: CustomerFile | undefined): CustomerDraft {
  const ofFile = Object.fromEntries(fileKeys.map((key) => [key, file?.[key] ?? '']));
  return {
    ...(ofFile as Record<FileKey, string>),
    type: customer?.type ?? 'COMPANY',
    companyName: customer?.type === 'COMPANY' ? customer.name : '',
    archived: Boolean(customer?.archivedAt),
    invite: false,
  };
}

/** The name by which everybody knows the customer. */
export const nameIn = ({ type, companyName, firstName, lastName }: CustomerDraft): string =>
  (type === 'COMPANY' ? companyName : `${firstName.trim()} ${lastName}`).trim();

/** Fields that a type of customer has; the other type's are not kept. */
const belongs = (key: FileKey, type: CustomerType): boolean => {
  if (key === 'firstName' || key === 'lastName') return type === 'PRIVATE';
  return !key.startsWith('contact') || type === 'COMPANY';
};

/** The form as the fields of the customer's own record. */
export const customerFields = (draft: CustomerDraft, archivedAt?: number) => ({
  name: nameIn(draft),
  type: draft.type,
  archivedAt: draft.archived ? (archivedAt ?? Date.now()) : undefined,
});

/** The form as the fields of the file; an empty one is undefined. */
export const fileFields = (draft: CustomerDraft): { [K in FileKey]: string | undefined } =>
  Object.fromEntries(
    fileKeys.map((key) => [key, (belongs(key, draft.type) && draft[key].trim()) || undefined]),
  ) as { [K in FileKey]: string | undefined };

export type CustomerProblems = Partial<Record<FileKey | 'companyName', string>>;

const isWebsite = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

/** What keeps the form from being saved, by field. */
export function customerProblems(draft: CustomerDraft): CustomerProblems {
  const { t } = customerMessages;
  const problems: CustomerProblems = {};
  const values = fileFields(draft);
  for (const key of fileKeys) {
    const max = fileEntity.sealed[key].maxLength;
    if ((values[key]?.length ?? 0) > max) problems[key] = t('tooLong', { max });
  }
  const nameField = draft.type === 'COMPANY' ? 'companyName' : 'lastName';
  const max = customerEntity.sealed.name.maxLength;
  if (!nameIn(draft)) problems[nameField] = t('required');
  else if (nameIn(draft).length > max) problems[nameField] ??= t('tooLong', { max });
  if (values.email ? !emailPattern.test(values.email) : draft.invite)
    problems.email = t(values.email ? 'invalidEmail' : 'required');
  if (values.website && !isWebsite(values.website)) problems.website ??= t('invalidWebsite');
  return problems;
}
