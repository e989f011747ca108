import type { Document } from '@kontor/contract/nouns/document';
import type { ReactNode } from 'react';
import { formatAgo } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import css from './document.module.css';
import { DocumentLink } from './documentLink.tsx';
import { changedAt } from './explorer/arrange.ts';
import { NameCell } from './explorer/nameCell.tsx';
import { typeOf } from './fileIcon.tsx';
import { documentMessages } from './messages.ts';
import { NativeButton } from './native/nativeButton.tsx';

interface RecentDocumentsProps {
  documents: readonly Document[];
  workspace: string;
  /** The project or customer that a document belongs to. */
  homeOf: (document: Document) => ReactNode;
}

/** Shows the files that were changed last, each a link to its preview in its folder. */
export function RecentDocuments({ documents, workspace, homeOf }: RecentDocumentsProps) {
  const t = useMessages(documentMessages);
  if (documents.length === 0) return <p className={css.empty}>{t('noRecent')}</p>;
  return (
    <ul className={css.list}>
      {documents.map((document) => (
        <li key={document.id}>
          <NameCell type={typeOf(document)} name={document.name}>
            <DocumentLink document={document} workspace={workspace} />
          </NameCell>
          <span className={css.home}>{homeOf(document)}</span>
          <span className={css.quiet}>{formatAgo(changedAt(document))}</span>
          <NativeButton document={document} />
        </li>
      ))}
    </ul>
  );
}
