import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText, toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { currentSession } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.tsx';
import { CodeInput } from '../../ui/codeInput.tsx';
import { TextLink } from '../../ui/link.tsx';
import { authMessages } from './messages.ts';
import { codeSettled } from './pending.ts';

/** Waits for the code that our mail brings, and can send another. */
export function CodeForm({ email }: { email: string }) {
  const t = useMessages(authMessages);
  usePage(t('checkMail'));
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const verify = async (entered: string) => {
    setBusy(true);
    try {
      await currentSession().registrations.verify(email, entered);
      codeSettled();
      toast.success(t('verified'));
      await navigate({ to: '/login', search: true });
    } catch (failure) {
      const text = failureText(failure);
      toast.error(text);
      setError(text);
      setCode('');
      setAttempt((count) => count + 1);
      setBusy(false);
    }
  };

  const resend = async () => {
    try {
      await currentSession().registrations.resendCode(email);
      toast.success(t('resent', { email }));
    } catch (failure) {
      toastFailure(failure);
    }
  };

  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{t('checkMail')}</Title>
        <Text>{t('codeSent', { email })}</Text>
      </div>
      <CodeInput
        // A new one after a wrong code, so that the first box has the focus again.
        key={attempt}
        label={t('code')}
        value={code}
        error={error}
        disabled={busy}
        onChange={(next) => {
          setCode(next);
          if (next) setError(undefined);
        }}
        onComplete={(entered) => void verify(entered)}
      />
      <Button loading={busy} disabled={code.length < 6} onClick={() => void verify(code)}>
        {t('verify')}
      </Button>
      <Group justify="space-between">
        <Anchor component="button" type="button" underline="always" onClick={() => void resend()}>
          {t('resend')}
        </Anchor>
        <TextLink to="/login" search onClick={codeSettled}>
          {t('backToLogin')}
        </TextLink>
      </Group>
    </Stack>
  );
}
