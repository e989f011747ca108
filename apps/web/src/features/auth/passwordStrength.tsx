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
    if (deferred)
      void passwordStrength(deferred, ownKey.split('\n')).then((value) => {
        if (!stale) setScore(value);
      });
    return () => {
      stale = true;
    };
  }, [deferred, ownKey]);
  if (!password || score === undefined)
    return (
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    );
  return (
    <div className={css.root}>
      <div className={css.bar} data-score={score} aria-hidden>
        <span />
        <span />
        <span />
        <span />
      </div>
      <Text size="xs" role="status">
        {t('strength', { word: t(`strength${score}`) })}
      </Text>
      {score < 3 && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  );
}
