/** The rules of the sign-in and registration forms. Each gives the text of its fault, or null. */
import { emailPattern } from '@kontor/contract/text/email';
import { authMessages } from './messages.ts';

const minPassword = 8;
const maxPassword = 1024;

const { t } = authMessages;

export const required = (value: string): string | null => (value.trim() ? null : t('required'));

export function emailFault(value: string): string | null {
  if (!value.trim()) return t('required');
  return emailPattern.test(value.trim()) ? null : t('invalidEmail');
}

/** Length is counted in characters as people see them, in the form that the key is derived from (NFKC). */
export function passwordFault(value: string): string | null {
  if (!value) return t('required');
  const { length } = [...value.normalize('NFKC')];
  if (length < minPassword) return t('atLeast', { n: minPassword });
  return length > maxPassword ? t('atMost', { n: maxPassword }) : null;
}

export const confirmFault = (value: string, password: string): string | null =>
  passwordFault(value) ?? (value === password ? null : t('passwordsMustMatch'));
