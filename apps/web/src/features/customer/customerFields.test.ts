import { describe, expect, it } from 'vitest';
import { formMessages } from '../../ui/form/messages.ts';
import {
  type CustomerValues,
  customerErrors,
  customerFields,
  customerFileFields,
  customerValues,
  nameIn,
  newCustomer,
  newCustomerErrors,
} from './customerFields.ts';

const company: CustomerValues = { ...customerValues(), companyName: ' Alder AG ' };
const person: CustomerValues = { ...company, type: 'PRIVATE', firstName: 'Ida', lastName: 'Birke' };

describe('what is wrong', () => {
  it('is a missing name, of whichever type', () => {
    expect(customerErrors({ ...company, companyName: '  ' })).toEqual({ companyName: 'Required' });
    expect(customerErrors({ ...person, firstName: ' ', lastName: '' })).toEqual({ lastName: 'Required' });
    expect(customerErrors({ ...person, firstName: '' })).toEqual({});
    expect(customerErrors({ ...company, companyName: 'x'.repeat(201) })).toEqual({
      companyName: 'At most 200 characters',
    });
  });

  it.each(['alder', 'javascript:alert(1)', 'ftp://alder.example', 'http://', 'https:// '])(
    'is the website %s',
    (website) =>
      expect(customerErrors({ ...company, website })).toEqual({
        website: formMessages.t('invalidUrl'),
      }),
  );

  it.each([
    'http://alder.example',
    'https://alder.example/kontakt',
    ' HTTPS://alder.example ',
    'alder.example',
  ])('is not the website %s', (website) => expect(customerErrors({ ...company, website })).toEqual({}));

  it('is an address that is none, and a number that is too long', () => {
    expect(customerErrors({ ...company, email: 'post@' })).toEqual({ email: 'Invalid email' });
    expect(customerErrors({ ...company, email: 'post@alder.example' })).toEqual({});
    expect(customerErrors({ ...company, phone: '1'.repeat(51) })).toEqual({
      phone: 'At most 50 characters',
    });
  });
});

it('asks for an address where somebody is to be invited', () => {
  const invited = { ...newCustomer, ...company, invite: true };
  expect(newCustomerErrors(invited)).toEqual({ email: 'Required' });
  expect(newCustomerErrors({ ...invited, email: 'post@' })).toEqual({ email: 'Invalid email' });
  expect(newCustomerErrors({ ...invited, email: 'post@alder.example' })).toEqual({});
});

describe('what is kept', () => {
  it('is a name from the fields of the type', () => {
    expect(nameIn(company)).toBe('Alder AG');
    expect(nameIn(person)).toBe('Ida Birke');
    expect(nameIn({ ...person, firstName: '' })).toBe('Birke');
  });

  it('has nothing of the other type in it', () => {
    const both = { ...person, contactFirstName: 'Otto', taxId: ' DE 1 ' };
    expect(customerFileFields(both)).toMatchObject({
      firstName: 'Ida',
      contactFirstName: undefined,
      taxId: 'DE 1',
    });
    expect(customerFileFields({ ...both, type: 'COMPANY' })).toMatchObject({
      firstName: undefined,
      contactFirstName: 'Otto',
      email: undefined,
    });
  });

  it('keeps the day of archiving, and forgets it with the mark', () => {
    expect(customerFields({ ...company, archived: true }, 5).archivedAt).toBe(5);
    expect(customerFields({ ...company, archived: false }, 5).archivedAt).toBeUndefined();
  });
});
