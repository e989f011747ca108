import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { failureCode, failureText, toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useSession } from '../../platform/workspace/session.ts';
import { useFields } from '../../ui/form/fields.ts';
import { kitMessages } from './messages.ts';

interface KitPasswordProps {
  /** What the sheet is for, or what follows. */
  intro: string;
  /** Rejects where the words cannot be had. */
  onPassword: (password: string) => Promise<void>;
  /** The way out. */
  children: ReactNode;
}

/** Asks for the password before the words show: they are as good as the password, and worth as much to a passer-by. */
export function KitPassword({ intro, onPassword, children }: KitPasswordProps) {
  const t = useMessages(kitMessages);
  const email = useSession((session) => session.user?.email ?? '');
  const [busy, setBusy] = useState(false);
  const { field, fail, submit } = useFields({ password: '' }, ({ password }) => ({
    password: password ? null : t('required'),
  }));

  const open = async (password: string) => {
    setBusy(true);
    try {
      await onPassword(password);
    } catch (failure) {
      setBusy(false);
      const code = failureCode(failure);
      if (code === 'wrong-password' || code === 'WRONG_PASSWORD') {
        const text = failureText(failure);
        toast.error(text);
        fail('password', text);
      } else if (code === 'not-verified') toast.error(t('damaged'));
      else toastFailure(failure, t('makeFailed'));
    }
  };

  return (
    <form onSubmit={submit(({ password }) => void open(password))} noValidate>
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
          {...field('password')}
        />
        <Group justify="space-between">
          {children}
          <Button type="submit" loading={busy}>
            {t('showSheet')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
