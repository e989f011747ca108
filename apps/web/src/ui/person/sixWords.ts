import { uiMessages } from '../messages.ts';

const { t } = uiMessages;

/** Returns the words in a text that somebody typed. */
export const wordsIn = (typed: string): string[] => typed.trim().split(/\s+/).filter(Boolean);

/** Returns the rule of a field that takes six words. */
export const sixWords = (typed: string): string | undefined =>
  wordsIn(typed).length === 6 ? undefined : t('sixWordsNeeded');

/** Says what is wrong with six words that were sent, or undefined where the failure is another. */
export function wordsError(failure: unknown): string | undefined {
  const { fault, reason, word } = failure as { fault?: unknown; reason?: unknown; word?: string };
  if (reason === 'word') return t('unknownWord', { word: word ?? '' });
  if (fault === 'too-many-tries') return t('tooManyTries');
  return fault === 'wrong-words' ? t('wrongWords') : undefined;
}
