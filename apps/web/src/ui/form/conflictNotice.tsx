import { Alert, Button, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import css from './conflictNotice.module.css';
import { ShownText } from './shownText.tsx';

/** One of the texts. */
export interface Side {
  id: string;
  label: string;
  text: ReactNode;
  /** The label of the button that keeps this one. */
  action: string;
  onChoose: () => void;
}

interface ConflictNoticeProps {
  title: string;
  body: string;
  sides: readonly Side[];
}

/** Shows that people (or devices) wrote the same text at once: all that was written is shown, one is chosen. */
export function ConflictNotice({ title, body, sides }: ConflictNoticeProps) {
  const t = useMessages(uiMessages);
  return (
    <Alert className={css.notice!} color="orange" variant="light" title={title} tabIndex={-1} data-conflict>
      <Text size="sm">{body}</Text>
      {sides.map(({ id, label, text, action, onChoose }) => (
        <section key={id} aria-label={label}>
          <ShownText label={label}>{text || t('emptyText')}</ShownText>
          <Button size="xs" variant="default" onClick={onChoose}>
            {action}
          </Button>
        </section>
      ))}
    </Alert>
  );
}
