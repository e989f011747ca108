import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { customerMessages } from '../../features/customer/messages.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { useProjectColumns } from '../../features/project/projectColumns.tsx';
import { useProjects } from '../../features/project/queries.ts';
import { progressByProject } from '../../features/task/progress.ts';
import { useAllTasks } from '../../features/task/queries.ts';
import { today } from '../../platform/text/day.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { DataTable } from '../../ui/list/dataTable.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';

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
  const projects = useProjects(withArchived);
  const rows = useMemo(
    () => projects.filter((project) => project.customerId === customerId),
    [projects, customerId],
  );
  const tasks = useAllTasks();
  const now = today();
  const progress = useMemo(() => progressByProject(tasks, now), [tasks, now]);
  const {
    name,
    progress: done,
    dates,
    actions,
  } = useProjectColumns({
    workspace,
    progress,
    onEdit: (id) => open('project', id),
  });
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
  return (
    <DataTable
      label={t('projects')}
      columns={[name, done, dates, actions]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}
