import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import css from './recordName.module.css';

interface RecordNameProps {
  /** The link that is the name. */
  children: ReactNode;
  /** More facts about the record, as marks. */
  marks?: ReactNode;
  isArchived?: boolean;
}

/** Shows the name of a row, and what is to be known about it at once. */
export function RecordName({ children, marks, isArchived = false }: RecordNameProps) {
  const t = useMessages(uiMessages);
  return (
    <span className={css.name}>
      {children}
      {isArchived && (
        <Badge size="xs" color="gray" variant="light" flex="none">
          {t('archived')}
        </Badge>
      )}
      {marks}
    </span>
  );
}
