import type { Document } from '@kontor/contract/nouns/document';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import css from '../document.module.css';
import { documentMessages } from '../messages.ts';
import { useDocument } from '../queries.ts';
import type { Root } from '../root.ts';
import { FolderLink } from './folderLink.tsx';

interface FoundInProps {
  document: Document;
  workspace: string;
  root: Root;
  /** The title of a task as the way to it. */
  taskTitle?: ((taskId: string) => ReactNode) | undefined;
  /** Is called where the way leads to the page in view. */
  onStay: () => void;
}

/** Says behind the name of what was found where it lies, as the way there: its folder, or its task. */
export function FoundIn({
  document: { parentId, taskId },
  workspace,
  root,
  taskTitle,
  onStay,
}: FoundInProps) {
  const t = useMessages(documentMessages);
  const folder = useDocument(parentId);
  return (
    <span className={css.home}>
      {taskId ? (
        taskTitle?.(taskId)
      ) : (
        <FolderLink workspace={workspace} root={root} path={folder?.id} title={t('liesIn')} onStay={onStay}>
          {folder ? shownName(folder.name) : t('top')}
        </FolderLink>
      )}
    </span>
  );
}
