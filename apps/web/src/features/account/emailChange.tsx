import { emailOf } from '@kontor/contract/text/email';
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { CodeInput } from '../../ui/form/codeInput.tsx';
import { Form } from '../../ui/form/form.tsx';
import { email as emailRule, given, type Rule, rules } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';
import { accountMessages } from './messages.ts';

const empty = { email: '', password: '' };

/** Gives the account another address: password and address first, then the code that was mailed there. */
export function EmailChange({ onClose }: { onClose: () => void }) {
  const t = useMessages(accountMessages);
  const [asked, setAsked] = useState(empty);
  const [step, setStep] = useState<'address' | 'code'>('address');
  const onAsked = (next: typeof empty) => {
    setAsked(next);
    setStep('code');
  };
  return (
    <Dialog title={t('changeEmail')} onClose={onClose}>
      {step === 'code' ? (
        <CodeStep asked={asked} onBack={() => setStep('address')} onClose={onClose} />
      ) : (
        <AddressStep typed={asked.email} onAsked={onAsked} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface AddressStepProps {
  /** The address that a code went to before; empty at first. */
  typed: string;
  onAsked: (asked: typeof empty) => void;
  onClose: () => void;
}

function AddressStep({ typed, onAsked, onClose }: AddressStepProps) {
  const t = useMessages(accountMessages);
  const current = useSession((session) => session.user?.email ?? '');
  const isOther: Rule<string, unknown> = (value) =>
    emailRule(value) ?? (emailOf(value) === current ? t('sameEmail') : undefined);
  const [stored] = useState(() => ({ ...empty, email: typed }));
  const form = useForm({ stored, errors: rules({ email: isOther, password: given }) });
  const ask = form.submit(async (values) => {
    try {
      await currentSession().account.requestEmail(values.password, values.email);
      onAsked(values);
      return true;
    } catch (failure) {
      const text = failureText(failure, t('emailFailed'));
      toast.error(text);
      const code = failureCode(failure);
      if (code === 'wrong-password' || code === 'WRONG_PASSWORD') form.refuse('password', text);
      return false;
    }
  });
  return (
    <Form form={form} onSubmit={ask}>
      <Stack gap="md">
        <Text>{t('emailIntro')}</Text>
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={current} readOnly hidden />
        <TextInput
          label={t('newEmail')}
          type="email"
          autoComplete="off"
          // The dialog sees to the first time.
          autoFocus={typed !== ''}
          data-autofocus
          {...form.field('email')}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.field('password')}
        />
        <DialogFoot onClose={onClose}>
          <Button type="submit" loading={form.isSaving}>
            {t('mailCode')}
          </Button>
        </DialogFoot>
      </Stack>
    </Form>
  );
}

interface CodeStepProps {
  asked: typeof empty;
  onBack: () => void;
  onClose: () => void;
}

function CodeStep({ asked: { email, password }, onBack, onClose }: CodeStepProps) {
  const t = useMessages(accountMessages);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [round, setRound] = useState(0);
  const enter = async (entered: string) => {
    setIsBusy(true);
    try {
      await currentSession().account.changeEmail(password, email, entered);
      toast.success(t('emailChanged', { email: email.trim() }));
      onClose();
    } catch (failure) {
      const text = failureText(failure, t('emailFailed'));
      toast.error(text);
      setError(text);
      setCode('');
      // Other boxes, of which the first has the focus: these were disabled and have lost it.
      setRound((count) => count + 1);
      setIsBusy(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void enter(code);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{t('emailCodeSent', { email: email.trim() })}</Text>
        <CodeInput
          key={round}
          label={t('code')}
          value={code}
          error={error}
          disabled={isBusy}
          onChange={(next) => {
            setCode(next);
            if (next) setError(undefined);
          }}
          onComplete={(entered) => void enter(entered)}
        />
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={onBack} disabled={isBusy}>
            {t('otherEmail')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={code.length < 6}>
            {t('changeEmail')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
