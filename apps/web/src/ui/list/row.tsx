import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './row.module.css';

/** Shows a row of a page of facts: its name, its value, and what can be done about it. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <Text c="dimmed">{label}</Text>
      <div className={css.content}>{children}</div>
    </div>
  );
}
