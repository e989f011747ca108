import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { language } from '../../platform/locale.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { currentSession } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.tsx';
import { TextLink } from '../../ui/link.tsx';
import { authMessages } from './messages.ts';
import { PasswordStrength } from './password-strength.tsx';
import css from './register-form.module.css';
import { confirmFault, emailFault, passwordFault, required } from './rules.ts';

/** A new account; `onRegistered` gets the address that the code goes to. */
export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const t = useMessages(authMessages);
  usePage(t('register'));
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
    validate: {
      firstName: required,
      lastName: required,
      email: emailFault,
      password: passwordFault,
      confirmPassword: (value, { password }) => confirmFault(value, password),
    },
    validateInputOnBlur: true,
  });
  const { firstName, lastName, email, password } = form.values;

  const submit = form.onSubmit(
    async ({ confirmPassword: _, ...person }) => {
      setBusy(true);
      const address = person.email.trim();
      try {
        await currentSession().register({ ...person, email: address, language: language() });
        onRegistered(address);
      } catch (failure) {
        const text = failureText(failure, t('registerFailed'));
        toast.error(text);
        if (failureCode(failure) === 'EMAIL_TAKEN') {
          form.setFieldError('email', text);
          form.getInputNode('email')?.focus();
        }
        setBusy(false);
      }
    },
    (faults) => form.getInputNode(Object.keys(faults)[0] as 'email')?.focus(),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <div>
          <Title order={1}>{t('register')}</Title>
          <Text c="dimmed">{t('trial')}</Text>
        </div>
        <div className={css.names}>
          <TextInput
            label={t('firstName')}
            autoComplete="given-name"
            maxLength={100}
            autoFocus
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t('lastName')}
            autoComplete="family-name"
            maxLength={100}
            {...form.getInputProps('lastName')}
          />
        </div>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          {...form.getInputProps('email')}
        />
        <Stack gap="xs">
          <PasswordInput
            label={t('password')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...form.getInputProps('password')}
          />
          <PasswordStrength password={password} own={[firstName, lastName, email]} />
        </Stack>
        <PasswordInput
          label={t('confirmPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('confirmPassword')}
        />
        <Text size="xs" c="dimmed">
          {t('blind')}
        </Text>
        <Button type="submit" loading={busy}>
          {t('createAccount')}
        </Button>
        <Text>
          {t('haveAccount')} <TextLink to="/login">{t('login')}</TextLink>
        </Text>
      </Stack>
    </form>
  );
}
