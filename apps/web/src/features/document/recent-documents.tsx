import type { Document } from '@kontor/contract/document';
import { Link } from '@tanstack/react-router';
import { formatAgo } from '../../platform/format.ts';
import { useMessages } from '../../platform/messages.ts';
import css from './document.module.css';
import { FileIcon, typeOf } from './file-icon.tsx';
import { documentMessages } from './messages.ts';
import { shownName } from './safe-name.ts';
import { taskDocumentsPath } from './tree.ts';

interface RecentDocumentsProps {
  documents: readonly Document[];
  workspace: string;
  placeOf: (document: Document) => string | undefined;
}

/** The last files, each a link to its preview in its folder. */
export function RecentDocuments({ documents, workspace, placeOf }: RecentDocumentsProps) {
  const t = useMessages(documentMessages);
  if (documents.length === 0) return <p className={css.empty}>{t('noRecent')}</p>;
  return (
    <ul className={css.list}>
      {documents.map((document) => (
        <li key={document.id}>
          <span className={css.cell}>
            <FileIcon type={typeOf(document)} />
            <Link
              to="/$workspace/projects/$space/documents/$"
              params={{
                workspace,
                space: document.scopeId,
                _splat: document.taskId ? taskDocumentsPath : (document.parentId ?? ''),
              }}
              search={{ file: document.id }}
            >
              {shownName(document.name)}
            </Link>
          </span>
          <span className={css.place}>{placeOf(document)}</span>
          <span className={css.quiet}>{formatAgo(document.createdAt)}</span>
        </li>
      ))}
    </ul>
  );
}
