import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { useFields } from '../../ui/form/fields.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { authMessages } from './messages.ts';
import { PasswordStrength } from './passwordStrength.tsx';
import { confirmFault, passwordFault } from './rules.ts';

const formId = 'password-change';

/** Another password for the signed-in person. `onClose` hears whether it was changed. */
export function PasswordChange({ onClose }: { onClose: (changed: boolean) => void }) {
  const t = useMessages(authMessages);
  const email = useSession((session) => session.user?.email ?? '');
  const profile = useSession((session) => session.profile);
  const [busy, setBusy] = useState(false);
  const { values, field, fail, submit } = useFields(
    { current: '', password: '', confirmPassword: '' },
    (form) => ({
      current: form.current ? null : t('required'),
      password: passwordFault(form.password),
      confirmPassword: confirmFault(form.confirmPassword, form.password),
    }),
  );

  const change = async ({ current, password }: typeof values) => {
    setBusy(true);
    try {
      await currentSession().account.changePassword(current, password);
      toast.success(t('passwordChanged'));
      onClose(true);
    } catch (failure) {
      const text = failureText(failure, t('passwordChangeFailed'));
      const code = failureCode(failure);
      toast.error(code === 'not-verified' || code === 'key-mismatch' ? t('passwordChangeFailed') : text);
      if (code === 'wrong-password' || code === 'WRONG_PASSWORD') fail('current', text);
      setBusy(false);
    }
  };

  const shown = { visibilityToggleButtonProps: { 'aria-label': t('showPassword') } };
  return (
    <SlideOver
      title={t('changePassword')}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button variant="default" onClick={() => onClose(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            {t('changePassword')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit((form) => void change(form))} noValidate>
        <Stack gap="lg">
          <Text>{t('changeIntro')}</Text>
          {/* Tells password managers whose password it is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            data-autofocus
            {...shown}
            {...field('current')}
          />
          <Stack gap="xs">
            <PasswordInput
              label={t('newPassword')}
              autoComplete="new-password"
              {...shown}
              {...field('password')}
            />
            <PasswordStrength
              password={values.password}
              own={[email, profile?.firstName ?? '', profile?.lastName ?? '']}
            />
          </Stack>
          <PasswordInput
            label={t('repeatNewPassword')}
            autoComplete="new-password"
            {...shown}
            {...field('confirmPassword')}
          />
        </Stack>
      </form>
    </SlideOver>
  );
}
