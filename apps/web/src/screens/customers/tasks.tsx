import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { customerMessages } from '../../features/customer/messages.ts';
import { usePeople } from '../../features/member/queries.ts';
import { useProjects } from '../../features/project/queries.ts';
import { TaskList } from '../../features/task/list/taskList.tsx';
import { taskMessages } from '../../features/task/messages.ts';
import { useAllTasks } from '../../features/task/queries.ts';
import { isVisible, type Visibility, visibilities } from '../../features/task/visibility.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import css from './customers.module.css';
import { useCustomerPage } from './way.ts';

const route = getRouteApi('/signed-in/$workspace/customers/$customer');

/** The tasks of a customer's running projects, grouped by status. */
export function CustomerTasks() {
  const t = useMessages(taskMessages);
  const c = useMessages(customerMessages);
  const { workspace, customer } = route.useParams();
  const { open } = usePanel();
  const { userId } = useWorkspace();
  const [show, setShow] = useState<Visibility>('all');
  const people = usePeople();
  const projects = useProjects();
  const all = useAllTasks();
  const names = useMemo(
    () =>
      new Map(projects.flatMap(({ id, name, customerId }) => (customerId === customer ? [[id, name]] : []))),
    [projects, customer],
  );
  const tasks = useMemo(() => all.filter((task) => names.has(task.scopeId) && !task.parentId), [all, names]);
  const visible = useMemo(() => tasks.filter((task) => isVisible(task, show, userId)), [tasks, show, userId]);
  useCustomerPage(workspace, customer, t('tasks'));
  return (
    <>
      <div className={css.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('visibility')}
          value={show}
          onChange={(value) => setShow(value as Visibility)}
          data={visibilities.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      {visible.length > 0 ? (
        <TaskList
          tasks={visible}
          people={people}
          onOpen={(id) => open('task', id)}
          placeOf={(task) => names.get(task.scopeId)}
        />
      ) : (
        <EmptyState>{tasks.length > 0 ? t('noneVisible') : c('noTasks')}</EmptyState>
      )}
    </>
  );
}
