import { Button, Checkbox, Group, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useView } from '../../platform/draft/drafts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import { type Column, DataTable } from './dataTable.tsx';
import { EmptyState } from './emptyState.tsx';
import css from './recordList.module.css';
import { byNameUpwards, inOrder, type Orders } from './sort.ts';

interface RecordListProps<Row> {
  title: string;
  /** The button that makes a new one; none for who may not. */
  create: ReactNode;
  /** All of them by name, archived ones too. */
  all: readonly Row[];
  columns: readonly Column<Row>[];
  /** How the columns order them; by name they come already. */
  orders: Orders<Row>;
  matches: (row: Row, query: string) => boolean;
  /** Enter in the search opens the first that was found. */
  onOpen: (row: Row) => void;
  search: string;
  none: string;
  onlyArchived: string;
  noneFound: (query: string) => string;
}

/** How a list is shown that nobody has narrowed down. */
const everything = { query: '', withArchived: false, sort: byNameUpwards };

/** The page that lists everything of one kind: search, the archived on demand, and the table. */
export function RecordList<Row extends { id: string; archivedAt?: number | undefined }>(
  props: RecordListProps<Row>,
) {
  const { title, create, all, columns, orders, matches, onOpen, search } = props;
  const t = useMessages(uiMessages);
  const list = useLocation({ select: ({ pathname }) => pathname });
  const [{ query, withArchived, sort }, setView] = useView(list, everything);
  const change = (part: Partial<typeof everything>) => setView({ query, withArchived, sort, ...part });
  const wanted = query.trim();
  const listed = withArchived ? all : all.filter(({ archivedAt }) => !archivedAt);
  const rows = inOrder(wanted ? listed.filter((row) => matches(row, wanted)) : listed, orders, sort);
  const openFirst = () => wanted && rows[0] && onOpen(rows[0]);
  const showArchived = (
    <Button variant="default" onClick={() => change({ withArchived: true })}>
      {t('showArchived')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="lg">
        <Title order={1}>{title}</Title>
        {all.length > 0 && create}
      </Group>
      {all.length === 0 && <EmptyState action={create}>{props.none}</EmptyState>}
      {all.length > 0 && (
        <Group className={css.filters} gap="lg">
          <TextInput
            className={css.search!}
            type="search"
            aria-label={search}
            placeholder={search}
            leftSection={<Icon of={IconSearch} size={16} />}
            value={query}
            onChange={(event) => change({ query: event.currentTarget.value })}
            onKeyDown={(event) => event.key === 'Enter' && openFirst()}
          />
          <Checkbox
            label={t('showArchived')}
            checked={withArchived}
            onChange={(event) => change({ withArchived: event.currentTarget.checked })}
          />
        </Group>
      )}
      {rows.length > 0 && (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={(next) => change({ sort: next })}
        />
      )}
      {rows.length === 0 && all.length > 0 && (
        <EmptyState action={!wanted && showArchived}>
          {wanted ? props.noneFound(wanted) : props.onlyArchived}
        </EmptyState>
      )}
    </>
  );
}
