import { useMemo } from 'react';
import { customerMessages } from '../../features/customer/messages.ts';
import { useCustomer } from '../../features/customer/queries.ts';
import { useDocumentMenus } from '../../features/document/explorer/documentMenus.tsx';
import { ListTabs } from '../../features/document/explorer/listTabs.tsx';
import { documentMessages } from '../../features/document/messages.ts';
import { useShares } from '../../features/document/share/queries.ts';
import { useSharing } from '../../features/document/share/sharing.ts';
import { sharedPath } from '../../features/document/tree.ts';
import { usePeople } from '../../features/member/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasHeads } from '../../platform/workspace/loaded.ts';
import { useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { SharedFolder } from '../dashboard/sharedFolder.tsx';
import type { SharedProject } from '../dashboard/sharedProject.ts';
import css from './customers.module.css';
import { sharedLink } from './sharedCount.tsx';

interface CustomerSharedProps {
  workspace: string;
  customerId: string;
  /** The ids of the folders down to it, outermost first; the one of a project stands first. */
  path: readonly string[];
}

/**
 * Shows those who work here what a customer sees: a folder for each project, and what belongs to none. Here, too, they can do
 * with it what they can where it lies, and stop sharing whatever it is.
 */
export function CustomerShared({ workspace, customerId, path }: CustomerSharedProps) {
  const t = useMessages(customerMessages);
  const d = useMessages(documentMessages);
  const { records } = useWorkspace();
  const shares = useShares(customerId);
  const sharing = useSharing(useCustomer(customerId));
  const { menuOf, actsOn, dialog } = useDocumentMenus(usePeople(), sharing);
  const all = useAll('project');
  const [own, projects] = useMemo(() => {
    const ofProject = Map.groupBy(shares, ({ projectId }) => projectId);
    const shown = all.flatMap(({ id, name }): SharedProject[] => {
      const within = ofProject.get(id);
      const linkTo = (folders = '') => sharedLink(workspace, customerId, [id, ...(folders ? [folders] : [])]);
      return within ? [{ id, name, shares: within, linkTo }] : [];
    });
    const ids = new Set(shown.map(({ id }) => id));
    // What is shared of a project that this person does not read stands among what belongs to none.
    return [shares.filter(({ projectId }) => !projectId || !ids.has(projectId)), shown];
  }, [shares, all, workspace, customerId]);
  const hasHeads = useHasHeads();
  const project = projects.find(({ id }) => id === path[0]);
  const top = project ? [project.id] : [];
  const below = path.slice(top.length);
  // Nobody knows yet what belongs to a project.
  if (!hasHeads) return <SkeletonRows />;
  return (
    <>
      <p className={css.quiet}>{t('sharedHint')}</p>
      <SharedFolder
        shares={project?.shares ?? own}
        path={below.join('/')}
        top={project?.name ?? d('shared')}
        {...(project
          ? { above: { name: d('shared'), link: sharedLink(workspace, customerId) } }
          : { projects })}
        linkTo={(folders) => sharedLink(workspace, customerId, [...top, ...(folders ? [folders] : [])])}
        sharing={sharing}
        menuOf={menuOf}
        actsOn={actsOn}
        tabs={(view) => (
          <ListTabs
            workspace={workspace}
            root={{ scopeId: records.scopeOf('staff'), customerId }}
            list={sharedPath}
            {...view}
          />
        )}
        nothing={t('nothingShared')}
        gone={t('goneShared')}
      />
      {dialog}
    </>
  );
}
