import type { Recovery, RecoveryCode } from '@kontor/contract/recovery';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { failureCode, failureText, toastFailure } from '../../../platform/failures/failures.ts';
import { useMessages } from '../../../platform/messages.ts';
import { usePage } from '../../../platform/page.tsx';
import { currentSession } from '../../../platform/session.ts';
import { toast } from '../../../platform/toasts.tsx';
import { CodeInput } from '../../../ui/codeInput.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { recoveryMessages } from './messages.ts';
import { awaitRecovery, type PendingRecovery } from './pending.ts';

interface CodeStepProps {
  sent: PendingRecovery;
  onSent: (sent: PendingRecovery) => void;
  onRight: (code: RecoveryCode, facts: Recovery) => void;
}

/** Waits for the code that our mail brings. */
export function CodeStep({ sent, onSent, onRight }: CodeStepProps) {
  const t = useMessages(recoveryMessages);
  usePage(t('sentTitle'));
  const { email, state } = sent;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const check = async (entered: string) => {
    setBusy(true);
    const given = { state, code: entered };
    try {
      onRight(given, await currentSession().recovery.check(given));
    } catch (failure) {
      const isWrong = failureCode(failure) === 'INVALID_CODE';
      const text = isWrong ? t('invalidCode') : failureText(failure, t('failed'));
      toast.error(text);
      setError(text);
      setCode('');
      setAttempt((count) => count + 1);
      setBusy(false);
    }
  };

  const resend = async () => {
    try {
      onSent({ email, state: await currentSession().recovery.request(email) });
      toast.success(t('resent', { email }));
    } catch (failure) {
      toastFailure(failure, t('failed'));
    }
  };

  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{t('sentTitle')}</Title>
        <Text>{t('sent', { email })}</Text>
      </div>
      <CodeInput
        key={attempt}
        label={t('code')}
        value={code}
        error={error}
        disabled={busy}
        onChange={(next) => {
          setCode(next);
          if (next) setError(undefined);
        }}
        onComplete={(entered) => void check(entered)}
      />
      <Button loading={busy} disabled={code.length < 6} onClick={() => void check(code)}>
        {t('next')}
      </Button>
      <Group justify="space-between">
        <Anchor component="button" type="button" underline="always" onClick={() => void resend()}>
          {t('resend')}
        </Anchor>
        <TextLink to="/login" onClick={() => awaitRecovery(undefined)}>
          {t('backToLogin')}
        </TextLink>
      </Group>
    </Stack>
  );
}
