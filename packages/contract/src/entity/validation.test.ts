import { expect, it } from 'vitest';
import { entity } from './entity.ts';
import { day, email, iban, oneOf, text, website } from './field.ts';
import { structural } from './ref.ts';
import { validationErrors } from './validation.ts';

const errand = entity('errand', {
  scopes: ['project'],
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  refs: { startsOn: structural(day()).optional() },
  sealed: {
    title: text(),
    status: oneOf(['TODO', 'DONE']),
    email: email().optional(),
    iban: iban().optional(),
    website: website().optional(),
  },
});

it('names what is wrong with a draft', () => {
  expect(validationErrors(errand, { title: ' ', status: 'TODO' })).toEqual({ title: 'required' });
  expect(validationErrors(errand, { status: 'TODO' })).toEqual({ title: 'required' });
  expect(validationErrors(errand, { title: 'x'.repeat(501) })).toEqual({ title: 'too-long' });
  expect(validationErrors(errand, { title: 'x', status: 'GONE' })).toEqual({ status: 'invalid' });
  expect(validationErrors(errand, { title: 'x', startsOn: 'today' })).toEqual({ startsOn: 'invalid' });
});

it.each([
  ['email', 'ada@kontor.example', 'ada@kontor'],
  ['iban', 'DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 01'],
  ['website', 'https://kontor.example', 'kontor.example'],
  ['website', 'HTTP://kontor.example/a?b', 'javascript:alert(1)'],
])('holds %s to its format: %s, not %s', (name, right, wrong) => {
  expect(validationErrors(errand, { title: 'x', [name]: right })).toEqual({});
  expect(validationErrors(errand, { title: 'x', [name]: wrong })).toEqual({ [name]: 'invalid' });
  expect(validationErrors(errand, { title: 'x', [name]: '' })).toEqual({});
});
