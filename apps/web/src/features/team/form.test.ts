import type { TeamMember } from '@kontor/client/team/team';
import { expect, it } from 'vitest';
import { faultsOf, formOf } from './form.ts';

const form = formOf({ role: 'EMPLOYEE', status: 'ACTIVE', customerId: null } as TeamMember, undefined);

it('asks for the customer of a customer user', () => {
  const guest = { ...form, role: 'CUSTOMER' } as const;
  expect(faultsOf(guest)).toHaveProperty('customerId');
  expect(faultsOf({ ...guest, customerId: 'some' })).toEqual({});
});

it('says when an IBAN does not add up, and not when there is none', () => {
  expect(faultsOf(form)).toEqual({});
  expect(faultsOf({ ...form, iban: 'DE89 3704 0044 0532 0130 01' })).toHaveProperty('iban');
  expect(faultsOf({ ...form, iban: 'de89 3704 0044 0532 0130 00' })).toEqual({});
});
