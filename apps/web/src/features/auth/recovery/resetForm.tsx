import type { Recovery, RecoveryCode } from '@kontor/contract/wire/recovery';
import { Button, PasswordInput, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureCode, failureText } from '../../../platform/failures/failures.ts';
import { usePage } from '../../../platform/page.tsx';
import { useMessages } from '../../../platform/text/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { useFields } from '../../../ui/form/fields.ts';
import { TextLink } from '../../../ui/nav/link.tsx';
import { authMessages } from '../messages.ts';
import { PasswordStrength } from '../passwordStrength.tsx';
import { confirmFault } from '../rules.ts';
import { recoveryMessages } from './messages.ts';
import { awaitRecovery } from './pending.ts';
import { newPasswordFault } from './rules.ts';
import { WhatFollows } from './whatFollows.tsx';

interface ResetFormProps {
  email: string;
  code: RecoveryCode;
  facts: Recovery;
  /** The code is worn out or too old. */
  onInvalid: () => void;
}

/** Another password, and what follows from it. */
export function ResetForm({ email, code, facts, onInvalid }: ResetFormProps) {
  const t = useMessages(recoveryMessages);
  const a = useMessages(authMessages);
  usePage(t('title'));
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { values, field, submit } = useFields({ password: '', confirmPassword: '' }, (form) => ({
    password: newPasswordFault(form.password),
    confirmPassword: confirmFault(form.confirmPassword, form.password),
  }));

  const reset = async ({ password }: typeof values) => {
    setBusy(true);
    try {
      await currentSession().recovery.reset(code, facts, { email, password });
      awaitRecovery(undefined);
      toast.success(t(facts.workspaces.length > 0 ? 'done' : 'doneOpen'));
      await navigate({ to: '/login', search: true });
    } catch (failure) {
      setBusy(false);
      if (failureCode(failure) === 'INVALID_CODE') {
        toast.error(t('invalidCode'));
        onInvalid();
      } else toast.error(failureText(failure, t('failed')));
    }
  };

  const shown = { visibilityToggleButtonProps: { 'aria-label': a('showPassword') } };
  return (
    <form onSubmit={submit((form) => void reset(form))} noValidate>
      <Stack gap="lg">
        <Title order={1}>{t('title')}</Title>
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Stack gap="xs">
          <PasswordInput
            label={a('newPassword')}
            description={t('rule')}
            autoComplete="new-password"
            autoFocus
            {...shown}
            {...field('password')}
          />
          <PasswordStrength password={values.password} own={[email]} />
        </Stack>
        <PasswordInput
          label={a('repeatNewPassword')}
          autoComplete="new-password"
          {...shown}
          {...field('confirmPassword')}
        />
        <WhatFollows facts={facts} />
        <Button type="submit" loading={busy}>
          {t('understood')}
        </Button>
        <TextLink to="/login" search>
          {a('backToLogin')}
        </TextLink>
      </Stack>
    </form>
  );
}
