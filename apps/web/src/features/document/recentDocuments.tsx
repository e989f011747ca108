import type { Document } from '@kontor/contract/document';
import { Link } from '@tanstack/react-router';
import { formatAgo } from '../../platform/format.ts';
import { useMessages } from '../../platform/messages.ts';
import css from './document.module.css';
import { FileIcon, typeOf } from './fileIcon.tsx';
import { documentMessages } from './messages.ts';
import { shownName } from './shownName.ts';
import { taskDocumentsPath } from './tree.ts';

interface RecentDocumentsProps {
  documents: readonly Document[];
  workspace: string;
  placeOf: (document: Document) => string | undefined;
}

/** The link to a file's preview in its folder. */
function FileLink({ document, workspace }: { document: Document; workspace: string }) {
  const base = { workspace, space: document.scopeId };
  const folder = document.taskId ? taskDocumentsPath : document.parentId;
  const search = { file: document.id };
  const name = shownName(document.name);
  return folder ? (
    <Link to="/$workspace/projects/$space/documents/$" params={{ ...base, _splat: folder }} search={search}>
      {name}
    </Link>
  ) : (
    <Link to="/$workspace/projects/$space/documents" params={base} search={search}>
      {name}
    </Link>
  );
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
            <FileLink document={document} workspace={workspace} />
          </span>
          <span className={css.place}>{placeOf(document)}</span>
          <span className={css.quiet}>{formatAgo(document.createdAt)}</span>
        </li>
      ))}
    </ul>
  );
}
