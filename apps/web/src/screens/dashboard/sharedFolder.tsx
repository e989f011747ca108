import type { Document } from '@kontor/contract/nouns/document';
import type { Share } from '@kontor/contract/nouns/share';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { downloadChosen } from '../../features/document/actions.ts';
import { arrangedBy } from '../../features/document/explorer/arrange.ts';
import { DocumentGrid } from '../../features/document/explorer/documentGrid.tsx';
import { DocumentTable } from '../../features/document/explorer/documentTable.tsx';
import { NameCell } from '../../features/document/explorer/nameCell.tsx';
import { type DocumentRow, documentOf } from '../../features/document/explorer/row.ts';
import { SelectionBar } from '../../features/document/explorer/selectionBar.tsx';
import { useSelection } from '../../features/document/explorer/useSelection.ts';
import { typeOf } from '../../features/document/fileIcon.tsx';
import { FileName } from '../../features/document/fileName.tsx';
import { documentMessages } from '../../features/document/messages.ts';
import { BesidePreview } from '../../features/document/preview/besidePreview.tsx';
import type { Sharing } from '../../features/document/share/sharing.ts';
import { contentsOf, folderOf, levelOf } from '../../features/document/share/tree.ts';
import type { ContentsOf } from '../../features/document/zip.ts';
import { useSigningMarks } from '../../features/signing/signingMark.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { type ListSetting, useListView } from '../../platform/workspace/listView.ts';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { fixedView } from '../../ui/list/fixedView.ts';
import { Breadcrumbs } from '../../ui/nav/breadcrumbs.tsx';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import css from './dashboard.module.css';
import { dashboardMessages } from './messages.ts';

export type FolderAddress = Pick<LinkProps, 'to' | 'params'>;

/** A project with documents of its own, which shows as a folder. */
export interface SharedProject {
  id: string;
  name: string;
  link: FolderAddress;
  shares: readonly Share[];
}

interface SharedFolderProps {
  shares: readonly Share[];
  /** The ids of the folders down to it, separated by slashes. */
  path: string;
  /** The name of the top level. */
  top: string;
  /** Shown at the top. */
  projects?: readonly SharedProject[];
  /** Returns the address of a folder; without folders, of the top level. */
  linkTo: (folders: string | undefined, customerId?: string) => FolderAddress;
  /** With it, sharing can be stopped; for those who may. */
  sharing?: Sharing | undefined;
  /** Returns the menu of one document, whatever is chosen, for those who work here; `otherwise` where there is none. */
  menuOf?: (documentId: string, options: { otherwise: ReactNode; contentsOf: ContentsOf }) => ReactNode;
  /** The text of an empty top level. */
  nothing: string;
  /** The text of a folder in which nothing is shared any more. */
  gone: string;
}

const byName: ListSetting = { sortedBy: 'name', isDescending: false, layout: 'rows' };
const noProjects: readonly SharedProject[] = [];

/** Shows one folder of shared documents as the explorer does, and the open file beside it; without `menuOf` for reading alone. */
export function SharedFolder({
  shares,
  path,
  top,
  projects = noProjects,
  linkTo,
  sharing,
  menuOf,
  nothing,
  gone,
}: SharedFolderProps) {
  const t = useMessages(dashboardMessages);
  const d = useMessages(documentMessages);
  const navigate = useNavigate();
  const { file } = useSearch({ strict: false });
  const signingMarks = useSigningMarks();
  const [{ sortedBy, isDescending, layout }, setView] = useListView('shared documents', byName);
  const ids = path.split('/').filter(Boolean);
  const { ancestors, isGone, rows } = useMemo(() => {
    const level = levelOf(shares, path.split('/').filter(Boolean));
    const asFolders = path === '' ? projects.map((project) => folderOf(project.shares[0]!, project)) : [];
    const content = [...asFolders, ...level.content].sort(arrangedBy({ key: sortedBy, isDescending }));
    return { ...level, rows: fixedView(content, ({ id }) => id) };
  }, [shares, projects, path, sortedBy, isDescending]);
  const { selection, chosen, choose, toggleAll, clear, onKey } = useSelection(rows, path);
  const files = rows.get().filter(({ kind }) => kind === 'file');
  const shown = files.find(({ id }) => id === file);
  const show = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: ({ file: _, ...before }) => ({ ...before, ...(id && { file: id }) }),
      replace: file !== undefined,
    });
  if (isGone)
    return (
      <EmptyState action={<ButtonLink {...linkTo(undefined)}>{t('toDocuments')}</ButtonLink>}>
        {gone}
      </EmptyState>
    );
  const inside = (folderId: string) => {
    const project = projects.find(({ id }) => id === folderId);
    const all = [shares, ...projects.map((each) => each.shares)].flat();
    return project ? levelOf(project.shares, []).content : contentsOf(all, folderId);
  };
  const linkOf = ({ id, scopeId }: Document) =>
    projects.find((project) => project.id === id)?.link ?? linkTo([...ids, id].join('/'), scopeId);
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
  const other = layout === 'rows' ? 'grid' : 'rows';
  const list = {
    ...{ rows, selection, nameOf, onSelect: choose },
    menuOf: (document: Document) => menuFor(document, downloadOf(document)),
    ...{ over: undefined, shownId: shown?.id },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys act on the rows that have the focus
    <div
      onKeyDown={(event) => {
        // Keys typed into a menu or a dialog come by here too, since React's events follow the components and not the page.
        if (event.currentTarget.contains(event.target as Node) && onKey(event)) event.preventDefault();
      }}
    >
      {rows.size + ancestors.length > 0 && (
        <div className={css.bar}>
          {ancestors.length > 0 && (
            <Breadcrumbs label={t('breadcrumbs')}>
              <li>
                <Link {...linkTo(undefined)} search={{}}>
                  {top}
                </Link>
              </li>
              {ancestors.map((step, i) => (
                <li key={step.id}>
                  {i === ancestors.length - 1 ? (
                    <span aria-current="location">{shownName(step.name)}</span>
                  ) : (
                    <Link {...linkTo(ids.slice(0, i + 1).join('/'))} search={{}}>
                      {shownName(step.name)}
                    </Link>
                  )}
                </li>
              ))}
            </Breadcrumbs>
          )}
          {chosen.length > 0 && (
            <SelectionBar
              chosen={chosen}
              sharing={chosen.every(({ id }) => sharing?.isShared(id)) ? sharing : undefined}
              archiveName={shownName(ancestors.at(-1)?.name ?? top)}
              contentsOf={inside}
              onClear={clear}
            />
          )}
          <ActionIcon
            className={css.layout!}
            variant="subtle"
            color="gray"
            aria-label={d(other)}
            title={d(other)}
            onClick={() => setView({ layout: other })}
          >
            <Icon of={other === 'grid' ? IconLayoutGrid : IconList} />
          </ActionIcon>
        </div>
      )}
      {rows.size === 0 ? (
        <EmptyState>{ids.length === 0 ? nothing : t('emptyFolder')}</EmptyState>
      ) : (
        <BesidePreview shown={shown} files={files} onShow={show} menu={shown && menuFor(shown, null)}>
          {layout === 'grid' ? (
            <DocumentGrid {...list} />
          ) : (
            <DocumentTable
              {...list}
              count={rows.size}
              onSelectAll={toggleAll}
              isNarrow={shown !== undefined}
              sort={{ key: sortedBy, isDescending }}
              onSort={(next) => setView({ sortedBy: next.key, isDescending: next.isDescending })}
            />
          )}
        </BesidePreview>
      )}
    </div>
  );
}
