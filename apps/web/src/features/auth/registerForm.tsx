import { personFields } from '@kontor/contract/nouns/person';
import type { ServerTerms } from '@kontor/contract/wire/server';
import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { usePage } from '../../platform/page.tsx';
import { language } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { Form } from '../../ui/form/form.tsx';
import { atMost, email as emailRule, newPassword, type Rule, required, rules } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { authMessages } from './messages.ts';
import { NewPasswordInputs } from './newPasswordInputs.tsx';
import { knownEmail } from './pending.ts';
import css from './registerForm.module.css';
import { repeated } from './rules.ts';

const nameTooLong = atMost(personFields.firstName.maxLength);
const nameRule: Rule<string, unknown> = (value) => required(value) ?? nameTooLong(value);
const errors = rules({
  firstName: nameRule,
  lastName: nameRule,
  email: emailRule,
  password: newPassword,
  confirmPassword: repeated,
});

interface RegisterFormProps {
  /** Of somebody who was invited: their address, and what confirms it instead of a code. */
  invited?: { email: string; oneTimePassword: string };
  /** On what terms the server takes people; undefined until it is known. */
  terms?: ServerTerms | undefined;
  /** Gets the address, to which a code goes unless it is confirmed, and the password. */
  onRegistered: (email: string, password: string) => void;
}

/** Shows a new account. */
export function RegisterForm({ invited, terms, onRegistered }: RegisterFormProps) {
  const t = useMessages(authMessages);
  const title = t(invited ? 'setUp' : 'register');
  usePage(title);
  const [stored] = useState(() => ({
    firstName: '',
    lastName: '',
    email: invited?.email ?? knownEmail(),
    password: '',
    confirmPassword: '',
  }));
  const form = useForm({ stored, errors });
  const { firstName, lastName, email, password } = form.values;
  const sentences = [
    ...(terms?.registration === 'invitation' ? [t('byInvitation')] : []),
    ...(terms && terms.billing !== 'none' ? [t('trial')] : []),
  ];
  const intro = invited ? t('setUpIntro', { email }) : sentences.join(' ');
  const sayIncomplete = () => {
    if (Object.values(form.values).some((value) => !value.trim())) toast.error(t('fillForm'));
  };

  const register = form.submit(
    async () => {
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
        return true;
      } catch (failure) {
        const text = failureText(failure, t('registerFailed'));
        toast.error(text);
        if (failureCode(failure) === 'EMAIL_TAKEN') form.refuse('email', text);
        return false;
      }
    },
    { invalid: sayIncomplete },
  );

  return (
    <Form form={form} onSubmit={register}>
      <Stack gap="lg">
        <div>
          <Title order={1} mb="xs">
            {title}
          </Title>
          {intro && <Text c="dimmed">{intro}</Text>}
        </div>
        <div className={css.names}>
          <TextInput
            label={t('firstName')}
            autoComplete="given-name"
            autoFocus
            {...form.field('firstName')}
          />
          <TextInput label={t('lastName')} autoComplete="family-name" {...form.field('lastName')} />
        </div>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          readOnly={invited !== undefined}
          {...form.field('email')}
        />
        <NewPasswordInputs form={form} own={[firstName, lastName, email]} />
        <Text size="xs" c="dimmed">
          {t('blind')}
        </Text>
        <Button type="submit" loading={form.isSaving}>
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
    </Form>
  );
}
