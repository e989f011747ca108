import { VisuallyHidden } from '@mantine/core';
import { getRouteApi, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useShares } from '../../features/document/share/queries.ts';
import { useProjectCards } from '../../features/projectCard/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useOwnCustomerId } from '../../platform/workspace/actor.ts';
import { dashboardMessages } from './messages.ts';
import { SharedFolder } from './sharedFolder.tsx';
import type { SharedProject } from './sharedProject.ts';

const route = getRouteApi('/signed-in/$workspace/dashboard');

/** Shows everything that was shared with a customer: a folder for each project, and what belongs to none. */
export function DashboardDocuments() {
  const t = useMessages(dashboardMessages);
  const { workspace } = route.useParams();
  const { customer, _splat = '' } = useParams({ strict: false });
  const ownCustomerId = useOwnCustomerId();
  const customerId = customer ?? ownCustomerId;
  const shares = useShares(customerId);
  const cards = useProjectCards();
  const [own, projects] = useMemo(() => {
    const shown = new Set(cards.map(({ projectId }) => projectId));
    // A private project has no card: what is shared of it stands among what belongs to no project.
    const isOwn = ({ projectId }: { projectId?: string | undefined }) => !projectId || !shown.has(projectId);
    const folders = cards.map(
      ({ projectId, name }): SharedProject => ({
        id: projectId,
        name,
        shares: shares.filter((share) => share.projectId === projectId),
        linkTo: (folders) =>
          folders
            ? {
                to: '/$workspace/dashboard/project/$space/$',
                params: { workspace, space: projectId, _splat: folders },
              }
            : { to: '/$workspace/dashboard/project/$space', params: { workspace, space: projectId } },
      }),
    );
    return [shares.filter(isOwn), folders.filter((folder) => folder.shares.length > 0)];
  }, [shares, cards, workspace]);
  usePage(t('documents'));
  return (
    <>
      <SyncNotices />
      <VisuallyHidden component="h1">{t('documents')}</VisuallyHidden>
      <SharedFolder
        shares={own}
        path={_splat}
        top={t('documents')}
        projects={projects}
        linkTo={(folders, folderCustomerId) => {
          const base = { workspace, customer: customerId ?? folderCustomerId ?? '' };
          if (folders)
            return { to: '/$workspace/dashboard/customer/$customer/$', params: { ...base, _splat: folders } };
          return customer
            ? { to: '/$workspace/dashboard/customer/$customer', params: base }
            : { to: '/$workspace/dashboard/customer', params: { workspace } };
        }}
        nothing={t('noDocuments')}
        gone={t('goneFolder')}
      />
    </>
  );
}
