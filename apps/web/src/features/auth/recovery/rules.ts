import { newPassword } from '../../../ui/form/rules.ts';
import { recoveryMessages } from './messages.ts';

const { t } = recoveryMessages;

/** Returns the rule for a password that is set by recovery: one capital letter and one special character besides the length. */
export function recoveredPassword(value: string): string | undefined {
  const error = newPassword(value);
  if (error) return error;
  if (!/\p{Lu}/u.test(value)) return t('capital');
  return /[^\p{L}\p{N}\s]/u.test(value) ? undefined : t('special');
}

/** Says what is wrong with a recovery phrase, or undefined where the failure is another. */
export function phraseError(failure: unknown): string | undefined {
  const { code, reason, word } = failure as { code?: unknown; reason?: unknown; word?: string };
  if (reason === 'word') return t('unknownWord', { word: word ?? '' });
  if (reason === 'count') return t('wrongCount');
  if (reason === 'checksum') return t('wrongSum');
  // Another kit's words, or those of somebody else.
  return code === 'INVALID_PHRASE' || code === 'not-verified' ? t('invalidPhrase') : undefined;
}
