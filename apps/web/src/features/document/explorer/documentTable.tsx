import type { View } from '@kontor/client/replica/view';
import type { Document } from '@kontor/contract/nouns/document';
import type { ReactNode } from 'react';
import { formatAgo, formatBytes, formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { type Column, DataTable } from '../../../ui/list/dataTable.tsx';
import { RecordMarks } from '../../../ui/list/recordMarks.tsx';
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
import { type DocumentRow, documentOf, intoOf, rowKey, type TaskHeading } from './row.ts';
import { chooseRow } from './rowPresses.ts';
import { selectColumn } from './selectColumn.tsx';
import type { SelectHow, Selection } from './selection.ts';

interface DocumentTableProps {
  rows: View<DocumentRow>;
  /** Rows that can be chosen. */
  count: number;
  selection: Selection;
  /** Those who may have changed something, where it is shown who did. */
  people?: People;
  /** The drop target under the pointer. */
  over: string | undefined;
  /** True while the preview leaves no room for more than names. */
  isNarrow: boolean;
  /** The name as a link to the folder, or to the preview. */
  nameOf: (row: DocumentRow) => ReactNode;
  /** The file in the preview. */
  shownId: string | undefined;
  onSelect: (id: string, how: SelectHow) => void;
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
  /** Asks which of several names shall stand. */
  onDecide: (document: Document) => void;
  /** The title of a task as the way to it. */
  taskTitle?: ((taskId: string) => ReactNode) | undefined;
}

/** Shows the name of a row as the link to the folder, to the preview, or to the task. */
export function RowName({ row, taskTitle, ...props }: RowNameProps) {
  if (row !== taskDocumentsPath && row.kind === 'task')
    return <span className={css.task}>{taskTitle?.(row.taskId)}</span>;
  return <DocumentName row={row} {...props} />;
}

interface DocumentNameProps extends Omit<RowNameProps, 'taskTitle'> {
  row: Exclude<DocumentRow, TaskHeading>;
}

function DocumentName({ row, linkTo, onShow, markOf, onDecide }: DocumentNameProps) {
  const t = useMessages(documentMessages);
  const isStarred = useStarred().has(rowKey(row));
  const isFolder = row === taskDocumentsPath || row.kind === 'folder';
  const name = row === taskDocumentsPath ? t('taskDocuments') : shownName(row.name);
  return (
    <NameCell type={row === taskDocumentsPath ? 'tasks-documents' : typeOf(row)} name={name}>
      {isFolder ? (
        <FolderLink {...linkTo(rowKey(row))} title={name} isRow>
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
      {row !== taskDocumentsPath && (
        <RecordMarks entity="document" record={row} onDecide={() => onDecide(row)} />
      )}
    </NameCell>
  );
}

/**
 * Shows folders and files in one table. A click on a row selects it, with Shift the range up to it, with Ctrl
 * or Cmd in addition.
 */
export function DocumentTable({
  rows,
  count,
  selection,
  people,
  over,
  isNarrow,
  nameOf,
  shownId,
  onSelect,
  onSelectAll,
  menuOf,
  sort,
  onSort,
}: DocumentTableProps) {
  const t = useMessages(documentMessages);
  const real = (cell: (document: Document) => ReactNode) => (row: DocumentRow) => {
    const document = documentOf(row);
    return document ? cell(document) : null;
  };
  const select = selectColumn({ selection, count, itemOf: documentOf, onSelect, onSelectAll });
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
      isOptional: true,
      isSortable: true,
      cell: (row) => {
        const document = documentOf(row);
        if (!document && row !== taskDocumentsPath) return null;
        const type = document ? typeOf(document) : 'tasks-documents';
        const name = document?.name ?? '';
        return <span style={{ color: fileIconOf(type, name).color }}>{kindWord(type, name)}</span>;
      },
    },
    {
      key: 'size',
      header: t('size'),
      width: '96px',
      align: 'end',
      isOptional: true,
      isSortable: true,
      cell: real((document) => (document.kind === 'file' ? formatBytes(document.size ?? 0) : null)),
    },
    {
      key: 'changed',
      header: t('changed'),
      width: '128px',
      isOptional: true,
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
    isOptional: true,
    cell: real((document) => people?.get(writerOf(document))?.name),
  };
  const menu: Column<DocumentRow> = {
    key: 'menu',
    header: null,
    width: '44px',
    align: 'end',
    cell: real(menuOf),
  };
  return (
    <DataTable
      label={t('documents')}
      columns={[select, name, ...(isNarrow ? [] : more), ...(isNarrow || !people ? [] : [by]), menu]}
      rows={rows}
      rowKey={rowKey}
      {...(sort && { sort, onSort })}
      shownKey={shownId}
      isSelected={(row) => selection.ids.has(rowKey(row)) || rowKey(row) === shownId}
      rowProps={(row) => {
        const document = documentOf(row);
        return {
          onClick: document && chooseRow(onSelect, document.id),
          'data-drag-id': document?.id,
          'data-drop-into': intoOf(row),
          'data-into': over === rowKey(row) || undefined,
        };
      }}
    />
  );
}
