import type { TeamMember } from '@kontor/client/team/team';
import { expect, it } from 'vitest';
import { memberErrors, memberValues } from './memberFields.ts';

const values = memberValues(
  { role: 'EMPLOYEE', status: 'ACTIVE', customerId: null } as TeamMember,
  undefined,
);

it('asks for the customer of a customer user', () => {
  const guest = { ...values, role: 'CUSTOMER' } as const;
  expect(memberErrors(guest).customerId).toBeDefined();
  const wrong = { ...guest, customerId: 'some', iban: 'DE89 3704 0044 0532 0130 01' };
  expect(memberErrors(wrong)).toEqual({});
  // The file of when they worked here can be edited still.
  expect(memberErrors(wrong, true).iban).toBeDefined();
});

it('says when an IBAN does not add up, and not when there is none', () => {
  expect(memberErrors(values)).toEqual({});
  expect(memberErrors({ ...values, iban: 'DE89 3704 0044 0532 0130 01' }).iban).toBeDefined();
  expect(memberErrors({ ...values, iban: 'de89 3704 0044 0532 0130 00' })).toEqual({});
});
