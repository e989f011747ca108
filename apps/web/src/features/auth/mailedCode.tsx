import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { CodeInput } from '../../ui/form/codeInput.tsx';
import { TextLink } from '../../ui/nav/link.tsx';
import { authMessages } from './messages.ts';

interface MailedCodeProps {
  /** Text that says what was sent, and what for. */
  intro: string;
  /** Text that says that another one was sent. */
  resent: string;
  label: string;
  /** The button's verb. */
  action: string;
  /** Gets the code once all boxes are full. A rejection empties them. */
  onCode: (code: string) => Promise<void>;
  /** Returns the message for a failure. */
  failureText: (failure: unknown) => string;
  /** Has another code sent. */
  onResend: () => Promise<void>;
  /** Lets the person type another address. */
  onOther: () => void;
  /** Runs when the person gives up. */
  onLeave: () => void;
}

/** Waits for the code from our mail, and can have another one sent. */
export function MailedCode(props: MailedCodeProps) {
  const { intro, resent, label, action, onCode, failureText, onResend, onOther, onLeave } = props;
  const t = useMessages(authMessages);
  usePage(t('checkMail'));
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);

  /** Empties the boxes and puts the focus into the first. */
  const begin = (fault?: string) => {
    setError(fault);
    setCode('');
    setRound((count) => count + 1);
  };

  const enter = async (entered: string) => {
    setBusy(true);
    try {
      await onCode(entered);
    } catch (failure) {
      const fault = failureText(failure);
      toast.error(fault);
      begin(fault);
      setBusy(false);
    }
  };

  const resend = async () => {
    try {
      await onResend();
      toast.success(resent);
      begin();
    } catch (failure) {
      toast.error(failureText(failure));
    }
  };

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void enter(code);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <div>
          <Title order={1} mb="xs">
            {t('checkMail')}
          </Title>
          <Text>{intro}</Text>
        </div>
        <CodeInput
          key={round}
          label={label}
          value={code}
          error={error}
          disabled={busy}
          onChange={(next) => {
            setCode(next);
            if (next) setError(undefined);
          }}
          onComplete={(entered) => void enter(entered)}
        />
        <Button type="submit" loading={busy} disabled={code.length < 6}>
          {action}
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" underline="always" onClick={() => void resend()}>
            {t('resend')}
          </Anchor>
          <Anchor component="button" type="button" underline="always" onClick={onOther}>
            {t('otherEmail')}
          </Anchor>
          <TextLink to="/login" search onClick={onLeave}>
            {t('backToLogin')}
          </TextLink>
        </Group>
      </Stack>
    </form>
  );
}
