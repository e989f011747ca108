import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { PendingMark } from './pendingMark.tsx';
import css from './recordName.module.css';

interface RecordNameProps {
  /** The link that is the name. */
  children: ReactNode;
  mark?: ReactNode;
  isArchived?: boolean;
  isPending?: boolean;
}

/** The name of a row, and what is to be known about it at once. */
export function RecordName({ children, mark, isArchived = false, isPending = false }: RecordNameProps) {
  const t = useMessages(uiMessages);
  return (
    <span className={css.name}>
      {children}
      {mark}
      {isArchived && (
        <Badge size="xs" color="gray" variant="light" flex="none">
          {t('archived')}
        </Badge>
      )}
      {isPending && <PendingMark />}
    </span>
  );
}
