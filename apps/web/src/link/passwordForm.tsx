import { maxPassword } from '@kontor/contract/text/lengths';
import { Button, PasswordInput, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../platform/text/messages.ts';
import css from './link.module.css';
import { linkPageMessages } from './messages.ts';
import type { VisitFailure } from './useVisit.ts';

interface PasswordFormProps {
  isOpening: boolean;
  failure: VisitFailure | undefined;
  onPassword: (password: string) => void;
}

/** Asks for the password of a link. */
export function PasswordForm({ isOpening, failure, onPassword }: PasswordFormProps) {
  const t = useMessages(linkPageMessages);
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password && !isOpening) onPassword(password);
  };
  return (
    <form onSubmit={submit} className={css.form}>
      <Title order={1}>{t('lockedTitle')}</Title>
      <Text mb="md">{t('locked')}</Text>
      <PasswordInput
        label={t('password')}
        value={password}
        maxLength={maxPassword}
        autoComplete="off"
        data-autofocus
        autoFocus
        error={failure && t(failure)}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" mt="md" loading={isOpening} disabled={!password}>
        {t('open')}
      </Button>
    </form>
  );
}
