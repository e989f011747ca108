/** The rules of passwords. */
import { newPassword } from '../../ui/form/rules.ts';
import { authMessages } from './messages.ts';

export const repeated = (value: string, { password }: { password: string }): string | undefined =>
  newPassword(value) ?? (value === password ? undefined : authMessages.t('passwordsMustMatch'));
