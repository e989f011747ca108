import type { Document } from '@kontor/contract/nouns/document';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { Breadcrumbs } from '../../../ui/nav/breadcrumbs.tsx';
import { documentMessages } from '../messages.ts';
import type { Root } from '../root.ts';
import { pathOf } from './folder.ts';
import { FolderLink } from './folderLink.tsx';

/** The drop target that stands for the top of a root; ids never look like it. */
export const topTarget = 'top';

interface FolderBreadcrumbsProps {
  workspace: string;
  root: Root;
  ancestors: readonly Document[];
  isTaskDocuments: boolean;
  /** The drop target under the pointer. */
  over: string | undefined;
}

/** Shows the folders down to the one in view; things can be dropped on them. */
export function FolderBreadcrumbs({
  workspace,
  root,
  ancestors,
  isTaskDocuments,
  over,
}: FolderBreadcrumbsProps) {
  const t = useMessages(documentMessages);
  const isTop = ancestors.length === 0 && !isTaskDocuments;
  return (
    <Breadcrumbs label={t('documents')}>
      <li data-drop-into={isTop ? undefined : topTarget} data-into={over === topTarget || undefined}>
        {isTop ? (
          <span aria-current="location">{t('top')}</span>
        ) : (
          <FolderLink workspace={workspace} root={root} path={undefined}>
            {t('top')}
          </FolderLink>
        )}
      </li>
      {isTaskDocuments && (
        <li>
          <span aria-current="location">{t('taskDocuments')}</span>
        </li>
      )}
      {ancestors.map((folder, index) => {
        const isLast = index === ancestors.length - 1;
        return (
          <li
            key={folder.id}
            data-drop-into={isLast ? undefined : folder.id}
            data-into={over === folder.id || undefined}
          >
            {isLast ? (
              <span aria-current="location">{shownName(folder.name)}</span>
            ) : (
              <FolderLink workspace={workspace} root={root} path={pathOf(ancestors.slice(0, index + 1))}>
                {shownName(folder.name)}
              </FolderLink>
            )}
          </li>
        );
      })}
    </Breadcrumbs>
  );
}
