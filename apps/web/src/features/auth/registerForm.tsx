import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { usePage } from '../../platform/page.tsx';
import { language } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { useFields } from '../../ui/form/fields.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { authMessages } from './messages.ts';
import { PasswordStrength } from './passwordStrength.tsx';
import { knownEmail } from './pending.ts';
import css from './registerForm.module.css';
import { confirmFault, emailFault, passwordFault, required } from './rules.ts';

interface RegisterFormProps {
  /** Of somebody who was invited: their address, and what confirms it instead of a code. */
  invited?: { email: string; oneTimePassword: string };
  /** Gets the address, to which a code goes unless it is confirmed, and the password. */
  onRegistered: (email: string, password: string) => void;
}

/** A new account. */
export function RegisterForm({ invited, onRegistered }: RegisterFormProps) {
  const t = useMessages(authMessages);
  const title = t(invited ? 'setUp' : 'register');
  usePage(title);
  const [busy, setBusy] = useState(false);
  const { values, field, fail, submit } = useFields(
    { firstName: '', lastName: '', email: invited?.email ?? knownEmail(), password: '', confirmPassword: '' },
    (form) => ({
      firstName: required(form.firstName),
      lastName: required(form.lastName),
      email: emailFault(form.email),
      password: passwordFault(form.password),
      confirmPassword: confirmFault(form.confirmPassword, form.password),
    }),
  );
  const { firstName, lastName, email, password } = values;
  const sayIncomplete = () => {
    if (Object.values(values).some((value) => !value.trim())) toast.error(t('fillForm'));
  };

  const register = async () => {
    setBusy(true);
    const address = email.trim();
    try {
      const registration = {
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        email: address,
        password,
        language: language(),
      };
      if (invited) await currentSession().registrations.setUp(registration, invited.oneTimePassword);
      else await currentSession().registrations.register(registration);
      onRegistered(address, password);
    } catch (failure) {
      const text = failureText(failure, t('registerFailed'));
      toast.error(text);
      if (failureCode(failure) === 'EMAIL_TAKEN') fail('email', text);
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit(() => void register(), sayIncomplete)} noValidate>
      <Stack gap="lg">
        <div>
          <Title order={1} mb="xs">
            {title}
          </Title>
          <Text c="dimmed">{invited ? t('setUpIntro', { email }) : t('trial')}</Text>
        </div>
        <div className={css.names}>
          <TextInput
            label={t('firstName')}
            autoComplete="given-name"
            maxLength={100}
            autoFocus
            {...field('firstName')}
          />
          <TextInput
            label={t('lastName')}
            autoComplete="family-name"
            maxLength={100}
            {...field('lastName')}
          />
        </div>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          readOnly={invited !== undefined}
          {...field('email')}
        />
        <Stack gap="xs">
          <PasswordInput
            label={t('password')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...field('password')}
          />
          <PasswordStrength password={password} own={[firstName, lastName, email]} />
        </Stack>
        <PasswordInput
          label={t('confirmPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...field('confirmPassword')}
        />
        <Text size="xs" c="dimmed">
          {t('blind')}
        </Text>
        <Button type="submit" loading={busy}>
          {t('createAccount')}
        </Button>
        {!invited && (
          <Text>
            {t('haveAccount')}{' '}
            <TextLink to="/login" search>
              {t('login')}
            </TextLink>
          </Text>
        )}
      </Stack>
    </form>
  );
}
