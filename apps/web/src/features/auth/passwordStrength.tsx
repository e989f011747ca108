import { Text } from '@mantine/core';
import { useDeferredValue, useEffect, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { authMessages } from './messages.ts';
import css from './passwordStrength.module.css';
import { passwordStrength, type Strength } from './strength.ts';

interface PasswordStrengthProps {
  password: string;
  /** Words that are easy to guess for this person. */
  own: string[];
  /** Tells how to find a strong one. */
  hint: string;
}

/** Shows how strong a password is, in words and as a bar of four parts. */
export function PasswordStrength({ password, own, hint }: PasswordStrengthProps) {
  const t = useMessages(authMessages);
  const [score, setScore] = useState<Strength>();
  const deferred = useDeferredValue(password);
  const ownKey = own.join('\n');
  useEffect(() => {
    let stale = false;
    const show = (value?: Strength) => {
      if (!stale) setScore(value);
    };
    if (deferred) passwordStrength(deferred, ownKey.split('\n')).then(show, () => show());
    else show();
    return () => {
      stale = true;
    };
  }, [deferred, ownKey]);
  const shown = password ? score : undefined;
  return (
    <div className={css.root}>
      {shown !== undefined && (
        <div className={css.bar} data-score={shown} aria-hidden>
          <span />
          <span />
          <span />
          <span />
        </div>
      )}
      {/* It is there before its text: what comes along with one is often not read out. */}
      <Text size="xs" role="status">
        {shown !== undefined && t('strength', { word: t(`strength${shown}`) })}
      </Text>
      {(shown === undefined || shown < 3) && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  );
}
