import { Title } from '@mantine/core';
import { getRouteApi, useParams } from '@tanstack/react-router';
import { useProjectShares } from '../../features/document/share/queries.ts';
import { ProjectDates } from '../../features/project/dates.tsx';
import { ProgressBar } from '../../features/project/progressBar.tsx';
import { useProjectCards } from '../../features/projectCard/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { ButtonLink } from '../../ui/nav/link.tsx';
import css from './dashboard.module.css';
import { dashboardMessages } from './messages.ts';
import { progressOf } from './progress.ts';
import { SharedFolder } from './sharedFolder.tsx';

const route = getRouteApi('/signed-in/$workspace/dashboard');

/** Shows one project of the customer: its facts, and its shared documents by folder. */
export function DashboardProject() {
  const t = useMessages(dashboardMessages);
  const { workspace } = route.useParams();
  const { space = '', _splat = '' } = useParams({ strict: false });
  const card = useProjectCards().find(({ projectId }) => projectId === space);
  const shares = useProjectShares(space);
  usePage(t('project'));
  if (!card)
    return (
      <EmptyState
        action={
          <ButtonLink to="/$workspace/dashboard/project" params={{ workspace }}>
            {t('toProjects')}
          </ButtonLink>
        }
      >
        {t('goneProject')}
      </EmptyState>
    );
  return (
    <>
      <SyncNotices />
      <Title order={1} size="h2">
        {card.name}
      </Title>
      <div className={css.facts}>
        {card.archivedAt ? <span>{t('finished')}</span> : <ProgressBar progress={progressOf(card)} />}
        <ProjectDates project={card} />
      </div>
      <SharedFolder
        shares={shares}
        path={_splat}
        top={card.name}
        linkTo={(folders) =>
          folders
            ? {
                to: '/$workspace/dashboard/project/$space/$',
                params: { workspace, space, _splat: folders },
              }
            : { to: '/$workspace/dashboard/project/$space', params: { workspace, space } }
        }
        nothing={t('noneInProject')}
        gone={t('goneFolder')}
      />
    </>
  );
}
