import { entityNames } from '@kontor/contract/nouns/entities';
import { expect, it } from 'vitest';
import { recordName, recordTexts } from './recordName.ts';

it('names a record by its noun and title', () => {
  expect(recordName('task', { title: 'Roof' })).toBe('Task “Roof”');
  expect(recordName('member', { firstName: 'Anna', lastName: 'Berg' })).toBe('Member “Anna Berg”');
  expect(recordName('comment', { content: 'x' })).toBe('Comment');
  expect(recordName('invoice', { title: 'x' })).toBe(undefined);
});

it('reads the texts that somebody wrote, formatted or not', () => {
  const content = { type: 'doc', content: [{ type: 'text', text: 'Blue' }] };
  expect(recordTexts('comment', { content, userId: 'ada' })).toEqual(['Blue']);
  expect(recordTexts('absence', { note: ' Dentist ', kind: 'sick', from: '2026-01-05' })).toEqual([
    'Dentist',
  ]);
});

it('has words for every noun', () => {
  const named = entityNames.map((name) => recordName(name, {}));
  expect(named.filter((name) => !name || /^[a-z]/.test(name))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
