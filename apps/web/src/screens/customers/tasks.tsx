import type { Collection } from '@kontor/client/replica/collection';
import { type Visibility, visibilities } from '@kontor/contract/entity/visibility';
import type { Project } from '@kontor/contract/nouns/project';
import type { Task } from '@kontor/contract/nouns/task';
import { Button, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { customerMessages } from '../../features/customer/messages.ts';
import { usePeople } from '../../features/member/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { ProjectLabel } from '../../features/project/projectLabel.tsx';
import { useHasOnlyArchived } from '../../features/project/queries.ts';
import type { TaskSelection } from '../../features/task/board/columns.ts';
import { TaskList } from '../../features/task/list/taskList.tsx';
import { taskMessages } from '../../features/task/messages.ts';
import { useTasks } from '../../features/task/queries.ts';
import { isVisible } from '../../features/task/visibility.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { type ListSetting, useListView } from '../../platform/workspace/listView.ts';
import { useCollection, useCount } from '../../platform/workspace/views.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { useCustomerPage } from './breadcrumbs.ts';
import css from './customers.module.css';

const route = getRouteApi('/signed-in/$workspace/customers/$customer');

const initial: ListSetting = { sortedBy: '', isDescending: false, layout: 'list' };
const projectOf = ({ scopeId }: Task) => <ProjectLabel id={scopeId} />;

/** Returns the tasks of a customer's running projects; subtasks stand in their tasks. */
const customerTasks = (
  projects: Collection<Project>,
  customerId: string,
  visibility: Visibility,
  userId: string,
): TaskSelection => ({
  filter: (task) => {
    if (task.parentId || !isVisible(task, visibility, userId)) return false;
    const project = projects.get(task.scopeId);
    return project?.customerId === customerId && !project.archivedAt;
  },
  reads: [projects],
});

/** Shows the tasks of a customer's running projects, grouped by status. */
export function CustomerTasks() {
  const t = useMessages(taskMessages);
  const c = useMessages(customerMessages);
  const p = useMessages(projectMessages);
  const { workspace, customer } = route.useParams();
  const { open } = usePanel();
  const { userId } = useWorkspace();
  const [{ show = 'all' }, setView] = useListView(`tasks of ${customer}`, initial);
  const people = usePeople();
  const projects = useCollection('project');
  const all = useMemo(() => customerTasks(projects, customer, 'all', userId), [projects, customer, userId]);
  const selection = useMemo(
    () => customerTasks(projects, customer, show, userId),
    [projects, customer, show, userId],
  );
  const total = useCount(useTasks(all));
  const count = useCount(useTasks(selection));
  const hasOnlyArchived = useHasOnlyArchived(customer);
  const onOpen = useCallback((id: string) => open('task', id), [open]);
  useCustomerPage(workspace, customer, t('tasks'));
  return (
    <>
      <div className={css.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('visibility')}
          value={show}
          onChange={(value) => setView({ show: value as Visibility })}
          data={visibilities.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      {count > 0 ? (
        <TaskList selection={selection} people={people} onOpen={onOpen} projectOf={projectOf} />
      ) : (
        <EmptyState
          action={
            total > 0 && (
              <Button variant="default" onClick={() => setView({ show: 'all' })}>
                {t('showAll')}
              </Button>
            )
          }
        >
          {total > 0 ? t('noneVisible') : hasOnlyArchived ? p('onlyArchived') : c('noTasks')}
        </EmptyState>
      )}
    </>
  );
}
