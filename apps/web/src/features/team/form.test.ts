import type { TeamMember } from '@kontor/client/team/team';
import {
  confessions,
  employmentTypes,
  healthInsuranceTypes,
  type Personnel,
} from '@kontor/contract/personnel';
import { describe, expect, it } from 'vitest';
import { faultsOf, formOf, personnelOf } from './form.ts';
import { teamMessages } from './messages.ts';

const member = { role: 'EMPLOYEE', status: 'ACTIVE', customerId: null } as TeamMember;
const file = { jobTitle: 'Painter', iban: 'DE89370400440532013000', confession: 'other' } as Personnel;

describe('the form of a personnel file', () => {
  it('shows what is stored, the IBAN in fours, and stores it as it was', () => {
    const form = formOf(member, file);
    expect(form.iban).toBe('DE89 3704 0044 0532 0130 00');
    const stored = Object.entries(personnelOf(form)).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(stored)).toEqual(file);
  });

  it('leaves out what was emptied', () => {
    const form = { ...formOf(member, file), jobTitle: '  ', iban: '' };
    expect(personnelOf(form)).toMatchObject({ jobTitle: undefined, iban: undefined, confession: 'other' });
  });

  it('asks for the customer of a customer user', () => {
    const form = { ...formOf(member, undefined), role: 'CUSTOMER' } as const;
    expect(faultsOf(form)).toHaveProperty('customerId');
    expect(faultsOf({ ...form, customerId: 'some' })).toEqual({});
  });

  it('says when an IBAN does not add up, and not when there is none', () => {
    const form = formOf(member, undefined);
    expect(faultsOf(form)).toEqual({});
    expect(faultsOf({ ...form, iban: 'DE89 3704 0044 0532 0130 01' })).toHaveProperty('iban');
    expect(faultsOf({ ...form, iban: 'de89 3704 0044 0532 0130 00' })).toEqual({});
  });
});

it.each([
  ['employment', employmentTypes],
  ['confessions', confessions],
  ['insurance', healthInsuranceTypes],
] as const)('names each of the %s in both languages, differently', (_list, keys) => {
  for (const texts of [teamMessages.en, teamMessages.de]) {
    const labels = keys.map((key) => (texts as Record<string, string>)[key]);
    expect(labels.every(Boolean)).toBe(true);
    expect(new Set(labels).size).toBe(keys.length);
  }
});
