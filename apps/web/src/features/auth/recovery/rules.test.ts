import { describe, expect, it } from 'vitest';
import { sixWordsFault, wordsFault } from '../../../ui/person/sixWords.ts';
import { newPasswordFault, phraseFault } from './rules.ts';

describe('a password that is set by recovery', () => {
  it.each([
    ['Short!1', 'Must be at least 8 characters'],
    ['longenough!', 'One capital letter is needed'],
    ['Longenough1', 'One special character is needed'],
    ['Longenough !', null],
    ['Über-lang', null],
    ['', 'Required'],
  ])('%j', (password, fault) => expect(newPasswordFault(password)).toBe(fault));
});

it('names the first unknown word, and says what else is wrong with a phrase', () => {
  expect(phraseFault({ code: 'invalid-phrase', reason: 'word', word: 'kontor' })).toContain('“kontor”');
  expect(phraseFault({ reason: 'count' })).toContain('24 words');
  expect(phraseFault({ reason: 'checksum' })).toContain('Invalid recovery phrase');
  expect(phraseFault({ code: 'INVALID_PHRASE' })).toContain('the words of another sheet');
  expect(phraseFault({ code: 'OFFLINE' })).toBeUndefined();
});

it('takes six words, and says when they are wrong', () => {
  expect(sixWordsFault(' a b  c d e f ')).toBeNull();
  expect(sixWordsFault('a b c d e')).toBe('Please type all six words');
  expect(wordsFault({ fault: 'wrong-words' })).toMatch(/^Unlock failed/);
  expect(wordsFault({ fault: 'too-many-tries' })).toMatch(/three times/);
  expect(wordsFault(new Error('x'))).toBeUndefined();
});
