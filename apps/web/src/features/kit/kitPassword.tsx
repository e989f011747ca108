import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureCode, failureText, toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useSession } from '../../platform/workspace/session.ts';
import { Form } from '../../ui/form/form.tsx';
import { formMessages } from '../../ui/form/messages.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { kitMessages } from './messages.ts';

const empty = { password: '' };
const errors = ({ password }: typeof empty) => ({
  password: password ? undefined : formMessages.t('required'),
});

interface KitPasswordProps {
  /** Text that says what the sheet is for, or what follows. */
  intro: string;
  /** Rejects if the words cannot be obtained. */
  onPassword: (password: string) => Promise<void>;
  /** Content that lets the person leave without giving the password. */
  children: ReactNode;
}

/** Asks for the password before the words show: they are as good as the password, and worth as much to a passer-by. */
export function KitPassword({ intro, onPassword, children }: KitPasswordProps) {
  const t = useMessages(kitMessages);
  const email = useSession((session) => session.user?.email ?? '');
  const form = useForm({ stored: empty, errors });

  const open = form.submit(async ({ password }) => {
    try {
      await onPassword(password);
      return true;
    } catch (failure) {
      const code = failureCode(failure);
      if (code === 'wrong-password' || code === 'WRONG_PASSWORD') {
        const text = failureText(failure);
        toast.error(text);
        form.refuse('password', text);
      } else if (code === 'not-verified') toast.error(t('damaged'));
      else toastFailure(failure, t('makeFailed'));
      return false;
    }
  });

  return (
    <Form form={form} onSubmit={open}>
      <Stack gap="lg" maw={480}>
        <div>
          <Title order={1} mb="xs">
            {t('title')}
          </Title>
          <Text>{intro}</Text>
        </div>
        {/* Tells password managers whose password is asked for. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={t('password')}
          description={t('passwordHint')}
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.field('password')}
        />
        <Group justify="space-between">
          {children}
          <Button type="submit" loading={form.isSaving}>
            {t('showSheet')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
