import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { authMessages } from '../../features/auth/messages.ts';
import { awaitCode, knownEmail } from '../../features/auth/pending.ts';
import { emailFault, required } from '../../features/auth/rules.ts';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { setLanguage } from '../../platform/locale.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { currentSession } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.tsx';
import { TextLink } from '../../ui/link.tsx';

/** Sign-in. The guard of this page sends on whoever has signed in. */
export function Login() {
  const t = useMessages(authMessages);
  usePage(t('login'));
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [unverified, setUnverified] = useState(false);
  const form = useForm({
    initialValues: { email: knownEmail(), password: '' },
    validate: { email: emailFault, password: required },
    validateInputOnBlur: ['email'],
  });

  const submit = form.onSubmit(
    async ({ email, password }) => {
      setBusy(true);
      setUnverified(false);
      const session = currentSession();
      try {
        await session.signIn(email.trim(), password);
        setLanguage(session.user?.language);
      } catch (failure) {
        const text = failureText(failure, t('loginFailed'));
        toast.error(text);
        form.setFieldError('password', text);
        setUnverified(['NotVerified', 'NOT_VERIFIED'].includes(failureCode(failure) ?? ''));
        setBusy(false);
      }
    },
    (faults) => form.getInputNode(Object.keys(faults)[0] as 'email')?.focus(),
  );

  const toCode = () => {
    awaitCode(form.values.email.trim());
    void navigate({ to: '/register' });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Title order={1}>{t('login')}</Title>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus={!knownEmail()}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          autoFocus={Boolean(knownEmail())}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('password')}
        />
        {unverified && (
          <Button variant="default" onClick={toCode}>
            {t('enterCode')}
          </Button>
        )}
        <Button type="submit" loading={busy}>
          {t('login')}
        </Button>
        <Text>
          {t('noAccount')} <TextLink to="/register">{t('tryFree')}</TextLink>
        </Text>
      </Stack>
    </form>
  );
}
