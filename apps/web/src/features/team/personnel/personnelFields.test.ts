import {
  confessions,
  employmentTypes,
  healthInsuranceTypes,
  type Personnel,
} from '@kontor/contract/nouns/personnel';
import { describe, expect, it } from 'vitest';
import { personnelMessages } from './messages.ts';
import { personnelFields } from './personnelFields.ts';

const file = { jobTitle: 'Painter', iban: 'DE89370400440532013000', confession: 'other' } as Personnel;

describe('the form of a personnel file', () => {
  it('shows what is stored, the IBAN in fours, and stores it as it was', () => {
    const form = personnelFields.read(file);
    expect(form.iban).toBe('DE89 3704 0044 0532 0130 00');
    const stored = Object.entries(personnelFields.write(form)).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(stored)).toEqual(file);
  });

  it('leaves out what was emptied', () => {
    const form = { ...personnelFields.read(file), jobTitle: '  ', iban: '' };
    expect(personnelFields.write(form)).toMatchObject({
      jobTitle: undefined,
      iban: undefined,
      confession: 'other',
    });
  });
});

it.each([
  ['employment', employmentTypes],
  ['confessions', confessions],
  ['insurance', healthInsuranceTypes],
] as const)('names each of the %s in both languages, differently', (_list, keys) => {
  for (const texts of [personnelMessages.en, personnelMessages.de]) {
    const labels = keys.map((key) => (texts as Record<string, string>)[key]);
    expect(labels.every(Boolean)).toBe(true);
    expect(new Set(labels).size).toBe(keys.length);
  }
});
