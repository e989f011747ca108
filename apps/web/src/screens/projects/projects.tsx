import { Button, Checkbox, Group, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useCustomers } from '../../features/customer/queries.ts';
import { ProjectDates } from '../../features/project/dates.tsx';
import { projectMessages } from '../../features/project/messages.ts';
import { ProgressBar } from '../../features/project/progressBar.tsx';
import { ProjectMenu } from '../../features/project/projectMenu.tsx';
import { ProjectName } from '../../features/project/projectName.tsx';
import { matchesQuery, useProjects } from '../../features/project/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { progressByProject } from '../../features/task/progress.ts';
import { useAllTasks } from '../../features/task/queries.ts';
import { useCan } from '../../platform/actor.ts';
import { today } from '../../platform/day.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { type Column, DataTable } from '../../ui/dataTable.tsx';
import { EmptyState } from '../../ui/emptyState.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePanel } from '../../ui/panel.ts';
import css from './projects.module.css';

const route = getRouteApi('/signed-in/$workspace');

/** The projects of a workspace. */
export function Projects() {
  const t = useMessages(projectMessages);
  const { workspace } = route.useParams();
  const { open } = usePanel();
  const mayCreate = useCan('project.create');
  const mayDelete = useCan('project.delete');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [withArchived, setWithArchived] = useState(false);
  const all = useProjects(true);
  const customers = useCustomers(true);
  const nameOf = (customerId: string | undefined) => customers.find(({ id }) => id === customerId)?.name;
  const tasks = useAllTasks();
  const now = today();
  const progress = useMemo(() => progressByProject(tasks, now), [tasks, now]);
  usePage(t('projects'));

  const listed = withArchived ? all : all.filter((project) => !project.archivedAt);
  const rows = query.trim()
    ? listed.filter((project) => matchesQuery(project, query, nameOf(project.customerId)))
    : listed;
  type Row = (typeof rows)[number];
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: (project) => <ProjectName project={project} workspace={workspace} />,
    },
    {
      key: 'customer',
      header: t('customer'),
      width: '184px',
      wide: true,
      cell: ({ type, customerId }) =>
        customerId ? (
          nameOf(customerId)
        ) : (
          <Text c="dimmed" fz="inherit">
            {t(type)}
          </Text>
        ),
    },
    {
      key: 'progress',
      header: t('progress'),
      width: '220px',
      wide: true,
      cell: (project) => <ProgressBar progress={progress.get(project.id)} />,
    },
    {
      key: 'dates',
      header: t('dates'),
      width: '208px',
      wide: true,
      cell: (project) => <ProjectDates project={project} />,
    },
    {
      key: 'actions',
      header: null,
      width: '44px',
      align: 'end',
      cell: (project) => (
        <ProjectMenu project={project} mayDelete={mayDelete} onEdit={() => open('project', project.id)} />
      ),
    },
  ];
  const create = mayCreate && (
    <Button leftSection={<Icon of={IconPlus} />} onClick={() => open('project')}>
      {t('newProject')}
    </Button>
  );
  const openFirst = () => {
    if (rows[0])
      void navigate({ to: '/$workspace/projects/$space', params: { workspace, space: rows[0].id } });
  };
  return (
    <>
      <SyncNotices />
      <Group justify="space-between" mb="lg">
        <Title order={1}>{t('projects')}</Title>
        {all.length > 0 && create}
      </Group>
      {all.length === 0 ? (
        <EmptyState action={create}>{t('none')}</EmptyState>
      ) : (
        <>
          <Group className={css.filters} gap="lg">
            <TextInput
              className={css.search!}
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<Icon of={IconSearch} size={16} />}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && openFirst()}
            />
            <Checkbox
              label={t('showArchived')}
              checked={withArchived}
              onChange={(event) => setWithArchived(event.currentTarget.checked)}
            />
          </Group>
          {rows.length > 0 ? (
            <DataTable label={t('projects')} columns={columns} rows={rows} rowKey={(project) => project.id} />
          ) : (
            <EmptyState
              action={
                !query.trim() && (
                  <Button variant="default" onClick={() => setWithArchived(true)}>
                    {t('showArchived')}
                  </Button>
                )
              }
            >
              {query.trim() ? t('noneFound', { query: query.trim() }) : t('onlyArchived')}
            </EmptyState>
          )}
        </>
      )}
    </>
  );
}
