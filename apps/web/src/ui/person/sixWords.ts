import { uiMessages } from '../messages.ts';

const { t } = uiMessages;

/** The words in a text that somebody typed. */
export const wordsIn = (typed: string): string[] => typed.trim().split(/\s+/).filter(Boolean);

/** Of a field that takes six words. */
export const sixWordsFault = (typed: string): string | null =>
  wordsIn(typed).length === 6 ? null : t('sixWordsFault');

/** What is wrong with six words that were typed, or undefined where the failure is another. */
export function wordsFault(failure: unknown): string | undefined {
  const { fault, reason, word } = failure as { fault?: unknown; reason?: unknown; word?: string };
  if (reason === 'word') return t('unknownWord', { word: word ?? '' });
  if (fault === 'too-many-tries') return t('tooManyTries');
  return fault === 'wrong-words' ? t('wrongWords') : undefined;
}
