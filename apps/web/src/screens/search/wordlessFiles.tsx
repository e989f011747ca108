import type { ViewOf } from '@kontor/client/replica/collections';
import type { Document } from '@kontor/contract/nouns/document';
import { Title } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { missingWords, unread } from '../../contents/contentKind.ts';
import { contentLimits } from '../../contents/limits.ts';
import { DocumentLink } from '../../features/document/documentLink.tsx';
import { NameCell } from '../../features/document/explorer/nameCell.tsx';
import { selectColumn } from '../../features/document/explorer/selectColumn.tsx';
import { ActButton, Chosen } from '../../features/document/explorer/selectionBar.tsx';
import { useSelection } from '../../features/document/explorer/useSelection.ts';
import { typeOf } from '../../features/document/fileIcon.tsx';
import { readAll } from '../../features/document/reading.ts';
import { foldersFirst } from '../../features/document/tree.ts';
import { usePage } from '../../platform/page.tsx';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCollection, useCount, useView } from '../../platform/workspace/views.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { type Column, DataTable } from '../../ui/list/dataTable.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { searchMessages } from './messages.ts';
import css from './search.module.css';

const route = getRouteApi('/signed-in/$workspace/search/files');

const lacksSome = (document: Document) => document.kind === 'file' && missingWords(document) !== undefined;
const isReadable = (document: Document) => lacksSome(document) && unread(document) === 'words';

const all: ViewOf<'document'> = { filter: lacksSome, compare: foldersFirst };
const readable: ViewOf<'document'> = { filter: isReadable, compare: foldersFirst };

/** Returns why a file is not found by all of its words. */
function reasonOf(document: Document) {
  if (missingWords(document) === 'rest') return 'onlyBeginning';
  if ((document.size ?? 0) > contentLimits.fileBytes) return 'tooLarge';
  return document.searchable === 'never' ? 'noText' : 'notReadYet';
}

/** Lists the files that cannot be found by all of their words, and reads those again of which that may help. */
export function WordlessFiles() {
  const t = useMessages(searchMessages);
  const { workspace } = route.useParams();
  usePage(t('filesTitle'), [{ label: t('title'), href: `/${workspace}/search` }]);
  const documents = useCollection('document');
  const rows = useView(documents, all);
  const choices = useView(documents, readable);
  const [count, choiceCount] = [useCount(rows), useCount(choices)];
  const { selection, chosen, choose, toggleAll, clear } = useSelection(choices, 'wordless');
  const columns: Column<Document>[] = [
    selectColumn({
      selection,
      count: choiceCount,
      onSelect: choose,
      onSelectAll: toggleAll,
      isReached: true,
      itemOf: (document) => (isReadable(document) ? document : undefined),
    }),
    {
      key: 'name',
      header: t('file'),
      cell: (document) => (
        <NameCell type={typeOf(document)} name={document.name}>
          <DocumentLink document={document} workspace={workspace} />
        </NameCell>
      ),
    },
    {
      key: 'place',
      header: t('place'),
      width: '208px',
      isOptional: true,
      cell: (document) => <PlaceName document={document} />,
    },
    {
      key: 'reason',
      header: t('reason'),
      width: '144px',
      cell: (document) => t(reasonOf(document), { size: formatBytes(contentLimits.fileBytes) }),
    },
  ];
  const makeSearchable = () => {
    void readAll(chosen);
    clear();
  };
  return (
    <div className={css.page}>
      <Title order={1}>{t('filesTitle')}</Title>
      {chosen.length > 0 && (
        <Chosen count={chosen.length} onClear={clear}>
          <ActButton act={{ icon: IconFileSearch, label: t('makeSearchable'), run: makeSearchable }} />
        </Chosen>
      )}
      {count === 0 ? (
        <EmptyState>{t('allFound')}</EmptyState>
      ) : (
        <DataTable
          label={t('filesTitle')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          isSelected={({ id }) => selection.ids.has(id)}
        />
      )}
    </div>
  );
}

/** Shows the name of the project or customer that a file belongs to. */
function PlaceName({ document: { scopeId, customerId } }: { document: Document }) {
  const project = useRecord('project', customerId ? undefined : scopeId);
  const customer = useRecord('customer', customerId);
  return (customer ?? project)?.name;
}
