import type { Document } from '@kontor/contract/nouns/document';
import type { ReactNode } from 'react';
import { formatAgo } from '../../platform/text/format.ts';
import css from './document.module.css';
import { DocumentLink } from './documentLink.tsx';
import { changedAt } from './explorer/arrange.ts';
import { NameCell } from './explorer/nameCell.tsx';
import { typeOf } from './fileIcon.tsx';
import { NativeButton } from './native/nativeButton.tsx';

interface DocumentListProps {
  documents: readonly Document[];
  workspace: string;
  /** The project or customer that a document belongs to. */
  homeOf: (document: Document) => ReactNode;
  /** Returns what can be done with a document. */
  menuOf: (documentId: string) => ReactNode;
}

/** Shows folders and files from anywhere, each a link to where it opens, with where it belongs. */
export function DocumentList({ documents, workspace, homeOf, menuOf }: DocumentListProps) {
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
          {menuOf(document.id)}
        </li>
      ))}
    </ul>
  );
}
