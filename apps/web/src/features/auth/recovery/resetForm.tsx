import type { Recovery, RecoveryCode } from '@kontor/contract/wire/recovery';
import { Button, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { failureCode, failureText } from '../../../platform/failures/failures.ts';
import { usePage } from '../../../platform/page.tsx';
import { useMessages } from '../../../platform/text/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { Form } from '../../../ui/form/form.tsx';
import { rules } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { TextLink } from '../../../ui/nav/link.tsx';
import { authMessages } from '../messages.ts';
import { NewPasswordInputs } from '../newPasswordInputs.tsx';
import { repeated } from '../rules.ts';
import { recoveryMessages } from './messages.ts';
import { setPendingRecovery } from './pending.ts';
import { ResetConsequences } from './resetConsequences.tsx';
import { recoveredPassword } from './rules.ts';

const empty = { password: '', confirmPassword: '' };
const errors = rules({ password: recoveredPassword, confirmPassword: repeated });

interface ResetFormProps {
  email: string;
  code: RecoveryCode;
  facts: Recovery;
  /** The code is used up or expired. */
  onInvalid: () => void;
}

/** Asks for a new password, and says what follows from it. */
export function ResetForm({ email, code, facts, onInvalid }: ResetFormProps) {
  const t = useMessages(recoveryMessages);
  const a = useMessages(authMessages);
  usePage(t('title'));
  const navigate = useNavigate();
  const form = useForm({ stored: empty, errors });
  /** True when no answer came to the last attempt: the server may have used up the code and stored the password. */
  const isUnsure = useRef(false);

  const reset = form.submit(async ({ password }) => {
    try {
      await currentSession().recovery.reset(code, facts, { email, password });
      setPendingRecovery(undefined);
      toast.success(t(facts.workspaces.length > 0 ? 'done' : 'doneOpen'));
      await navigate({ to: '/login', search: true });
      return true;
    } catch (failure) {
      const code = failureCode(failure);
      if (code === 'INVALID_CODE' && isUnsure.current) {
        setPendingRecovery(undefined);
        toast.info(t('maybeDone'));
        await navigate({ to: '/login', search: true });
      } else if (code === 'INVALID_CODE') {
        toast.error(t('invalidCode'));
        onInvalid();
      } else toast.error(failureText(failure, t('failed')));
      isUnsure.current ||= code === 'OFFLINE';
      return false;
    }
  });

  return (
    <Form form={form} onSubmit={reset}>
      <Stack gap="lg">
        <Title order={1}>{t('title')}</Title>
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordInputs
          form={form}
          own={[email]}
          isAnother
          words={{ rule: t('rule'), hint: t('strengthHint') }}
          autoFocus
        />
        <ResetConsequences facts={facts} />
        <Button type="submit" loading={form.isSaving}>
          {t('understood')}
        </Button>
        <TextLink to="/login" search>
          {a('backToLogin')}
        </TextLink>
      </Stack>
    </Form>
  );
}
