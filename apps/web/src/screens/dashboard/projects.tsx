import type { ProjectCard } from '@kontor/contract/nouns/projectCard';
import { VisuallyHidden } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ProjectDates } from '../../features/project/dates.tsx';
import { ProgressBar } from '../../features/project/progressBar.tsx';
import { useProjectCards } from '../../features/projectCard/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { type Column, DataTable } from '../../ui/list/dataTable.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { RecordName } from '../../ui/list/recordName.tsx';
import { dashboardMessages } from './messages.ts';
import { progressOf } from './progress.ts';

const route = getRouteApi('/signed-in/$workspace/dashboard');

/** Shows the customer's projects: name, how far they are, when they run. */
export function DashboardProjects() {
  const t = useMessages(dashboardMessages);
  const { workspace } = route.useParams();
  const cards = useProjectCards();
  usePage(t('projects'));
  const columns: Column<ProjectCard>[] = [
    {
      key: 'name',
      header: t('project'),
      cell: ({ projectId, name }) => (
        <RecordName>
          <Link
            to="/$workspace/dashboard/project/$space"
            params={{ workspace, space: projectId }}
            title={name}
            data-list-item
          >
            {name}
          </Link>
        </RecordName>
      ),
    },
    {
      key: 'progress',
      header: t('progress'),
      width: '120px',
      cell: (card) => (card.archivedAt ? t('finished') : <ProgressBar progress={progressOf(card)} />),
    },
    {
      key: 'dates',
      header: t('dates'),
      width: '208px',
      isOptional: true,
      cell: (card) => <ProjectDates project={card} />,
    },
  ];
  return (
    <>
      <SyncNotices />
      <VisuallyHidden component="h1">{t('projects')}</VisuallyHidden>
      {cards.length === 0 ? (
        <EmptyState>{t('noProjects')}</EmptyState>
      ) : (
        <DataTable
          label={t('projects')}
          columns={columns}
          rows={cards}
          rowKey={({ projectId }) => projectId}
        />
      )}
    </>
  );
}
