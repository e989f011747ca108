import { PasswordInput, Stack } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import type { FormPart } from '../../ui/form/useForm.ts';
import { authMessages } from './messages.ts';
import { PasswordStrength } from './passwordStrength.tsx';

interface NewPasswordInputsProps {
  form: FormPart<{ password: string; confirmPassword: string }>;
  /** Words that are easy to guess for this person. */
  own: string[];
  /** Set for somebody who had another one before. */
  isAnother?: boolean;
  /** Says what is asked of it and how to find a strong one, where that is more than length. */
  words?: { rule: string; hint: string };
  autoFocus?: boolean;
}

/** Shows a new password, how strong it is, and its repetition. */
export function NewPasswordInputs({ form, own, isAnother, words, autoFocus }: NewPasswordInputsProps) {
  const t = useMessages(authMessages);
  const shown = {
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('showPassword') },
  };
  return (
    <>
      <Stack gap="xs">
        <PasswordInput
          label={t(isAnother ? 'newPassword' : 'password')}
          description={words?.rule ?? t('passwordRule')}
          autoFocus={autoFocus}
          {...shown}
          {...form.field('password')}
        />
        <PasswordStrength password={form.values.password} own={own} hint={words?.hint ?? t('strengthHint')} />
      </Stack>
      <PasswordInput
        label={t(isAnother ? 'repeatNewPassword' : 'confirmPassword')}
        {...shown}
        {...form.field('confirmPassword')}
      />
    </>
  );
}
