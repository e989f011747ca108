import type { Document } from '@kontor/contract/nouns/document';
import { formatAgo } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import css from './document.module.css';
import { DocumentLink } from './documentLink.tsx';
import { NameCell } from './explorer/nameCell.tsx';
import { typeOf } from './fileIcon.tsx';
import { documentMessages } from './messages.ts';

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
          <NameCell type={typeOf(document)}>
            <DocumentLink document={document} workspace={workspace} />
          </NameCell>
          <span className={css.place}>{placeOf(document)}</span>
          <span className={css.quiet}>{formatAgo(document.createdAt)}</span>
        </li>
      ))}
    </ul>
  );
}
