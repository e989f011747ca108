import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../platform/failures/failures.ts';
import { usePage } from '../../../platform/page.tsx';
import { useMessages } from '../../../platform/text/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { useFields } from '../../../ui/form/fields.ts';
import { TextLink } from '../../../ui/nav/link.tsx';
import { authMessages } from '../messages.ts';
import { expectEmail, knownEmail } from '../pending.ts';
import { emailFault } from '../rules.ts';
import { recoveryMessages } from './messages.ts';
import type { PendingRecovery } from './pending.ts';

/** Asks for the address. Says nothing about whether somebody has it. */
export function RequestForm({ onSent }: { onSent: (sent: PendingRecovery) => void }) {
  const t = useMessages(recoveryMessages);
  const a = useMessages(authMessages);
  usePage(t('title'));
  const [busy, setBusy] = useState(false);
  const { field, fail, submit } = useFields({ email: knownEmail() }, ({ email }) => ({
    email: emailFault(email),
  }));

  const send = async (email: string) => {
    setBusy(true);
    try {
      const state = await currentSession().recovery.request(email);
      // The sign-in page that follows offers it.
      expectEmail(email);
      onSent({ email, state });
    } catch (failure) {
      const text = failureText(failure, t('failed'));
      toast.error(text);
      fail('email', text);
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit(({ email }) => void send(email.trim()))} noValidate>
      <Stack gap="lg">
        <div>
          <Title order={1} mb="xs">
            {t('title')}
          </Title>
          <Text>{t('intro')}</Text>
        </div>
        <TextInput
          label={a('email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          {...field('email')}
        />
        <Button type="submit" loading={busy}>
          {t('sendCode')}
        </Button>
        <TextLink to="/login" search>
          {a('backToLogin')}
        </TextLink>
      </Stack>
    </form>
  );
}
