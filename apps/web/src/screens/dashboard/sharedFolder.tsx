import type { Share } from '@kontor/contract/nouns/share';
import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { downloadDocument } from '../../features/document/actions.ts';
import { NameCell } from '../../features/document/explorer/nameCell.tsx';
import { typeOf } from '../../features/document/fileIcon.tsx';
import { FileName } from '../../features/document/fileName.tsx';
import { documentMessages } from '../../features/document/messages.ts';
import { BesidePreview } from '../../features/document/preview/besidePreview.tsx';
import { documentOf } from '../../features/document/share/queries.ts';
import { type FolderOfShares, levelOf } from '../../features/document/share/tree.ts';
import { foldersFirst } from '../../features/document/tree.ts';
import { useSigningMarks } from '../../features/signing/signingMark.tsx';
import { formatBytes, formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Column, DataTable } from '../../ui/list/dataTable.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { Breadcrumbs } from '../../ui/nav/breadcrumbs.tsx';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { dashboardMessages } from './messages.ts';

export type FolderLink = Pick<LinkProps, 'to' | 'params'>;

interface SharedFolderProps {
  shares: readonly Share[];
  /** The ids of the folders down to it, separated by slashes. */
  path: string;
  /** The name of the top level. */
  top: string;
  /** Projects that have documents of their own; shown at the top. */
  projects?: readonly { name: string; link: FolderLink }[];
  /** Returns the address of a folder; without folders, of the top level. */
  linkTo: (folders: string | undefined, customerId?: string) => FolderLink;
  /** The text of an empty top level. */
  nothing: string;
}

type Row = { kind: 'project'; name: string; link: FolderLink } | FolderOfShares | Share;

const keyOf = (row: Row) =>
  row.kind === 'project' ? `project ${row.name}` : 'documentId' in row ? row.documentId : row.id;

/** Shows one folder of shared documents, its breadcrumbs, and the open file beside it. */
export function SharedFolder({ shares, path, top, projects = [], linkTo, nothing }: SharedFolderProps) {
  const t = useMessages(dashboardMessages);
  const d = useMessages(documentMessages);
  const navigate = useNavigate();
  const { file } = useSearch({ strict: false });
  const signingMarks = useSigningMarks();
  const ids = path.split('/').filter(Boolean);
  const { ancestors, folders, files, isGone } = useMemo(
    () => levelOf(shares, path.split('/').filter(Boolean)),
    [shares, path],
  );
  const sorted = [...files].sort(foldersFirst);
  const rows: Row[] = [
    ...(ids.length === 0 ? projects.map((project) => ({ kind: 'project', ...project }) as const) : []),
    ...[...folders].sort(foldersFirst),
    ...sorted,
  ];
  const shown = sorted.find(({ documentId }) => documentId === file);
  const show = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: ({ file: _, ...before }) => ({ ...before, ...(id && { file: id }) }),
      replace: file !== undefined,
    });
  if (isGone)
    return (
      <EmptyState action={<ButtonLink {...linkTo(undefined)}>{t('toDocuments')}</ButtonLink>}>
        {t('goneFolder')}
      </EmptyState>
    );
  const name: Column<Row> = {
    key: 'name',
    header: d('name'),
    cell: (row) => {
      const label = shownName(row.name);
      const link =
        row.kind === 'project'
          ? row.link
          : row.kind === 'folder' && !('documentId' in row)
            ? linkTo([...ids, row.id].join('/'), row.customerId)
            : undefined;
      return (
        <NameCell type={'documentId' in row ? typeOf(row) : 'folder'} name={row.name}>
          {link && (
            <Link {...link} search={{}} title={label} data-list-item>
              {label}
            </Link>
          )}
          {'documentId' in row && (
            <QueryLink
              query={{ file: row.documentId }}
              onFollow={() => show(row.documentId)}
              title={label}
              aria-label={label}
              isRow
            >
              <FileName name={label} />
            </QueryLink>
          )}
          {'documentId' in row && signingMarks(documentOf(row))}
        </NameCell>
      );
    },
  };
  const ofFile = (cell: (share: Share) => ReactNode) => (row: Row) =>
    'documentId' in row ? cell(row) : null;
  const facts: Column<Row>[] = [
    {
      key: 'size',
      header: d('size'),
      width: '96px',
      align: 'end',
      wide: true,
      cell: ofFile((share) => formatBytes(share.size ?? 0)),
    },
    {
      key: 'shared',
      header: t('sharedAt'),
      width: '136px',
      wide: true,
      cell: ofFile((share) => formatDate(share.createdAt)),
    },
  ];
  const download: Column<Row> = {
    key: 'download',
    header: null,
    width: '44px',
    align: 'end',
    cell: ofFile((share) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('downloadOf', { name: shownName(share.name) })}
        onClick={() => void downloadDocument(documentOf(share))}
      >
        <Icon of={IconDownload} />
      </ActionIcon>
    )),
  };
  return (
    <>
      {ancestors.length > 0 && (
        <Breadcrumbs label={t('way')}>
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
      {rows.length === 0 ? (
        <EmptyState>{ids.length === 0 ? nothing : t('emptyFolder')}</EmptyState>
      ) : (
        <BesidePreview shown={shown && documentOf(shown)} files={sorted.map(documentOf)} onShow={show}>
          <DataTable
            label={d('documents')}
            columns={[name, ...(shown ? [] : facts), download]}
            rows={rows}
            rowKey={keyOf}
            isSelected={(row) => 'documentId' in row && row.documentId === shown?.documentId}
          />
        </BesidePreview>
      )}
    </>
  );
}
