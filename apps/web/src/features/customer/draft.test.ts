import { describe, expect, it } from 'vitest';
import {
  type CustomerDraft,
  customerFields,
  customerProblems,
  draftOf,
  fileFields,
  nameIn,
} from './draft.ts';

const company: CustomerDraft = { ...draftOf(undefined, undefined), companyName: ' Alder AG ' };
const person: CustomerDraft = { ...company, type: 'PRIVATE', firstName: 'Ida', lastName: 'Birke' };

describe('what is wrong', () => {
  it('is a missing name, of whichever type', () => {
    expect(customerProblems({ ...company, companyName: '  ' })).toEqual({ companyName: 'Required' });
    expect(customerProblems({ ...person, firstName: ' ', lastName: '' })).toEqual({ lastName: 'Required' });
    expect(customerProblems({ ...person, firstName: '' })).toEqual({});
    expect(customerProblems({ ...company, companyName: 'x'.repeat(201) })).toEqual({
      companyName: 'At most 200 characters',
    });
  });

  it.each(['alder.example', 'javascript:alert(1)', 'ftp://alder.example', 'http://', 'https:// '])(
    'is the website %s',
    (website) =>
      expect(customerProblems({ ...company, website })).toEqual({
        website: 'Must start with http:// or https://',
      }),
  );

  it.each(['http://alder.example', 'https://alder.example/kontakt', ' HTTPS://alder.example '])(
    'is not the website %s',
    (website) => expect(customerProblems({ ...company, website })).toEqual({}),
  );

  it('is an address that is none, and none where somebody is to be invited', () => {
    expect(customerProblems({ ...company, email: 'post@' })).toEqual({ email: 'Invalid email' });
    expect(customerProblems({ ...company, invite: true })).toEqual({ email: 'Required' });
    expect(customerProblems({ ...company, invite: true, email: 'post@alder.example' })).toEqual({});
    expect(customerProblems({ ...company, phone: '1'.repeat(51) })).toEqual({
      phone: 'At most 50 characters',
    });
  });
});

describe('what is kept', () => {
  it('is a name from the fields of the type', () => {
    expect(nameIn(company)).toBe('Alder AG');
    expect(nameIn(person)).toBe('Ida Birke');
    expect(nameIn({ ...person, firstName: '' })).toBe('Birke');
  });

  it('has nothing of the other type in it', () => {
    const both = { ...person, contactFirstName: 'Otto', taxId: ' DE 1 ' };
    expect(fileFields(both)).toMatchObject({ firstName: 'Ida', contactFirstName: undefined, taxId: 'DE 1' });
    expect(fileFields({ ...both, type: 'COMPANY' })).toMatchObject({
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
