import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { authMessages } from '../../features/auth/messages.ts';
import { expectEmail, knownEmail, setPendingEmail } from '../../features/auth/pending.ts';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { usePage } from '../../platform/page.tsx';
import { setLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useServerTerms } from '../../platform/workspace/serverTerms.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { Form } from '../../ui/form/form.tsx';
import { email as emailRule, given, rules } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { TextLink } from '../../ui/nav/link.tsx';

// Few who sign in are invited and new.
const OneTimePassword = lazyPart(
  async () => (await import('../../features/auth/oneTimePassword.tsx')).OneTimePassword,
);
const RegisterForm = lazyPart(
  async () => (await import('../../features/auth/registerForm.tsx')).RegisterForm,
);

const FormerNotice = lazyPart(
  async () => (await import('../../features/auth/recovery/formerNotice.tsx')).FormerNotice,
);

const errors = rules({ email: emailRule, password: given });

interface LoginProps {
  /** Is called with each input. */
  onBegin: () => void;
  /** Is called when the password is sent: its key takes a while to derive, in a worker. */
  onSend: () => void;
}

/** Shows the sign-in. The guard of this page sends on whoever has signed in. */
export function Login({ onBegin, onSend }: LoginProps) {
  const t = useMessages(authMessages);
  const terms = useServerTerms();
  const former = useSession((session) => session.former);
  const navigate = useNavigate();
  const [unverified, setUnverified] = useState(false);
  const [invited, setInvited] = useState<{ email: string; oneTimePassword?: string }>();
  usePage(t(invited ? 'checkMail' : 'login'));
  const [stored] = useState(() => ({ email: knownEmail(), password: '' }));
  const form = useForm({ stored, errors });
  const { values } = form;

  const signIn = async ({ email, password }: typeof values) => {
    setUnverified(false);
    const session = currentSession();
    onSend();
    try {
      await session.signIn(email.trim(), password);
      setLanguage(session.user?.language);
      return true;
    } catch (failure) {
      if (failureCode(failure) === 'CheckMail') {
        toast.info(failureText(failure));
        setInvited({ email: email.trim() });
        return false;
      }
      const text = failureText(failure, t('loginFailed'));
      toast.error(text);
      form.refuse('password', text);
      setUnverified(failureCode(failure) === 'NotVerified');
      return false;
    }
  };

  if (invited?.oneTimePassword) {
    const { email, oneTimePassword } = invited;
    return (
      <Suspense>
        <RegisterForm
          invited={{ email, oneTimePassword }}
          onRegistered={(address, password) => {
            setInvited(undefined);
            void signIn({ email: address, password });
          }}
        />
      </Suspense>
    );
  }
  if (invited)
    return (
      <Suspense>
        <OneTimePassword
          email={invited.email}
          onRight={(oneTimePassword) => setInvited({ ...invited, oneTimePassword })}
          onBack={() => setInvited(undefined)}
        />
      </Suspense>
    );

  // What was typed is not typed again on the page that follows.
  const take = () => {
    if (values.email.trim()) expectEmail(values.email.trim());
  };
  const toCode = () => {
    setPendingEmail(values.email.trim());
    void navigate({ to: '/register', search: true });
  };

  return (
    <Form form={form} onSubmit={form.submit(signIn)} onInput={onBegin}>
      <Stack gap="lg">
        <Title order={1}>{t('login')}</Title>
        {former && (
          <Suspense>
            <FormerNotice />
          </Suspense>
        )}
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus={!knownEmail()}
          {...form.field('email')}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          autoFocus={Boolean(knownEmail())}
          onInput={() => {
            // With its first letter: whose password it is stands above.
            if (!values.password && !emailRule(values.email))
              currentSession().prepare({ signsIn: true, email: values.email });
          }}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.field('password')}
        />
        {unverified && (
          <Button variant="default" onClick={toCode}>
            {t('enterCode')}
          </Button>
        )}
        <Button type="submit" loading={form.isSaving}>
          {t('login')}
        </Button>
        <TextLink to="/recovery" search onClick={take}>
          {t('forgot')}
        </TextLink>
        {terms && terms.registration !== 'closed' && (
          <Text>
            {t('noAccount')}{' '}
            <TextLink to="/register" search onClick={take}>
              {t(terms.billing === 'none' ? 'toRegister' : 'tryFree')}
            </TextLink>
          </Text>
        )}
      </Stack>
    </Form>
  );
}
