import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../platform/failures/failures.ts';
import { usePage } from '../../../platform/page.tsx';
import { useMessages } from '../../../platform/text/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { Form } from '../../../ui/form/form.tsx';
import { email as emailRule, rules } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { TextLink } from '../../../ui/nav/link.tsx';
import { authMessages } from '../messages.ts';
import { expectEmail, knownEmail } from '../pending.ts';
import { recoveryMessages } from './messages.ts';
import type { PendingRecovery } from './pending.ts';

const errors = rules({ email: emailRule });

/** Asks for the address. Says nothing about whether somebody has it. */
export function RecoveryRequestForm({ onSent }: { onSent: (sent: PendingRecovery) => void }) {
  const t = useMessages(recoveryMessages);
  const a = useMessages(authMessages);
  usePage(t('title'));
  const [stored] = useState(() => ({ email: knownEmail() }));
  const form = useForm({ stored, errors });

  const send = form.submit(async (values) => {
    const email = values.email.trim();
    try {
      const state = await currentSession().recovery.request(email);
      // The sign-in page that follows offers it.
      expectEmail(email);
      onSent({ email, state });
      return true;
    } catch (failure) {
      const text = failureText(failure, t('failed'));
      toast.error(text);
      form.refuse('email', text);
      return false;
    }
  });

  return (
    <Form form={form} onSubmit={send}>
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
          {...form.field('email')}
        />
        <Button type="submit" loading={form.isSaving}>
          {t('sendCode')}
        </Button>
        <TextLink to="/login" search>
          {a('backToLogin')}
        </TextLink>
      </Stack>
    </Form>
  );
}
