import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './emptyState.module.css';

/** Stands where a list holds nothing: one sentence, one action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.root} data-empty>
      <Text c="dimmed">{children}</Text>
      {action}
    </div>
  );
}
