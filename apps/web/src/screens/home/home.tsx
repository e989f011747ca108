import { Button, Group, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCustomers } from '../../features/customer/queries.ts';
import { documentMessages } from '../../features/document/messages.ts';
import { useRecentDocuments } from '../../features/document/queries.ts';
import { RecentDocuments } from '../../features/document/recentDocuments.tsx';
import { usePeople } from '../../features/member/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { ProgressBar } from '../../features/project/progressBar.tsx';
import { ProjectName } from '../../features/project/projectName.tsx';
import { useProjects } from '../../features/project/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { MyTaskList } from '../../features/task/list/myTaskList.tsx';
import { taskMessages } from '../../features/task/messages.ts';
import { progressByProject } from '../../features/task/progress.ts';
import { useAllTasks, useAssignedTasks } from '../../features/task/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { today } from '../../platform/text/day.ts';
import { formatDay } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import css from './home.module.css';
import { homeMessages } from './messages.ts';

const route = getRouteApi('/signed-in/$workspace');

const partOfDay = (hour: number) => (hour < 11 ? 'morning' : hour < 18 ? 'day' : 'evening');

/** A workspace's first page: what is mine today, what runs, what came in last. */
export function Home() {
  const t = useMessages(taskMessages);
  const p = useMessages(projectMessages);
  const d = useMessages(documentMessages);
  const h = useMessages(homeMessages);
  const { workspace } = route.useParams();
  const { userId } = useWorkspace();
  const name = useSession(
    (session) => session.workspaces.list.find(({ id }) => id === workspace)?.name ?? '',
  );
  const { open } = usePanel();
  const people = usePeople();
  const running = useProjects();
  const projects = useProjects(true);
  const assigned = useAssignedTasks(userId);
  const tasks = useAllTasks();
  const documents = useRecentDocuments();
  const customers = useCustomers(true);
  const now = today();
  const progress = useMemo(() => progressByProject(tasks, now), [tasks, now]);
  const byId = useMemo(() => new Map(projects.map((project) => [project.id, project])), [projects]);
  const mine = useMemo(
    () => assigned.filter((task) => !byId.get(task.scopeId)?.archivedAt),
    [assigned, byId],
  );
  usePage(name);
  const me = people.get(userId)?.name.split(' ')[0];
  return (
    <>
      <SyncNotices />
      <Title order={1}>{me ? h(partOfDay(new Date().getHours()), { name: me }) : name}</Title>
      <p className={css.date}>{formatDay(now)}</p>
      {projects.length === 0 ? (
        <EmptyState
          action={
            <Button leftSection={<Icon of={IconPlus} />} onClick={() => open('project')}>
              {p('newProject')}
            </Button>
          }
        >
          {p('none')}
        </EmptyState>
      ) : (
        <div className={css.columns}>
          <section aria-labelledby="my-tasks">
            <Group justify="space-between" className={css.head!}>
              <h2 id="my-tasks">{t('myTasks')}</h2>
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<Icon of={IconPlus} size={16} />}
                onClick={() => open('task')}
              >
                {t('newTask')}
              </Button>
            </Group>
            <MyTaskList
              tasks={mine}
              userId={userId}
              placeOf={(task) => byId.get(task.scopeId)?.name}
              onOpen={(id) => open('task', id)}
            />
          </section>
          <div className={css.side}>
            <section aria-labelledby="running">
              <Group justify="space-between" className={css.head!}>
                <h2 id="running">{p('running')}</h2>
                <Link className={css.more} to="/$workspace/projects" params={{ workspace }}>
                  {p('allProjects')}
                </Link>
              </Group>
              {running.length === 0 && <p className={css.quiet}>{p('noneRunning')}</p>}
              <ul className={css.projects}>
                {running.slice(0, 8).map((project) => (
                  <li key={project.id}>
                    <ProjectName project={project} workspace={workspace} />
                    <ProgressBar progress={progress.get(project.id)} />
                  </li>
                ))}
              </ul>
            </section>
            <section aria-labelledby="recent">
              <Group className={css.head!}>
                <h2 id="recent">{d('recent')}</h2>
              </Group>
              <RecentDocuments
                documents={documents}
                workspace={workspace}
                placeOf={({ scopeId, customerId }) =>
                  customerId ? customers.find(({ id }) => id === customerId)?.name : byId.get(scopeId)?.name
                }
              />
            </section>
          </div>
        </div>
      )}
    </>
  );
}
