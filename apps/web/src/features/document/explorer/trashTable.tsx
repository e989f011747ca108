import { daysLeft, isExpired } from '@kontor/client/nouns/trash';
import type { ViewOf } from '@kontor/client/replica/collections';
import type { View } from '@kontor/client/replica/view';
import type { TrashEntry } from '@kontor/contract/nouns/trashEntry';
import { trashDays } from '@kontor/contract/nouns/trashEntry';
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { formatAgo, formatBytes, formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useToday } from '../../../platform/today.ts';
import { useIsLoaded } from '../../../platform/workspace/loaded.ts';
import { serverNow } from '../../../platform/workspace/serverNow.ts';
import { useCollection, useCount, useView } from '../../../platform/workspace/views.ts';
import { currentWorkspace, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ActionsMenu } from '../../../ui/list/actionsMenu.tsx';
import { type Column, DataTable } from '../../../ui/list/dataTable.tsx';
import { EmptyState } from '../../../ui/list/emptyState.tsx';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { MoreComes, SkeletonRows } from '../../../ui/loading.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { deleteForGood, dropExpired, restoreDocuments } from '../actions.ts';
import documentCss from '../document.module.css';
import { typeOf } from '../fileIcon.tsx';
import { FileName } from '../fileName.tsx';
import { documentMessages } from '../messages.ts';
import type { Root } from '../root.ts';
import { writerOf } from '../writer.ts';
import css from './explorer.module.css';
import { NameCell } from './nameCell.tsx';
import { chooseRow } from './rowPresses.ts';
import { selectColumn } from './selectColumn.tsx';
import { ActButton, Chosen } from './selectionBar.tsx';
import { useSelection } from './useSelection.ts';

const idOf = ({ id }: TrashEntry) => id;

/**
 * Returns the trash of a root, or all there is, what went in last first; what is in it for too long, by the server's clock, is nobody's any
 * more.
 */
function useTrash({ scopeId, customerId }: Partial<Root>): View<TrashEntry> {
  const { records } = useWorkspace();
  const day = useToday();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each day something is in it for too long
  const spec = useMemo(
    (): ViewOf<'trashEntry'> => ({
      ...(customerId
        ? { index: 'customerId', key: customerId }
        : scopeId && { index: 'scopeId', key: scopeId }),
      filter: (entry) => !isExpired(entry, records.serverTime() ?? 0),
      compare: (a, b) => b.createdAt - a.createdAt,
    }),
    [scopeId, customerId, records, day],
  );
  return useView(useCollection('trashEntry'), spec);
}

/** Says where something lay. */
function placeName({ parentId, taskId }: TrashEntry): string {
  const { records } = currentWorkspace();
  const { collections } = records;
  const { t } = documentMessages;
  if (parentId) {
    const gone = records.isHidden(parentId) ? 'folderInTrash' : 'folderGone';
    return shownName(collections.document.get(parentId)?.name ?? t(gone));
  }
  if (taskId) return shownName(collections.task.get(taskId)?.title ?? t('taskGone'));
  return t('top');
}

interface TrashTableProps {
  /** Absent where the trash of all projects and customers is listed. */
  root?: Root;
  people: People;
  /** Shows the project or customer that something lay in; where all are listed. */
  homeOf?: (entry: TrashEntry) => ReactNode;
}

/** Lists the documents that can be brought back: who deleted them, when, and for how long they stay. */
export function TrashTable({ root, people, homeOf }: TrashTableProps) {
  const t = useMessages(documentMessages);
  const { scopeId, customerId } = root ?? {};
  const rows = useTrash(root ?? {});
  const count = useCount(rows);
  const isHere = useIsLoaded(root && [root.scopeId]);
  useEffect(() => dropExpired(scopeId ? { scopeId, customerId } : undefined), [scopeId, customerId]);
  const { selection, chosen, choose, toggleAll, clear, onKey } = useSelection(
    rows,
    customerId ?? scopeId ?? 'all',
  );
  const rowOf = (entry: TrashEntry | undefined) =>
    (entry && document.querySelector(`[data-row="${CSS.escape(entry.id)}"]`)) ?? undefined;
  const restore = (entries: readonly TrashEntry[]) => {
    keepFocus(rowOf(entries[0]));
    restoreDocuments(entries);
  };
  const remove = async (entries: readonly TrashEntry[]) => {
    const stop = keepFocus(rowOf(entries[0]));
    if (!(await deleteForGood(entries))) stop();
  };
  const columns: Column<TrashEntry>[] = [
    selectColumn({
      selection,
      count,
      itemOf: (entry) => entry,
      onSelect: choose,
      onSelectAll: toggleAll,
      isReached: true,
    }),
    {
      key: 'name',
      header: t('name'),
      cell: (entry) => (
        <NameCell type={typeOf(entry)} name={entry.name}>
          <span className={documentCss.name} title={shownName(entry.name)}>
            <FileName name={shownName(entry.name)} />
          </span>
          {homeOf && <span className={documentCss.home}>{homeOf(entry)}</span>}
        </NameCell>
      ),
    },
    { key: 'from', header: t('from'), width: '160px', isOptional: true, cell: placeName },
    {
      key: 'size',
      header: t('size'),
      width: '96px',
      align: 'end',
      isOptional: true,
      cell: ({ size }) => formatBytes(size),
    },
    {
      key: 'deleted',
      header: t('deletedAt'),
      width: '128px',
      isOptional: true,
      cell: ({ createdAt }) => <time title={formatDateTime(createdAt)}>{formatAgo(createdAt)}</time>,
    },
    {
      key: 'by',
      header: t('by'),
      width: '144px',
      isOptional: true,
      cell: (entry) => people.get(writerOf(entry))?.name,
    },
    {
      key: 'left',
      header: t('stays'),
      width: '96px',
      // On a phone the name and where it belongs need the room.
      isOptional: homeOf !== undefined,
      cell: (entry) => t('days', { count: daysLeft(entry, serverNow(currentWorkspace().records)) }),
    },
    {
      key: 'menu',
      header: null,
      width: '44px',
      align: 'end',
      cell: (entry) => (
        <ActionsMenu name={shownName(entry.name)}>
          <Menu.Item leftSection={<Icon of={IconArrowBackUp} />} onClick={() => restore([entry])}>
            {t('restore')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon of={IconTrash} />} onClick={() => remove([entry])}>
            {t('deleteForGood')}
          </Menu.Item>
        </ActionsMenu>
      ),
    },
  ];
  if (count === 0 && !isHere) return <SkeletonRows />;
  if (count === 0) return <EmptyState>{t('trashEmpty', { count: trashDays })}</EmptyState>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys choose rows of the table
    <div
      onKeyDown={(event) => {
        if (!onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Group justify="space-between" className={css.bar!}>
        <Text size="sm" c="dimmed">
          {t('trashSays', { count: trashDays })}
        </Text>
        {chosen.length > 0 ? (
          <Chosen count={chosen.length} onClear={clear}>
            <ActButton act={{ icon: IconArrowBackUp, label: t('restore'), run: () => restore(chosen) }} />
            <ActButton act={{ icon: IconTrash, label: t('deleteForGood'), run: () => remove(chosen) }} />
          </Chosen>
        ) : (
          // What is everybody's is deleted by choice.
          root && (
            <Button
              variant="default"
              leftSection={<Icon of={IconTrash} />}
              onClick={() => remove(rows.get())}
            >
              {t('emptyTrash')}
            </Button>
          )
        )}
      </Group>
      <DataTable
        label={t('trash')}
        columns={columns}
        rows={rows}
        rowKey={idOf}
        isSelected={({ id }) => selection.ids.has(id)}
        rowProps={({ id }) => ({ onClick: chooseRow(choose, id) })}
      />
      {!isHere && <MoreComes />}
    </div>
  );
}
