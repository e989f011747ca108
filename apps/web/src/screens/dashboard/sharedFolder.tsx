import type { Document } from '@kontor/contract/nouns/document';
import type { Share } from '@kontor/contract/nouns/share';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { downloadChosen } from '../../features/document/actions.ts';
import { DocumentGrid } from '../../features/document/explorer/documentGrid.tsx';
import type { DocumentMenus } from '../../features/document/explorer/documentMenus.tsx';
import { DocumentTable } from '../../features/document/explorer/documentTable.tsx';
import type { ListTabs } from '../../features/document/explorer/listTabs.tsx';
import { NameCell } from '../../features/document/explorer/nameCell.tsx';
import { type DocumentRow, documentOf } from '../../features/document/explorer/row.ts';
import { openFirst, openRow, openRowMenu } from '../../features/document/explorer/rowPresses.ts';
import { SelectionBar } from '../../features/document/explorer/selectionBar.tsx';
import { SortMenu } from '../../features/document/explorer/sortMenu.tsx';
import { focusedId, useSelection } from '../../features/document/explorer/useSelection.ts';
import { typeOf } from '../../features/document/fileIcon.tsx';
import { FileName } from '../../features/document/fileName.tsx';
import { documentMessages } from '../../features/document/messages.ts';
import { BesidePreview } from '../../features/document/preview/besidePreview.tsx';
import type { Sharing } from '../../features/document/share/sharing.ts';
import { contentsOf, levelOf } from '../../features/document/share/tree.ts';
import type { ContentsOf } from '../../features/document/zip.ts';
import { useSigningMarks } from '../../features/signing/signingMark.tsx';
import { useRemembered } from '../../platform/draft/drafts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { type ListSetting, useListView } from '../../platform/workspace/listView.ts';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SearchField } from '../../ui/list/searchField.tsx';
import { SearchStatus } from '../../ui/list/searchStatus.tsx';
import type { Sort } from '../../ui/list/sort.ts';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import css from './dashboard.module.css';
import { dashboardMessages } from './messages.ts';
import { SharedBreadcrumbs } from './sharedBreadcrumbs.tsx';
import { SharedPlace } from './sharedPlace.tsx';
import type { FolderAddress, SharedProject } from './sharedProject.ts';
import { useSharedRows } from './sharedRows.ts';

interface SharedFolderProps {
  shares: readonly Share[];
  /** The ids of the folders down to it, separated by slashes. */
  path: string;
  /** The name of the top level. */
  top: string;
  /** The place that the top level lies in. */
  above?: { name: string; link: FolderAddress };
  /** Shown at the top. */
  projects?: readonly SharedProject[];
  /** Returns the address of a folder; without folders, of the top level. */
  linkTo: (folders: string | undefined, customerId?: string) => FolderAddress;
  /** With it, sharing can be stopped; for those who may. */
  sharing?: Sharing | undefined;
  /** Returns the menu of one document, whatever is chosen, for those who work here; `otherwise` where there is none. */
  menuOf?: (documentId: string, options: { otherwise: ReactNode; contentsOf: ContentsOf }) => ReactNode;
  /** Returns what can be done with several documents at once; undefined where nothing can. */
  actsOn?: DocumentMenus['actsOn'];
  /** Shows the lists of which this is one, with the choice of order and layout. */
  tabs?: (
    view: Required<Pick<ComponentProps<typeof ListTabs>, 'sort' | 'layout' | 'onSort' | 'onLayout'>>,
  ) => ReactNode;
  /** The text of an empty top level. */
  nothing: string;
  /** The text of a folder in which nothing is shared any more. */
  gone: string;
}

const byName: ListSetting = { sortedBy: 'name', isDescending: false, layout: 'rows' };
const noProjects: readonly SharedProject[] = [];

/** Shows one folder of shared documents as the explorer does, and the open file beside it; without `menuOf` for reading alone. */
export function SharedFolder(props: SharedFolderProps) {
  const { shares, path, top, above, projects = noProjects, linkTo, sharing, menuOf, actsOn, tabs } = props;
  const t = useMessages(dashboardMessages);
  const d = useMessages(documentMessages);
  const navigate = useNavigate();
  const { file } = useSearch({ strict: false });
  const here = useLocation({ select: ({ pathname }) => pathname });
  const self = useRef<HTMLDivElement>(null);
  const signingMarks = useSigningMarks();
  const [{ sortedBy, isDescending, layout }, setView] = useListView('shared documents', byName);
  const sort = { key: sortedBy, isDescending };
  const onSort = (next: Sort) => setView({ sortedBy: next.key, isDescending: next.isDescending });
  // Of each folder its own: who opens a folder that was found is to see what is in it.
  const [query, setQuery] = useRemembered(`${here} search`, '');
  const ids = path.split('/').filter(Boolean);
  const { ancestors, isGone, rows, search, found, hits } = useSharedRows({
    shares,
    projects,
    path,
    sortedBy,
    isDescending,
    text: query.trim(),
  });
  const { selection, chosen, choose, toggleAll, clear, onKey } = useSelection(rows, `${path} ${search}`);
  const chosenIds = chosen.map(({ id }) => id);
  const acts = actsOn?.(chosenIds);
  const files = rows.get().filter(({ kind }) => kind === 'file');
  const shown = files.find(({ id }) => id === file);
  const show = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: ({ file: _, ...before }) => ({ ...before, ...(id && { file: id }) }),
      replace: file !== undefined,
    });
  const isHidden = search && file !== undefined && !shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a search left standing hides what an address leads to, not what is typed later
  useEffect(() => {
    if (isHidden) setQuery('');
  }, [file, path]);
  const other = layout === 'grid' ? 'rows' : 'grid';
  const onLayout = (next: 'rows' | 'grid') => setView({ layout: next });
  const lists = tabs?.({ sort, layout: layout === 'grid' ? 'grid' : 'rows', onSort, onLayout });
  if (isGone)
    return (
      <>
        {lists}
        <EmptyState action={<ButtonLink {...linkTo(undefined)}>{t('toDocuments')}</ButtonLink>}>
          {props.gone}
        </EmptyState>
      </>
    );
  const inside = (folderId: string) => {
    const project = projects.find(({ id }) => id === folderId);
    const all = [shares, ...projects.map((each) => each.shares)].flat();
    return project ? levelOf(project.shares, []).content : contentsOf(all, folderId);
  };
  /** Returns the address of a folder on the way to a share, or of the share itself. */
  const linkOn = ({ projectId, scopeId }: Share, folders: readonly string[]) => {
    const project = projects.find(({ id }) => id === projectId);
    const joined = folders.join('/') || undefined;
    return project ? project.linkTo(joined) : linkTo(joined, scopeId);
  };
  const linkOf = ({ id, scopeId }: Document) => {
    const hit = hits.get(id);
    if (hit) return linkOn(hit, [...hit.path.map((step) => step.id), id]);
    return projects.find((project) => project.id === id)?.linkTo() ?? linkTo([...ids, id].join('/'), scopeId);
  };
  const placeOf = ({ id }: Document) => {
    const hit = hits.get(id);
    if (!hit) return null;
    const name = hit.path.at(-1)?.name ?? projects.find((project) => project.id === hit.projectId)?.name;
    const steps = hit.path.map((step) => step.id);
    return (
      <SharedPlace name={shownName(name ?? top)} link={linkOn(hit, steps)} onStay={() => setQuery('')} />
    );
  };
  const nameOf = (item: DocumentRow) => {
    const row = documentOf(item);
    if (!row) return null;
    const label = shownName(row.name);
    return (
      <NameCell type={typeOf(row)} name={row.name}>
        {row.kind === 'folder' ? (
          <Link {...linkOf(row)} search={{}} title={label} data-list-item>
            {label}
          </Link>
        ) : (
          <QueryLink
            query={{ file: row.id }}
            onFollow={() => show(row.id)}
            title={label}
            aria-label={label}
            isRow
          >
            <FileName name={label} />
          </QueryLink>
        )}
        {layout !== 'grid' && placeOf(row)}
        {row.kind === 'file' && signingMarks(row)}
      </NameCell>
    );
  };
  const downloadOf = (document: Document) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('downloadOf', { name: shownName(document.name) })}
      onClick={() => void downloadChosen([document], '', inside)}
    >
      <Icon of={IconDownload} />
    </ActionIcon>
  );
  const menuFor = ({ id }: Document, otherwise: ReactNode) =>
    menuOf ? menuOf(id, { otherwise, contentsOf: inside }) : otherwise;
  const list = {
    rows,
    selection,
    nameOf,
    onSelect: choose,
    menuOf: (document: Document) => menuFor(document, downloadOf(document)),
    over: undefined,
    shownId: shown?.id,
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys typed into a menu or a dialog come by here too, since React's events follow the components and not the page.
    const target = event.target as HTMLElement;
    if (!event.currentTarget.contains(target) || target.matches('[type="search"]')) return;
    const focused = focusedId(event);
    if (onKey(event)) event.preventDefault();
    else if (event.key === 'Escape' && shown) show(undefined);
    else if (focused && (event.key === 'F2' || event.key === 'Delete')) {
      // One name is typed for one file: the one in focus, whatever else is chosen.
      if (event.key === 'F2') actsOn?.([focused])?.rename();
      else actsOn?.(selection.ids.has(focused) ? chosenIds : [focused])?.remove();
      event.preventDefault();
    }
  };
  const isEmpty = rows.size + ancestors.length === 0 && !query;
  const searchField = !isEmpty && (
    <SearchField
      label={d('search')}
      size="xs"
      value={query}
      isStale={found.isStale}
      onChange={setQuery}
      onEnter={() => query.trim() && openFirst(self.current)}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys act on the rows that have the focus
    <div ref={self} onKeyDown={onKeyDown} onDoubleClick={openRow} onContextMenu={openRowMenu}>
      {(lists || !isEmpty) && (
        <div className={css.bar}>
          {(lists || ancestors.length > 0) && (
            <SharedBreadcrumbs above={above} top={top} ancestors={ancestors} linkTo={linkTo} />
          )}
          {chosen.length > 0 && (
            <SelectionBar
              chosen={chosen}
              sharing={chosen.every(({ id }) => sharing?.isShared(id)) ? sharing : undefined}
              archiveName={shownName(ancestors.at(-1)?.name ?? top)}
              contentsOf={inside}
              onMove={acts?.move}
              onDelete={acts?.remove}
              onClear={clear}
            />
          )}
          {!lists && (
            <>
              {/* The choice takes its place: beside each other they would not stay where they are. */}
              {chosen.length === 0 && <div className={css.search}>{searchField}</div>}
              <span className={css.layout}>
                <SortMenu sort={sort} onSort={onSort} />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={d(other)}
                  title={d(other)}
                  onClick={() => onLayout(other)}
                >
                  <Icon of={other === 'grid' ? IconLayoutGrid : IconList} />
                </ActionIcon>
              </span>
            </>
          )}
        </div>
      )}
      {lists && (
        <div className={css.lists}>
          {searchField}
          {lists}
        </div>
      )}
      <SearchStatus found={found} hasFiles={actsOn !== undefined} />
      {rows.size === 0 ? (
        (!search || found.isWhole) && (
          <EmptyState>
            {search ? d('noneFound', { query: search }) : ids.length === 0 ? props.nothing : t('emptyFolder')}
          </EmptyState>
        )
      ) : (
        <BesidePreview shown={shown} files={files} onShow={show} menu={shown && menuFor(shown, null)}>
          {layout === 'grid' ? (
            <DocumentGrid {...list} renderPlace={search ? placeOf : undefined} />
          ) : (
            <DocumentTable
              {...list}
              count={rows.size}
              onSelectAll={toggleAll}
              isNarrow={shown !== undefined}
              sort={sort}
              onSort={onSort}
            />
          )}
        </BesidePreview>
      )}
    </div>
  );
}
