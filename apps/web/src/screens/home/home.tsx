import { Button, Group, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AgreementNotice } from '../../features/agreement/agreementNotice.tsx';
import { DocumentList } from '../../features/document/documentList.tsx';
import { useLateDocumentMenus } from '../../features/document/explorer/lateMenus.tsx';
import { documentMessages } from '../../features/document/messages.ts';
import { useRecentDocuments } from '../../features/document/queries.ts';
import { BudgetWarnings } from '../../features/effort/budgetWarnings.tsx';
import { usePeople } from '../../features/member/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { ProjectName } from '../../features/project/projectName.tsx';
import { projectsOf } from '../../features/project/queries.ts';
import { WaitingList } from '../../features/signing/waitingList.tsx';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { taskMessages } from '../../features/task/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { formatDay } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useToday } from '../../platform/today.ts';
import {
  useHasHeads,
  useIsLoaded,
  useWasLoaded,
  useWasLoadedAtFirst,
} from '../../platform/workspace/loaded.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { useCollection, useCount, useView, useWindow } from '../../platform/workspace/views.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { usePanel } from '../../ui/overlay/panel.ts';
import { ProjectBars } from '../projects/projectBudget.tsx';
import { ProjectProgress } from '../projects/projectProgress.tsx';
import { AskedList } from './askedList.tsx';
import { ChangedList } from './changedList.tsx';
import css from './home.module.css';
import { homeOf } from './homeOf.tsx';
import { homeMessages } from './messages.ts';
import { OwnTasks } from './myTasks.tsx';
import { StarredList } from './starredList.tsx';
import { WeekHours } from './weekHours.tsx';

const route = getRouteApi('/signed-in/$workspace');

/** Number of running projects that are shown. */
const runningCount = 8;

const partOfDay = (hour: number) => (hour < 11 ? 'morning' : hour < 18 ? 'day' : 'evening');

/**
 * Shows a workspace's first page: what is mine today, what runs, what came in last; each as soon as what it needs is here.
 */
export function Home() {
  const t = useMessages(taskMessages);
  const p = useMessages(projectMessages);
  const d = useMessages(documentMessages);
  const h = useMessages(homeMessages);
  const ui = useMessages(uiMessages);
  const { workspace } = route.useParams();
  const { userId } = useWorkspace();
  const name = useSession(
    (session) => session.workspaces.list.find(({ id }) => id === workspace)?.name ?? '',
  );
  const { open } = usePanel();
  const people = usePeople();
  const projects = useCollection('project');
  const count = useCount(projects);
  const ownFirst = useMemo(() => projectsOf(userId), [userId]);
  const running = useWindow(useView(projects, ownFirst), 0, runningCount);
  const documents = useRecentDocuments();
  const { menuOf, dialog } = useLateDocumentMenus(people);
  const hasHeads = useHasHeads();
  const hasAll = useIsLoaded();
  const hadAll = useWasLoaded();
  usePage(name);
  const isWhole = useWasLoadedAtFirst();
  // Answers may come behind their requests, and what was agreed behind everything.
  const notices = hadAll && (
    <>
      <BudgetWarnings workspace={workspace} />
      <AgreementNotice key={workspace} workspace={workspace} askerName={people.get(userId)?.name ?? ''} />
      <WaitingList workspace={workspace} />
    </>
  );
  const asked = hadAll && <AskedList workspace={workspace} />;
  const starred = hadAll && <StarredList workspace={workspace} menuOf={menuOf} />;
  const me = people.get(userId)?.name.split(' ')[0];
  return (
    <>
      <SyncNotices />
      {isWhole && notices}
      <Title order={1}>{me ? h(partOfDay(new Date().getHours()), { name: me }) : name}</Title>
      <p className={css.date}>
        {formatDay(useToday())}
        <span role="status">{!hasAll && ` · ${ui('moreComes')}`}</span>
      </p>
      <div className={css.columns}>
        {count === 0 && hasHeads ? (
          // Tasks lie in projects.
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
          <section aria-labelledby="my-tasks">
            <Group justify="space-between" className={css.head!}>
              <h2 id="my-tasks">{t('myTasks')}</h2>
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<Icon of={IconPlus} size={16} />}
                  onClick={() => open('task')}
                >
                  {t('newTask')}
                </Button>
                <Link className={css.more} to="/$workspace/tasks" params={{ workspace }}>
                  {h('allMyTasks')}
                </Link>
              </Group>
            </Group>
            <OwnTasks heading="h3" />
          </section>
        )}
        <div className={css.side}>
          <WeekHours workspace={workspace} />
          {isWhole && asked}
          <ChangedList workspace={workspace} />
          {count > 0 && (
            <section aria-labelledby="running">
              <Group justify="space-between" className={css.head!}>
                <h2 id="running">{p('running')}</h2>
                <Link className={css.more} to="/$workspace/projects" params={{ workspace }}>
                  {p('allProjects')}
                </Link>
              </Group>
              {!hasHeads && <SkeletonRows rows={3} />}
              {hasHeads && running.length === 0 && <p className={css.quiet}>{p('noneRunning')}</p>}
              <ul className={css.projects}>
                {running.slice(0, hasHeads ? runningCount : 0).map((project) => (
                  <li key={project.id}>
                    <ProjectName project={project} workspace={workspace} />
                    <span className={css.bars}>
                      <ProjectProgress id={project.id} />
                      <ProjectBars id={project.id} />
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {isWhole && starred}
          <section aria-labelledby="recent">
            <Group className={css.head!}>
              <h2 id="recent">{d('recent')}</h2>
            </Group>
            {hasAll && documents.length === 0 && <p className={css.quiet}>{d('noRecent')}</p>}
            {hadAll ? (
              <DocumentList documents={documents} workspace={workspace} homeOf={homeOf} menuOf={menuOf} />
            ) : (
              <SkeletonRows rows={3} />
            )}
          </section>
          {!isWhole && starred}
          {!isWhole && asked}
        </div>
      </div>
      {!isWhole && <div className={css.late}>{notices}</div>}
      {dialog}
    </>
  );
}
