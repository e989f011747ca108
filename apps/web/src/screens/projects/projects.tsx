import type { Project } from '@kontor/contract/nouns/project';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCustomers } from '../../features/customer/queries.ts';
import { usePeople } from '../../features/member/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { useProjectColumns } from '../../features/project/projectColumns.tsx';
import { matchesQuery, useProjects } from '../../features/project/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { progressByProject } from '../../features/task/progress.ts';
import { useAllTasks } from '../../features/task/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { today } from '../../platform/text/day.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../../ui/list/dataTable.tsx';
import { RecordList } from '../../ui/list/recordList.tsx';
import { compareWords } from '../../ui/list/sort.ts';
import { usePanel } from '../../ui/overlay/panel.ts';
import { PeopleStack } from '../../ui/person/people.tsx';

const route = getRouteApi('/signed-in/$workspace');

/** The projects of a workspace. */
export function Projects() {
  const t = useMessages(projectMessages);
  const { workspace } = route.useParams();
  const { open } = usePanel();
  const mayCreate = useCan('project.create');
  const navigate = useNavigate();
  const people = usePeople();
  const all = useProjects(true);
  const customers = useCustomers(true);
  const nameOf = (customerId: string | undefined) => customers.find(({ id }) => id === customerId)?.name;
  const tasks = useAllTasks();
  const now = today();
  const progress = useMemo(() => progressByProject(tasks, now), [tasks, now]);
  const shared = useProjectColumns({ workspace, progress, onEdit: (id) => open('project', id) });
  usePage(t('projects'));

  const customer: Column<Project> = {
    key: 'customer',
    header: t('customer'),
    width: '184px',
    wide: true,
    isSortable: true,
    cell: ({ type, customerId }) =>
      nameOf(customerId) ?? (
        <Text c="dimmed" fz="inherit">
          {t(type)}
        </Text>
      ),
  };
  const members: Column<Project> = {
    key: 'members',
    header: t('members'),
    width: '104px',
    wide: true,
    cell: ({ memberIds }) => <PeopleStack people={memberIds.flatMap((id) => people.get(id) ?? [])} />,
  };
  const share = ({ id }: Project) => progress.get(id)?.share ?? -1;
  return (
    <>
      <SyncNotices />
      <RecordList
        title={t('projects')}
        create={
          mayCreate && (
            <Button leftSection={<Icon of={IconPlus} />} onClick={() => open('project')}>
              {t('newProject')}
            </Button>
          )
        }
        all={all}
        columns={[shared.name, customer, members, shared.progress, shared.dates, shared.actions]}
        orders={{
          customer: (a, b) => compareWords(nameOf(a.customerId), nameOf(b.customerId)),
          progress: (a, b) => share(a) - share(b),
          dates: (a, b) => compareWords(a.endDate, b.endDate),
        }}
        matches={(project, query) => matchesQuery(project, query, nameOf(project.customerId))}
        onOpen={({ id }) =>
          void navigate({ to: '/$workspace/projects/$space', params: { workspace, space: id } })
        }
        search={t('search')}
        none={t('none')}
        onlyArchived={t('onlyArchived')}
        noneFound={(query) => t('noneFound', { query })}
      />
    </>
  );
}
