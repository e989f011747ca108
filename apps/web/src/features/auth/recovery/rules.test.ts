import { describe, expect, it } from 'vitest';
import { sixWords, wordsError } from '../../../ui/person/sixWords.ts';
import { phraseError, recoveredPassword } from './rules.ts';

describe('a password that is set by recovery', () => {
  it.each([
    ['Short!1', 'Must be at least 8 characters'],
    ['longenough!', 'One capital letter is needed'],
    ['Longenough1', 'One special character is needed'],
    ['Longenough !', undefined],
    ['Über-lang', undefined],
    ['', 'Required'],
  ])('%j', (password, error) => expect(recoveredPassword(password)).toBe(error));
});

it('names the first unknown word, and says what else is wrong with a phrase', () => {
  expect(phraseError({ code: 'invalid-phrase', reason: 'word', word: 'kontor' })).toContain('“kontor”');
  expect(phraseError({ reason: 'count' })).toContain('24 words');
  expect(phraseError({ reason: 'checksum' })).toContain('Invalid recovery phrase');
  expect(phraseError({ code: 'INVALID_PHRASE' })).toContain('the words of another sheet');
  expect(phraseError({ code: 'OFFLINE' })).toBeUndefined();
});

it('takes six words, and says when they are wrong', () => {
  expect(sixWords(' a b  c d e f ')).toBeUndefined();
  expect(sixWords('a b c d e')).toBe('Please type all six words');
  expect(wordsError({ fault: 'wrong-words' })).toMatch(/^Unlock failed/);
  expect(wordsError({ fault: 'too-many-tries' })).toMatch(/three times/);
  expect(wordsError(new Error('x'))).toBeUndefined();
});
