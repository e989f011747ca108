import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './recordHead.module.css';

interface RecordHeadProps {
  name: string;
  mark?: ReactNode;
  /** The most important facts about the record, in one line. */
  facts: ReactNode;
  menu: ReactNode;
}

/** Shows the head of a record's own page. */
export function RecordHead({ name, mark, facts, menu }: RecordHeadProps) {
  return (
    <div className={css.head}>
      <div>
        <Group gap="xs">
          <Title order={1}>{name}</Title>
          {mark}
        </Group>
        <div className={css.facts}>{facts}</div>
      </div>
      {menu}
    </div>
  );
}
