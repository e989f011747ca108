import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { customerMessages } from '../../features/customer/messages.ts';
import { ProjectDates } from '../../features/project/dates.tsx';
import { projectMessages } from '../../features/project/messages.ts';
import { ProgressBar } from '../../features/project/progressBar.tsx';
import { ProjectMenu } from '../../features/project/projectMenu.tsx';
import { ProjectName } from '../../features/project/projectName.tsx';
import { useProjects } from '../../features/project/queries.ts';
import { progressByProject } from '../../features/task/progress.ts';
import { useAllTasks } from '../../features/task/queries.ts';
import { useCan } from '../../platform/actor.ts';
import { today } from '../../platform/day.ts';
import { useMessages } from '../../platform/messages.ts';
import { type Column, DataTable } from '../../ui/dataTable.tsx';
import { EmptyState } from '../../ui/emptyState.tsx';
import { usePanel } from '../../ui/panel.ts';

interface ProjectTableProps {
  workspace: string;
  customerId: string;
  withArchived: boolean;
}

/** A customer's projects with their progress. */
export function ProjectTable({ workspace, customerId, withArchived }: ProjectTableProps) {
  const t = useMessages(projectMessages);
  const c = useMessages(customerMessages);
  const { open } = usePanel();
  const mayDelete = useCan('project.delete');
  const projects = useProjects(withArchived);
  const rows = useMemo(
    () => projects.filter((project) => project.customerId === customerId),
    [projects, customerId],
  );
  const tasks = useAllTasks();
  const now = today();
  const progress = useMemo(() => progressByProject(tasks, now), [tasks, now]);
  type Row = (typeof rows)[number];
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: (project) => <ProjectName project={project} workspace={workspace} />,
    },
    {
      key: 'progress',
      header: t('progress'),
      width: '148px',
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
  if (rows.length === 0)
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={() => open('project')}>
            {c('newProject')}
          </Button>
        }
      >
        {c('noProjects')}
      </EmptyState>
    );
  return <DataTable label={t('projects')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
