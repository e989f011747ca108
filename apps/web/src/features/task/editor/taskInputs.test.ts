import { expect, it } from 'vitest';
import type { NamedPerson } from '../../../ui/person/people.tsx';
import { taskWords } from './taskInputs.tsx';

it('calls nobody by a name, and somebody unknown by a question mark', () => {
  const { leadId } = taskWords(new Map([['ben', { id: 'ben', name: 'Ben' } as NamedPerson]])).show;
  expect(['', 'ben', 'cleo'].map(leadId)).toEqual(['', 'Ben', '?']);
});
