/** The rules of passwords. */
import { maxPassword, minPassword } from '@kontor/contract/text/lengths';
import { formMessages } from '../../ui/form/messages.ts';
import { authMessages } from './messages.ts';

const { t } = formMessages;

/**
 * Validates a new password: length is counted in characters as people see them, in the form that the key is
 * derived from (NFKC).
 */
export function newPassword(value: string): string | undefined {
  if (!value) return t('required');
  const { length } = [...value.normalize('NFKC')];
  if (length < minPassword) return t('atLeast', { n: minPassword });
  return length > maxPassword ? t('atMost', { n: maxPassword }) : undefined;
}

export const repeated = (value: string, { password }: { password: string }): string | undefined =>
  newPassword(value) ?? (value === password ? undefined : authMessages.t('passwordsMustMatch'));
