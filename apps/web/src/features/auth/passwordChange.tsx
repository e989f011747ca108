import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { Form } from '../../ui/form/form.tsx';
import { given, newPassword, rules } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { authMessages } from './messages.ts';
import { NewPasswordInputs } from './newPasswordInputs.tsx';
import { repeated } from './rules.ts';

const formId = 'password-change';
const empty = { current: '', password: '', confirmPassword: '' };
const errors = rules({ current: given, password: newPassword, confirmPassword: repeated });

/** Sets another password for the signed-in person. `onClose` hears whether it was changed. */
export function PasswordChange({ onClose }: { onClose: (changed: boolean) => void }) {
  const t = useMessages(authMessages);
  const email = useSession((session) => session.user?.email ?? '');
  const profile = useSession((session) => session.profile);
  const form = useForm({ stored: empty, errors });

  const change = form.submit(async ({ current, password }) => {
    try {
      await currentSession().account.changePassword(current, password);
      toast.success(t('passwordChanged'));
      onClose(true);
      return true;
    } catch (failure) {
      const text = failureText(failure, t('passwordChangeFailed'));
      const code = failureCode(failure);
      toast.error(code === 'not-verified' || code === 'key-mismatch' ? t('passwordChangeFailed') : text);
      if (code === 'wrong-password' || code === 'WRONG_PASSWORD') form.refuse('current', text);
      return false;
    }
  });

  return (
    <SlideOver
      title={t('changePassword')}
      onClose={() => onClose(false)}
      hasAddress={false}
      form={form}
      footer={
        <>
          <Button variant="default" onClick={() => onClose(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={form.isSaving}>
            {t('changePassword')}
          </Button>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={change}>
        <Stack gap="lg">
          <Text>{t('changeIntro')}</Text>
          {/* Tells password managers whose password it is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...form.field('current')}
          />
          <NewPasswordInputs
            form={form}
            own={[email, profile?.firstName ?? '', profile?.lastName ?? '']}
            isAnother
          />
        </Stack>
      </Form>
    </SlideOver>
  );
}
