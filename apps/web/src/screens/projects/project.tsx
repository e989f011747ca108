import { leadFirst, leadOf } from '@kontor/contract/nouns/lead';
import { projectRoomId } from '@kontor/contract/nouns/room';
import { Title } from '@mantine/core';
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router';
import { CustomerLink } from '../../features/customer/customerLink.tsx';
import { usePeople } from '../../features/member/queries.ts';
import { ProjectDates } from '../../features/project/dates.tsx';
import { projectMessages } from '../../features/project/messages.ts';
import { PrivateMark } from '../../features/project/privateMark.tsx';
import { ProjectMenu } from '../../features/project/projectMenu.tsx';
import { useIsClosed, useProject } from '../../features/project/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { RecordHead } from '../../ui/list/recordHead.tsx';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { TabNav } from '../../ui/nav/tabNav.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { PeopleStack } from '../../ui/person/people.tsx';
import { useProjectPage } from './breadcrumbs.ts';

const route = getRouteApi('/signed-in/$workspace/projects/$space');

/** Stands at the address of a project that is gone, or closed to this person. */
function NoProject() {
  const t = useMessages(projectMessages);
  const { workspace, space } = route.useParams();
  const isClosed = useIsClosed(space);
  useProjectPage(workspace, space, t('project'));
  return (
    <>
      <SyncNotices scopeId={space} />
      <Title order={1} mb="sm">
        {t('project')}
      </Title>
      <EmptyState
        action={
          <ButtonLink to="/$workspace/projects" params={{ workspace }}>
            {t('toProjects')}
          </ButtonLink>
        }
      >
        {t(isClosed ? 'closed' : 'gone')}
      </EmptyState>
    </>
  );
}

/** Shows a project: its head and its tabs. */
export function Project() {
  const t = useMessages(projectMessages);
  const { workspace, space } = route.useParams();
  const project = useProject(space);
  const people = usePeople();
  const { open } = usePanel();
  const navigate = useNavigate();
  const params = { workspace, space };
  if (!project) return <NoProject />;
  const { memberIds, leadId } = project;
  const lead = people.get(leadOf(memberIds, leadId) ?? '');
  return (
    <>
      <SyncNotices scopeId={space} />
      <RecordHead
        name={project.name}
        mark={<PrivateMark projectId={space} />}
        facts={
          <>
            <span>{t(project.type)}</span>
            {project.customerId && <CustomerLink id={project.customerId} workspace={workspace} />}
            <ProjectDates project={project} />
            {lead && <span>{t('ledBy', { name: lead.name })}</span>}
            <PeopleStack people={leadFirst(memberIds, leadId).flatMap((id) => people.get(id) ?? [])} />
            {project.customField && <span>{project.customField}</span>}
            {project.archivedAt && <span>{t('archived')}</span>}
          </>
        }
        menu={
          <ProjectMenu
            project={project}
            onEdit={() => open('project', space)}
            onDeleted={() => void navigate({ to: '/$workspace/projects', params: { workspace } })}
          />
        }
      />
      <TabNav label={project.name}>
        <Link
          to="/$workspace/projects/$space"
          params={params}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t('overview')}
        </Link>
        <Link to="/$workspace/projects/$space/tasks" params={params} activeOptions={{ includeSearch: false }}>
          {t('tasks')}
        </Link>
        <Link
          to="/$workspace/projects/$space/documents"
          params={params}
          activeOptions={{ includeSearch: false }}
        >
          {t('documents')}
        </Link>
        <Link to="/$workspace/chat/$room" params={{ workspace, room: projectRoomId(space) }}>
          {t('chat')}
        </Link>
      </TabNav>
      <Outlet />
    </>
  );
}
