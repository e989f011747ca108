import type { Project } from '@kontor/contract/nouns/project';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { customerMessages } from '../../features/customer/messages.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { useProjectColumns } from '../../features/project/projectColumns.tsx';
import { customerProjects, useHasOnlyArchived } from '../../features/project/queries.ts';
import { byName } from '../../platform/text/compare.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { type ListSetting, useListView } from '../../platform/workspace/listView.ts';
import { useHasHeads } from '../../platform/workspace/loaded.ts';
import { useCollection, useCount, useView } from '../../platform/workspace/views.ts';
import { type Column, DataTable } from '../../ui/list/dataTable.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { comparing } from '../../ui/list/sort.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { ProjectHours, ProjectMoney } from '../projects/projectBudget.tsx';
import { useProjectOrders } from '../projects/projectOrders.ts';
import { ProjectProgress } from '../projects/projectProgress.tsx';

const byNameUpwards: ListSetting = { sortedBy: 'name', isDescending: false, layout: 'rows' };

/** Returns how the projects of customers were left, one customer's as another's. */
export const useProjectsView = () => useListView('projects of customers', byNameUpwards);

interface ProjectTableProps {
  workspace: string;
  customerId: string;
  withArchived: boolean;
}

/** Shows a customer's projects: how far they are, hours and money, dates where there is room. */
export function ProjectTable({ workspace, customerId, withArchived }: ProjectTableProps) {
  const t = useMessages(projectMessages);
  const c = useMessages(customerMessages);
  const { open } = usePanel();
  const [{ sortedBy, isDescending }, setView] = useProjectsView();
  const sort = useMemo(() => ({ key: sortedBy, isDescending }), [sortedBy, isDescending]);
  const { orders, reads } = useProjectOrders();
  const spec = useMemo(
    () => ({
      ...customerProjects(customerId, withArchived),
      compare: comparing(orders, sort, byName),
      reads: reads[sort.key] ?? [],
    }),
    [customerId, withArchived, orders, reads, sort],
  );
  const rows = useView(useCollection('project'), spec);
  const count = useCount(rows);
  const hasOnlyArchived = useHasOnlyArchived(customerId);
  const hasHeads = useHasHeads();
  const seesMoney = useCan('budget.update');
  const {
    name,
    progress: done,
    hours,
    dates,
    actions,
  } = useProjectColumns({
    workspace,
    progressOf: (id) => <ProjectProgress id={id} />,
    hoursOf: (id) => <ProjectHours id={id} />,
    onEdit: (id) => open('project', id),
  });
  const money: Column<Project> = {
    key: 'money',
    header: t('moneyUsed'),
    width: '196px',
    isOptional: true,
    cell: ({ id }) => <ProjectMoney id={id} />,
  };
  if (count === 0 && !hasHeads) return <SkeletonRows rows={3} />;
  if (count === 0)
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={() => open('project')}>
            {c('newProject')}
          </Button>
        }
      >
        {hasOnlyArchived ? t('onlyArchived') : c('noProjects')}
      </EmptyState>
    );
  return (
    <DataTable
      label={t('projects')}
      columns={[name, done, hours, ...(seesMoney ? [money] : []), dates, actions]}
      rows={rows}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={({ key, isDescending: isDown }) => setView({ sortedBy: key, isDescending: isDown })}
    />
  );
}
