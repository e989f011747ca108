import { expect, it } from 'vitest';
import { adderOf, writerOf } from './writer.ts';

it('names who signed, and not whom the document names', () => {
  const forged = { createdBy: 'ada', authorId: 'ben', version: 1 };
  expect([writerOf(forged), adderOf(forged)]).toEqual(['ben', 'ben']);
  expect(adderOf({ ...forged, version: 2 })).toBeUndefined();
  expect(adderOf({ ...forged, authorId: 'ada', version: 2 })).toBe('ada');
  // Not sent yet: it is this person's own.
  expect(writerOf({ createdBy: 'ada' })).toBe('ada');
});
