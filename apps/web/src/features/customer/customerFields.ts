/** The fields of a customer's form, what is wrong with them, and what they come to in the two records. */
import {
  type Customer,
  type CustomerFile,
  type CustomerType,
  customer as customerEntity,
  customerFile as fileEntity,
} from '@kontor/contract/nouns/customer';
import { entityFields } from '../../ui/form/entityFields.ts';
import { atMost, type Errors, required } from '../../ui/form/rules.ts';

const ofFile = entityFields(fileEntity, [
  'firstName',
  'lastName',
  'contactFirstName',
  'contactLastName',
  'email',
  'phone',
  'website',
  'taxId',
  'address',
]);
type FileValues = ReturnType<typeof ofFile.read>;
type FileField = keyof FileValues;

export interface CustomerValues extends FileValues {
  type: CustomerType;
  companyName: string;
  archived: boolean;
}

/** Returns the values of a customer, or of a new one. */
export const customerValues = (customer?: Customer, file?: CustomerFile): CustomerValues => ({
  ...ofFile.read(file),
  type: customer?.type ?? 'COMPANY',
  companyName: customer?.type === 'COMPANY' ? customer.name : '',
  archived: Boolean(customer?.archivedAt),
});

/** Returns the name by which everybody knows the customer. */
export const nameIn = ({ type, companyName, firstName, lastName }: CustomerValues): string =>
  (type === 'COMPANY' ? companyName : `${firstName.trim()} ${lastName}`).trim();

/** Tells whether a field is one that a type of customer has; the other type's are not kept. */
const belongs = (field: FileField, type: CustomerType): boolean => {
  if (field === 'firstName' || field === 'lastName') return type === 'PRIVATE';
  return !field.startsWith('contact') || type === 'COMPANY';
};

/** Returns the form as the fields of the customer's own record. */
export const customerFields = (values: CustomerValues, archivedAt?: number) => ({
  name: nameIn(values),
  type: values.type,
  archivedAt: values.archived ? (archivedAt ?? Date.now()) : undefined,
});

const keptIn = (values: CustomerValues): CustomerValues => ({
  ...values,
  ...Object.fromEntries(ofFile.names.filter((name) => !belongs(name, values.type)).map((name) => [name, ''])),
});

/** Returns the form as the fields of the file; an empty one is undefined. */
export const customerFileFields = (values: CustomerValues) => ofFile.write(keptIn(values));

const nameTooLong = atMost(customerEntity.sealed.name.maxLength);

export function customerErrors(values: CustomerValues): Errors<CustomerValues> {
  const name = nameIn(values);
  const errors = ofFile.errors(keptIn(values));
  const nameField = values.type === 'COMPANY' ? 'companyName' : 'lastName';
  return { ...errors, [nameField]: required(name) ?? nameTooLong(name) ?? errors.lastName };
}

/** Of a new one. */
export interface NewCustomerValues extends CustomerValues {
  /** Chosen when it is first sent: whoever sends it twice makes one customer. */
  id: string;
  /** Makes an invitation for the address. */
  invite: boolean;
}

export const newCustomer: NewCustomerValues = { ...customerValues(), id: '', invite: false };

export function newCustomerErrors(values: NewCustomerValues): Errors<NewCustomerValues> {
  const errors = customerErrors(values);
  return { ...errors, email: errors.email ?? (values.invite ? required(values.email) : undefined) };
}
