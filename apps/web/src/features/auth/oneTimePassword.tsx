import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { useFields } from '../../ui/form/fields.ts';
import { authMessages } from './messages.ts';
import { required } from './rules.ts';

interface OneTimePasswordProps {
  email: string;
  onRight: (oneTimePassword: string) => void;
  onBack: () => void;
}

/** For somebody who was invited and has no account yet: the password from our mail opens the next page, nothing else. */
export function OneTimePassword({ email, onRight, onBack }: OneTimePasswordProps) {
  const t = useMessages(authMessages);
  const [busy, setBusy] = useState(false);
  const { field, fail, submit } = useFields({ oneTimePassword: '' }, (form) => ({
    oneTimePassword: required(form.oneTimePassword),
  }));
  const check = async (oneTimePassword: string) => {
    setBusy(true);
    try {
      await currentSession().registrations.checkOneTimePassword(email, oneTimePassword);
      onRight(oneTimePassword);
    } catch (failure) {
      const isWrong = failureCode(failure) === 'INVALID_CODE';
      const said = isWrong ? t('wrongOneTimePassword') : failureText(failure);
      toast.error(said);
      fail('oneTimePassword', said);
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={submit(({ oneTimePassword }) => void check(oneTimePassword))}>
      <Stack gap="lg">
        <div>
          <Title order={1} mb="xs">
            {t('checkMail')}
          </Title>
          <Text>{t('oneTimeSent', { email })}</Text>
        </div>
        <TextInput
          label={t('oneTimePassword')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...field('oneTimePassword')}
        />
        <Button type="submit" loading={busy}>
          {t('next')}
        </Button>
        <Button variant="subtle" color="gray.9" onClick={onBack}>
          {t('backToLogin')}
        </Button>
      </Stack>
    </form>
  );
}
