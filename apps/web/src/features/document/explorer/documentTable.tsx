import type { View } from '@kontor/client/replica/view';
import type { Document } from '@kontor/contract/nouns/document';
import { Checkbox } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { formatAgo, formatBytes, formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useCount } from '../../../platform/workspace/views.ts';
import { usePending } from '../../../platform/workspace/workspace.ts';
import { type Column, DataTable } from '../../../ui/list/dataTable.tsx';
import { PendingMark } from '../../../ui/list/pendingMark.tsx';
import type { Sort } from '../../../ui/list/sort.ts';
import { QueryLink } from '../../../ui/nav/queryLink.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { kindWord, typeOf } from '../fileIcon.tsx';
import { FileName } from '../fileName.tsx';
import { fileIconOf } from '../fileType.ts';
import { documentMessages } from '../messages.ts';
import type { Root } from '../root.ts';
import { StarMark } from '../sharedMark.tsx';
import { useStarred } from '../star.ts';
import { taskDocumentsPath } from '../tree.ts';
import { writerOf } from '../writer.ts';
import { changedAt } from './arrange.ts';
import css from './explorer.module.css';
import { FolderLink } from './folderLink.tsx';
import { NameCell } from './nameCell.tsx';
import type { Selection } from './selection.ts';

/** The virtual folder of task documents, or a real folder or file. */
export type DocumentRow = Document | typeof taskDocumentsPath;

const idOf = (row: DocumentRow) => (row === taskDocumentsPath ? row : row.id);

interface DocumentTableProps {
  rows: View<DocumentRow>;
  selection: Selection;
  /** Those who may have changed something, where it is shown who did. */
  people?: People;
  /** The drop target under the pointer. */
  over: string | undefined;
  /** True while the preview leaves no room for more than names. */
  isNarrow: boolean;
  /** The name as a link to the folder, or to the preview. */
  nameOf: (row: DocumentRow) => ReactNode;
  /** Shows the task that a document is attached to, in the virtual folder. */
  taskOf?: ((document: Document) => ReactNode) | undefined;
  /** The file in the preview. */
  shownId: string | undefined;
  onSelect: (id: string, how: 'only' | 'toggle' | 'range') => void;
  onSelectAll: () => void;
  menuOf: (document: Document) => ReactNode;
  /** Absent where the list has an order of its own. */
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

interface RowNameProps {
  row: DocumentRow;
  linkTo: (folderId: string) => { workspace: string; root: Root; path: string };
  onShow: (id: string) => void;
  /** Shows a mark behind a name. */
  markOf: (document: Document) => ReactNode;
}

/** The name of a row as the link to the folder, or to the preview. */
export function RowName({ row, linkTo, onShow, markOf }: RowNameProps) {
  const t = useMessages(documentMessages);
  const pending = usePending(idOf(row));
  const isStarred = useStarred().has(idOf(row));
  const isFolder = row === taskDocumentsPath || row.kind === 'folder';
  const name = row === taskDocumentsPath ? t('taskDocuments') : shownName(row.name);
  return (
    <NameCell type={row === taskDocumentsPath ? 'tasks-documents' : typeOf(row)} name={name}>
      {isFolder ? (
        <FolderLink {...linkTo(idOf(row))} title={name} isRow>
          {name}
        </FolderLink>
      ) : (
        <QueryLink
          query={{ file: row.id }}
          onFollow={() => onShow(row.id)}
          title={name}
          aria-label={name}
          isRow
        >
          <FileName name={name} />
        </QueryLink>
      )}
      {row !== taskDocumentsPath && isStarred && <StarMark />}
      {row !== taskDocumentsPath && markOf(row)}
      {pending && <PendingMark />}
    </NameCell>
  );
}

/**
 * Folders and files in one table. A click on a row selects it, with Shift the range up to it, with Ctrl or Cmd in
 * addition.
 */
export function DocumentTable({
  rows,
  selection,
  people,
  over,
  isNarrow,
  nameOf,
  taskOf,
  shownId,
  onSelect,
  onSelectAll,
  menuOf,
  sort,
  onSort,
}: DocumentTableProps) {
  const t = useMessages(documentMessages);
  const real = (cell: (document: Document) => ReactNode) => (row: DocumentRow) =>
    row === taskDocumentsPath ? null : cell(row);
  // Above a project's folders stands one that cannot be chosen.
  const documents = useCount(rows) - (rows.at(0) === taskDocumentsPath ? 1 : 0);
  const [isAny, isAll] = [selection.ids.size > 0, selection.ids.size >= documents];
  const select: Column<DocumentRow> = {
    key: 'select',
    header: documents > 1 && (
      <Checkbox
        size="xs"
        aria-label={t('selectAll')}
        checked={isAny && isAll}
        indeterminate={isAny && !isAll}
        onChange={onSelectAll}
      />
    ),
    width: '36px',
    cell: real((document) => (
      <Checkbox
        size="xs"
        aria-label={t('selectRow', { name: shownName(document.name) })}
        checked={selection.ids.has(document.id)}
        onChange={() => undefined}
        onClick={(event) => {
          event.stopPropagation();
          onSelect(document.id, event.shiftKey ? 'range' : 'toggle');
        }}
        tabIndex={-1}
        data-no-drag
      />
    )),
  };
  const name: Column<DocumentRow> = {
    key: 'name',
    header: t('name'),
    isSortable: true,
    cell: nameOf,
  };
  const more: Column<DocumentRow>[] = [
    {
      key: 'kind',
      header: t('kind'),
      width: '160px',
      wide: true,
      isSortable: true,
      cell: (row) => {
        const type = row === taskDocumentsPath ? 'tasks-documents' : typeOf(row);
        const name = row === taskDocumentsPath ? '' : row.name;
        return <span style={{ color: fileIconOf(type, name).color }}>{kindWord(type, name)}</span>;
      },
    },
    ...(taskOf
      ? [
          {
            key: 'task',
            header: t('task'),
            wide: true,
            cell: real((document) => <span className={css.task}>{taskOf(document)}</span>),
          },
        ]
      : []),
    {
      key: 'size',
      header: t('size'),
      width: '96px',
      align: 'end',
      wide: true,
      isSortable: true,
      cell: real((document) => (document.kind === 'file' ? formatBytes(document.size ?? 0) : null)),
    },
    {
      key: 'changed',
      header: t('changed'),
      width: '128px',
      wide: true,
      isSortable: true,
      cell: real((document) => (
        <time title={formatDateTime(changedAt(document))}>{formatAgo(changedAt(document))}</time>
      )),
    },
  ];
  const by: Column<DocumentRow> = {
    key: 'by',
    header: t('by'),
    width: '144px',
    wide: true,
    cell: real((document) => people?.get(writerOf(document))?.name),
  };
  const menu: Column<DocumentRow> = {
    key: 'menu',
    header: null,
    width: '44px',
    align: 'end',
    cell: real(menuOf),
  };
  const onRowClick = (row: DocumentRow) => (event: MouseEvent) => {
    if (row === taskDocumentsPath || (event.target as HTMLElement).closest('a, button, input, label')) return;
    if (event.shiftKey) window.getSelection()?.removeAllRanges();
    onSelect(row.id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
  };
  return (
    <DataTable
      label={t('documents')}
      columns={[select, name, ...(isNarrow ? [] : more), ...(isNarrow || !people ? [] : [by]), menu]}
      rows={rows}
      rowKey={idOf}
      {...(sort && { sort, onSort })}
      isSelected={(row) => selection.ids.has(idOf(row)) || idOf(row) === shownId}
      rowProps={(row) => ({
        onClick: onRowClick(row),
        'data-drag-id': row === taskDocumentsPath ? undefined : row.id,
        'data-drop-into': row === taskDocumentsPath || row.kind === 'folder' ? idOf(row) : undefined,
        'data-into': over === idOf(row) || undefined,
      })}
    />
  );
}
