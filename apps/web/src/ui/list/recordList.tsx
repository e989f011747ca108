import type { Subscribable } from '@kontor/client/observable';
import type { Collection } from '@kontor/client/replica/collection';
import type { ViewSpec } from '@kontor/client/replica/view';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { Button, Checkbox, Group, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useRemembered } from '../../platform/draft/drafts.ts';
import { byName } from '../../platform/text/compare.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useFound } from '../../platform/workspace/found.ts';
import { type ListSetting, useListView } from '../../platform/workspace/listView.ts';
import { useHasHeads } from '../../platform/workspace/loaded.ts';
import { useCount, useView } from '../../platform/workspace/views.ts';
import { MoreComes, SkeletonRows } from '../loading.tsx';
import { uiMessages } from '../messages.ts';
import { type Column, DataTable } from './dataTable.tsx';
import { EmptyState } from './emptyState.tsx';
import css from './recordList.module.css';
import { SearchField } from './searchField.tsx';
import { SearchStatus } from './searchStatus.tsx';
import { comparing, type Orders } from './sort.ts';

interface RecordListProps<Row> {
  /** The noun of the records: the search over everything finds them by their texts. */
  noun: EntityName;
  title: string;
  /** The button that creates a new one; nothing for people who may not. */
  create: ReactNode;
  /** All records, archived ones too. */
  collection: Collection<Row>;
  columns: readonly Column<Row>[];
  /** The orders of the columns besides the name. Pass the same object as long as they order alike. */
  orders: Orders<Row>;
  /** The sources that an order reads besides the row, by column. */
  reads: Readonly<Record<string, readonly Subscribable[]>>;
  /** Returns true if a row matches the search. Pass the same function as long as it matches the same rows. */
  matches: (row: Row, query: string) => boolean;
  /** The sources that `matches` reads besides the row. */
  matchReads: readonly Subscribable[];
  /** Opens a row; Enter in the search opens the first match. */
  onOpen: (row: Row) => void;
  search: string;
  none: string;
  onlyArchived: string;
  noneFound: (query: string) => string;
}

const byNameUpwards: ListSetting = { sortedBy: 'name', isDescending: false, layout: 'rows' };

/** Shows the page that lists all records of one kind: search, archived ones on demand, and the table. */
export function RecordList<Row extends { id: string; name: string; archivedAt?: number | undefined }>(
  props: RecordListProps<Row>,
) {
  const { noun, title, create, collection, columns, orders, reads, matches, matchReads, onOpen, search } =
    props;
  const t = useMessages(uiMessages);
  const list = useLocation({ select: ({ pathname }) => pathname });
  const [query, setQuery] = useRemembered(list, '');
  const [{ sortedBy, isDescending, withArchived = false }, setView] = useListView(noun, byNameUpwards);
  const sort = useMemo(() => ({ key: sortedBy, isDescending }), [sortedBy, isDescending]);
  const wanted = query.trim();
  const found = useFound(noun, wanted);
  const spec = useMemo(
    (): ViewSpec<Row> => ({
      filter: (row) =>
        (withArchived || !row.archivedAt) &&
        (!wanted || found.isPending || found.ids.has(row.id) || matches(row, wanted)),
      compare: comparing(orders, sort, byName),
      reads: [...(reads[sort.key] ?? []), ...(wanted ? matchReads : [])],
    }),
    [withArchived, wanted, found.ids, found.isPending, matches, matchReads, orders, reads, sort],
  );
  const rows = useView(collection, spec);
  const count = useCount(rows);
  const all = useCount(collection);
  const hasHeads = useHasHeads();
  const openFirst = () => {
    const first = wanted && rows.at(0);
    if (first) onOpen(first);
  };
  const showArchived = (
    <Button variant="default" onClick={() => setView({ withArchived: true })}>
      {t('showArchived')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="lg">
        <Title order={1}>{title}</Title>
        {(all > 0 || !hasHeads) && create}
      </Group>
      {all === 0 && hasHeads && <EmptyState action={create}>{props.none}</EmptyState>}
      {all > 0 && (
        <Group className={css.filters} gap="lg">
          <SearchField
            label={search}
            value={query}
            isStale={found.isStale}
            onChange={setQuery}
            onEnter={openFirst}
          />
          <Checkbox
            label={t('showArchived')}
            checked={withArchived}
            onChange={(event) => setView({ withArchived: event.currentTarget.checked })}
          />
        </Group>
      )}
      <SearchStatus found={found} />
      {count > 0 && (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={({ key, isDescending }) => setView({ sortedBy: key, isDescending })}
        />
      )}
      {!hasHeads && (count > 0 ? <MoreComes /> : <SkeletonRows />)}
      {count === 0 && all > 0 && hasHeads && (!wanted || found.isWhole) && (
        <EmptyState action={!wanted && showArchived}>
          {wanted ? props.noneFound(wanted) : props.onlyArchived}
        </EmptyState>
      )}
    </>
  );
}
