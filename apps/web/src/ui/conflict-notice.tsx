import { Alert, Button, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import type { ReactNode } from 'react';
import { useMessages } from '../platform/messages.ts';
import css from './conflict-notice.module.css';
import { uiMessages } from './messages.ts';

interface ConflictNoticeProps {
  mine: ReactNode;
  theirs: ReactNode;
  /** Who wrote the other text. */
  by?: string | undefined;
  onMine: () => void;
  onTheirs: () => void;
}

/** Two people wrote the same text at once: both are shown, one is chosen. */
export function ConflictNotice({ mine, theirs, by, onMine, onTheirs }: ConflictNoticeProps) {
  const t = useMessages(uiMessages);
  return (
    <Alert color="orange" variant="light" title={t('conflictTitle')} mt="xs">
      <Text size="sm">{t('conflictBody')}</Text>
      <dl className={css.texts}>
        <dt>{t('mine')}</dt>
        <dd>{mine || t('emptyText')}</dd>
        <dt>{by ? t('theirsBy', { name: by }) : t('theirs')}</dt>
        <dd>{theirs || t('emptyText')}</dd>
      </dl>
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={onMine}>
          {t('keepMine')}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {t('keepTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
