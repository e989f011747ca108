import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../platform/failures/failures.ts';
import { language } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { Form } from '../../ui/form/form.tsx';
import { email as emailRule, rules } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { cancellationMessages } from './messages.ts';

const errors = rules({ email: emailRule });

interface RequestFormProps {
  /** The address that was asked for before. */
  email: string;
  onSent: (email: string) => void;
}

/** Asks for the address that links are mailed to. */
export function CancellationRequestForm({ email: before, onSent }: RequestFormProps) {
  const t = useMessages(cancellationMessages);
  const [stored] = useState({ email: before });
  const form = useForm({ stored, errors });
  const send = form.submit(async (values) => {
    const email = values.email.trim();
    try {
      await currentSession().cancellations.request(email, language());
      onSent(email);
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
          label={t('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoFocus
          {...form.field('email')}
        />
        <Button type="submit" loading={form.isSaving}>
          {t('send')}
        </Button>
      </Stack>
    </Form>
  );
}

/** Says where the links went, if there were any. */
export function LinkSent({ email, onOther }: { email: string; onOther: () => void }) {
  const t = useMessages(cancellationMessages);
  return (
    <Stack gap="lg" align="flex-start">
      <div role="status">
        <Title order={1} mb="xs">
          {t('sent')}
        </Title>
        <Text>{t('sentBody', { email })}</Text>
      </div>
      <Button variant="default" onClick={onOther}>
        {t('otherEmail')}
      </Button>
    </Stack>
  );
}
