import { Alert, Button, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import css from './conflictNotice.module.css';

/** One of the two texts. */
export interface Side {
  label: string;
  text: ReactNode;
  /** What the button says that keeps this one. */
  action: string;
  onChoose: () => void;
}

/** Two people (or two devices) wrote the same text at once: both are shown, one is chosen. */
export function ConflictNotice({ sides }: { sides: readonly [Side, Side] }) {
  const t = useMessages(uiMessages);
  return (
    <Alert color="orange" variant="light" title={t('conflictTitle')} mt="xs">
      <Text size="sm">{t('conflictBody')}</Text>
      {sides.map(({ label, text, action, onChoose }) => (
        <section key={label} className={css.side} aria-label={label}>
          <h4>{label}</h4>
          <div className={css.text}>{text || t('emptyText')}</div>
          <Button size="xs" variant="default" onClick={onChoose}>
            {action}
          </Button>
        </section>
      ))}
    </Alert>
  );
}
