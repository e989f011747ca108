import type { Document } from '@kontor/contract/document';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../platform/messages.ts';
import css from './explorer.module.css';
import { pathOf } from './folder.ts';
import { documentMessages } from './messages.ts';
import { shownName } from './shownName.ts';

/** The drop target that stands for the top of a project's documents; ids never look like it. */
export const topTarget = 'top';

interface BreadcrumbProps {
  workspace: string;
  projectId: string;
  way: readonly Document[];
  isTaskDocuments: boolean;
  /** The drop target under the pointer. */
  over: string | undefined;
}

/** The way to a folder; things can be dropped on its parts. */
export function Breadcrumb({ workspace, projectId, way, isTaskDocuments, over }: BreadcrumbProps) {
  const t = useMessages(documentMessages);
  const base = { workspace, space: projectId };
  const isTop = way.length === 0 && !isTaskDocuments;
  return (
    <nav className={css.breadcrumb} aria-label={t('documents')}>
      <ol>
        <li data-drop-into={isTop ? undefined : topTarget} data-into={over === topTarget || undefined}>
          {isTop ? (
            <span aria-current="location">{t('top')}</span>
          ) : (
            <Link to="/$workspace/projects/$space/documents" params={base} search={{}}>
              {t('top')}
            </Link>
          )}
        </li>
        {isTaskDocuments && (
          <li>
            <span aria-current="location">{t('taskDocuments')}</span>
          </li>
        )}
        {way.map((folder, index) => {
          const isLast = index === way.length - 1;
          return (
            <li
              key={folder.id}
              data-drop-into={isLast ? undefined : folder.id}
              data-into={over === folder.id || undefined}
            >
              {isLast ? (
                <span aria-current="location">{shownName(folder.name)}</span>
              ) : (
                <Link
                  to="/$workspace/projects/$space/documents/$"
                  params={{ ...base, _splat: pathOf(way.slice(0, index + 1)) }}
                  search={{}}
                >
                  {shownName(folder.name)}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
