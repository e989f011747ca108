import type { Document } from '@kontor/contract/nouns/document';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconFolderPlus, IconFolderUp, IconUpload } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useRemembered } from '../../../platform/draft/drafts.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { type ListSetting, useListView } from '../../../platform/workspace/listView.ts';
import { useCount } from '../../../platform/workspace/views.ts';
import { chooseFiles, chooseFolder } from '../../../ui/form/chooseFiles.ts';
import { FileButton } from '../../../ui/form/fileButton.tsx';
import { FileDrop } from '../../../ui/form/fileDrop.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useOffer } from '../../../ui/list/createsHere.ts';
import { EmptyState } from '../../../ui/list/emptyState.tsx';
import { SearchField } from '../../../ui/list/searchField.tsx';
import { SearchStatus } from '../../../ui/list/searchStatus.tsx';
import type { Sort } from '../../../ui/list/sort.ts';
import { TextLink } from '../../../ui/nav/link.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { HeldMark } from '../heldMark.tsx';
import { LinkMark } from '../link/linkMark.tsx';
import { useLinkedIds } from '../link/queries.ts';
import { documentMessages } from '../messages.ts';
import { BesidePreview } from '../preview/besidePreview.tsx';
import { useDocument } from '../queries.ts';
import type { Root } from '../root.ts';
import { useSharing } from '../share/sharing.ts';
import { SharedMark } from '../sharedMark.tsx';
import { useStarred } from '../star.ts';
import { taskDocumentsPath } from '../tree.ts';
import { uploadDropped, uploadFiles, uploadPlaced } from '../upload/actions.ts';
import { DocumentGrid } from './documentGrid.tsx';
import { DocumentMenu } from './documentMenu.tsx';
import { DocumentTable, RowName } from './documentTable.tsx';
import css from './explorer.module.css';
import { ExplorerDialogs } from './explorerDialogs.tsx';
import { type Folder, liesHere, pathOf, useFolder } from './folder.ts';
import { FolderBreadcrumbs } from './folderBreadcrumbs.tsx';
import { FolderLink } from './folderLink.tsx';
import { FoundIn } from './foundIn.tsx';
import { ListTabs } from './listTabs.tsx';
import { type DocumentRow, useRows } from './row.ts';
import { openFirst } from './rowPresses.ts';
import { SelectionBar } from './selectionBar.tsx';
import { TrashTable } from './trashTable.tsx';
import { useExplorer } from './useExplorer.ts';

interface ExplorerProps {
  workspace: string;
  root: Root;
  /** The ids of the folders down to it. */
  path: string | undefined;
  /** The file in the preview. */
  file: string | undefined;
  people: People;
  /** The title of a task; only projects have tasks. */
  taskTitle?: (taskId: string) => ReactNode;
  onShow: (id: string | undefined) => void;
  /** With whom documents are shared here. */
  customer?: { id: string; name: string } | undefined;
  /** More about the file in the preview, below it. */
  beneath?: (file: Document) => ReactNode;
  /** Shows what is left of a file that was in the preview and is gone. */
  left?: (fileId: string) => ReactNode;
  /** More marks behind a name. */
  moreMarks?: ((document: Document) => ReactNode) | undefined;
}

const byName: ListSetting = { sortedBy: 'name', isDescending: false, layout: 'rows' };

/** Returns the message of an empty folder or list. */
function emptyOf({ list, isTaskDocuments }: Folder) {
  if (list === 'recent') return 'noRecent';
  if (list === 'starred') return 'noStarred';
  return isTaskDocuments ? 'noneReadOnly' : 'none';
}

/** Shows the documents of a project or customer: one folder, its breadcrumb, what can be done in it, a file beside it. */
export function Explorer(props: ExplorerProps) {
  const { workspace, root, path, file, people, taskTitle, onShow, customer, beneath, left, moreMarks } =
    props;
  const t = useMessages(documentMessages);
  const [{ sortedBy, isDescending, layout }, setView] = useListView('documents', byName);
  const sort = useMemo(() => ({ key: sortedBy, isDescending }), [sortedBy, isDescending]);
  const sharing = useSharing(customer);
  const linked = useLinkedIds();
  const here = useLocation({ select: ({ pathname }) => pathname });
  // Of each folder its own: who opens a folder that was found is to see what is in it.
  const [query, setQuery] = useRemembered(`${here} search`, '');
  const self = useRef<HTMLDivElement>(null);
  const folder = useFolder(root, path, sort, useStarred(), query.trim());
  const explorer = useExplorer(root, folder, () => file && onShow(undefined));
  const { selection, chosen, over } = explorer;
  const count = useCount(folder.content);
  const inView = useDocument(file);
  const leftOfFile = file !== undefined && !inView && left?.(file);
  const { search } = folder;
  const isHidden = search && inView && folder.content.indexOf(inView.id) < 0 && liesHere(inView, folder);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a search left standing hides what an address leads to, not what is typed later
  useEffect(() => {
    if (isHidden) setQuery('');
  }, [file, path]);
  const isGrid = layout === 'grid';
  const hasTasks = !root.customerId && !folder.id && !folder.isTaskDocuments && !folder.list && !search;
  const isTaskDocuments = folder.isTaskDocuments && !search;
  const rows = useRows(folder.content, { hasTasks, isTaskDocuments });
  const upload = (chosenFiles: File[]) => void uploadFiles(chosenFiles, folder.place);
  const uploadFolder = () => chooseFolder((placed) => void uploadPlaced(placed, folder.place));
  const listSort = folder.list === 'recent' && !search ? undefined : sort;
  const onSort = ({ key, isDescending: isDown }: Sort) => setView({ sortedBy: key, isDescending: isDown });
  const takesFiles = !folder.isGone && !folder.isTaskDocuments && !folder.list;
  useOffer(
    takesFiles
      ? [
          {
            id: 'create-folder',
            label: t('folder'),
            icon: IconFolderPlus,
            run: () => explorer.setDialog({ kind: 'newFolder' }),
          },
          { id: 'create-upload', label: t('upload'), icon: IconUpload, run: () => chooseFiles(upload) },
          {
            id: 'create-upload-folder',
            label: t('uploadFolder'),
            icon: IconFolderUp,
            run: uploadFolder,
          },
        ]
      : [],
  );
  if (folder.isGone)
    return (
      <div className={css.gone}>
        <EmptyState
          action={
            <FolderLink workspace={workspace} root={root} path={undefined}>
              {t('toTop')}
            </FolderLink>
          }
        >
          {t('gone')}
        </EmptyState>
        {leftOfFile}
      </div>
    );

  const shown = inView?.kind === 'file' && folder.content.indexOf(inView.id) >= 0 ? inView : undefined;
  const files = shown ? folder.content.get().filter(({ kind }) => kind === 'file') : [];
  const uploadButton = (
    <FileButton leftSection={<Icon of={IconUpload} />} label={t('upload')} onFiles={upload} />
  );
  const renderPlace = (document: Document) => (
    <FoundIn
      document={document}
      workspace={workspace}
      root={root}
      taskTitle={taskTitle}
      onStay={() => setQuery('')}
    />
  );
  const markOf = (document: Document) => (
    <>
      {search && !isGrid && renderPlace(document)}
      {linked.has(document.id) && <LinkMark />}
      <HeldMark documentId={document.id} />
      {moreMarks?.(document)}
      {sharing?.isShared(document.id) && <SharedMark customerName={sharing.customerName} />}
    </>
  );
  const linkTo = (folderId: string) => ({
    workspace,
    root,
    // In a list over all folders the way there is not shown: a folder's own id is enough.
    path: folderId === taskDocumentsPath ? folderId : pathOf([...folder.ancestors, { id: folderId }]),
  });
  const rename = (document: Document) => explorer.setDialog({ kind: 'rename', document });
  const nameOf = (row: DocumentRow) => (
    <RowName
      row={row}
      linkTo={linkTo}
      onShow={onShow}
      markOf={markOf}
      onDecide={rename}
      taskTitle={taskTitle}
    />
  );
  const archiveName = folder.ancestors.at(-1)?.name ?? t('documents');
  const menuFor = (document: Document, meant: () => readonly Document[]) => (
    <DocumentMenu
      document={document}
      sharing={sharing}
      onShare={() => sharing?.share(meant())}
      onRevoke={() => sharing?.revoke(meant())}
      onLinks={() => explorer.setDialog({ kind: 'links', document })}
      onVersions={() => explorer.setDialog({ kind: 'versions', document })}
      onRename={() => rename(document)}
      onMove={() => explorer.setDialog({ kind: 'move', ids: meant().map(({ id }) => id) })}
      onCopy={() => explorer.setDialog({ kind: 'copy', ids: meant().map(({ id }) => id) })}
      onDelete={() => explorer.remove(meant())}
    />
  );
  const menuOf = (document: Document) => menuFor(document, () => explorer.meant(document.id));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys act on the rows that have the focus
    <div
      ref={self}
      onPointerDown={explorer.onPointerDown}
      onDoubleClick={explorer.onDoubleClick}
      onContextMenu={explorer.onContextMenu}
      onKeyDown={explorer.onKeyDown}
    >
      {takesFiles && (
        <FileDrop label={t('uploadHere')} onDrop={(dropped) => void uploadDropped(dropped, folder.place)} />
      )}
      <div className={css.bar}>
        <FolderBreadcrumbs
          workspace={workspace}
          root={root}
          ancestors={folder.ancestors}
          isTaskDocuments={folder.isTaskDocuments}
          over={over}
        />
        {chosen.length > 0 ? (
          <SelectionBar
            chosen={chosen}
            archiveName={shownName(archiveName)}
            sharing={sharing}
            onMove={() => explorer.setDialog({ kind: 'move', ids: chosen.map(({ id }) => id) })}
            onDelete={() => explorer.remove(chosen)}
            onClear={explorer.clear}
          />
        ) : (
          takesFiles && (
            <Group gap="sm">
              <Button
                variant="default"
                leftSection={<Icon of={IconFolderPlus} />}
                onClick={() => explorer.setDialog({ kind: 'newFolder' })}
              >
                {t('newFolder')}
              </Button>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('uploadFolder')}
                title={t('uploadFolder')}
                onClick={uploadFolder}
              >
                <Icon of={IconFolderUp} />
              </ActionIcon>
              {count > 0 && uploadButton}
            </Group>
          )
        )}
      </div>
      <div className={css.lists}>
        {folder.list !== 'trash' && (
          <SearchField
            label={t('search')}
            size="xs"
            value={query}
            isStale={folder.found.isStale}
            onChange={setQuery}
            onEnter={() => query.trim() && openFirst(self.current)}
          />
        )}
        <ListTabs
          workspace={workspace}
          root={root}
          list={folder.list}
          layout={isGrid ? 'grid' : 'rows'}
          onLayout={(next) => setView({ layout: next })}
          sort={folder.list === 'trash' ? undefined : listSort}
          onSort={onSort}
        />
      </div>
      {leftOfFile}
      <BesidePreview
        shown={shown}
        files={files}
        onShow={onShow}
        menu={shown && menuFor(shown, () => [shown])}
        beneath={shown && beneath?.(shown)}
      >
        <SearchStatus found={folder.found} hasFiles />
        {folder.list === 'trash' && (
          <>
            <p className={css.allTrash}>
              <TextLink to="/$workspace/trash" params={{ workspace }}>
                {t('allTrash')}
              </TextLink>
            </p>
            <TrashTable root={root} people={people} />
          </>
        )}
        {(hasTasks || count > 0) && isGrid && (
          <DocumentGrid
            rows={rows}
            selection={selection}
            over={over}
            shownId={shown?.id}
            nameOf={nameOf}
            renderPlace={search ? renderPlace : undefined}
            menuOf={menuOf}
            onSelect={explorer.choose}
          />
        )}
        {(hasTasks || count > 0) && !isGrid && (
          <DocumentTable
            rows={rows}
            count={count}
            selection={selection}
            people={people}
            over={over}
            isNarrow={shown !== undefined}
            nameOf={nameOf}
            shownId={shown?.id}
            onSelect={explorer.choose}
            onSelectAll={explorer.toggleAll}
            menuOf={menuOf}
            sort={listSort}
            onSort={onSort}
          />
        )}
        {count === 0 && folder.list !== 'trash' && (!search || folder.found.isWhole) && (
          <EmptyState action={takesFiles && !search && uploadButton}>
            {search ? t('noneFound', { query: search }) : t(emptyOf(folder))}
          </EmptyState>
        )}
      </BesidePreview>
      <ExplorerDialogs
        dialog={explorer.dialog}
        root={root}
        folder={folder}
        people={people}
        onMove={(...to) => void explorer.moveAnywhere(...to)}
        onClose={() => explorer.setDialog(undefined)}
      />
    </div>
  );
}
