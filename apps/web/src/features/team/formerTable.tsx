import type { Member } from '@kontor/contract/nouns/member';
import { Checkbox, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { DataTable } from '../../ui/list/dataTable.tsx';
import { teamMessages } from './messages.ts';
import { nameOf } from './queries.ts';
import css from './team.module.css';

/** Lists on demand those who have left, for their personnel files. */
export function FormerTable({
  former,
  onOpen,
}: {
  former: readonly Member[];
  onOpen: (userId: string) => void;
}) {
  const t = useMessages(teamMessages);
  const [shown, setShown] = useState(false);
  if (former.length === 0) return null;
  return (
    <section aria-label={t('former')}>
      <Checkbox
        label={t('showFormer', { count: former.length })}
        checked={shown}
        onChange={(event) => setShown(event.currentTarget.checked)}
        mb="sm"
      />
      {shown && (
        <DataTable
          label={t('former')}
          rows={former}
          rowKey={({ userId }) => userId}
          columns={[
            {
              key: 'name',
              header: t('name'),
              cell: (member) => (
                <UnstyledButton
                  className={css.name}
                  fz="inherit"
                  ta="start"
                  data-list-item
                  onClick={() => onOpen(member.userId)}
                >
                  {nameOf(member)}
                </UnstyledButton>
              ),
            },
            { key: 'email', header: t('email'), isOptional: 'first', cell: ({ email }) => email },
          ]}
        />
      )}
    </section>
  );
}
