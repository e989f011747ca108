import { leadOf } from '@kontor/contract/nouns/lead';
import type { Project } from '@kontor/contract/nouns/project';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCustomer } from '../../features/customer/queries.ts';
import { usePeople } from '../../features/member/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { useProjectColumns } from '../../features/project/projectColumns.tsx';
import { projectMatches } from '../../features/project/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { compareWords } from '../../platform/text/compare.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useCollection } from '../../platform/workspace/views.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../../ui/list/dataTable.tsx';
import { RecordList } from '../../ui/list/recordList.tsx';
import type { Orders } from '../../ui/list/sort.ts';
import { usePanel } from '../../ui/overlay/panel.ts';
import { type People, PersonLine } from '../../ui/person/people.tsx';
import { ProjectHours } from './projectBudget.tsx';
import { useProjectOrders } from './projectOrders.ts';
import { ProjectProgress } from './projectProgress.tsx';

const route = getRouteApi('/signed-in/$workspace');

const progressOf = (id: string) => <ProjectProgress id={id} />;
const hoursOf = (id: string) => <ProjectHours id={id} />;

/** Shows the customer of a project, or what it is without one. */
function CustomerOrType({ project: { type, customerId } }: { project: Project }) {
  const t = useMessages(projectMessages);
  const customer = useCustomer(customerId);
  if (customer) return customer.name;
  return (
    <Text c="dimmed" fz="inherit" span>
      {t(type)}
    </Text>
  );
}

/** Says how projects are found and ordered, which reads customers, people and tasks. */
export function useProjectList(people: People) {
  const collection = useCollection('project');
  const customers = useCollection('customer');
  const shared = useProjectOrders();
  return useMemo(() => {
    const customerOf = ({ customerId }: Project) =>
      customerId ? customers.get(customerId)?.name : undefined;
    const leadName = ({ memberIds, leadId }: Project) => people.get(leadOf(memberIds, leadId) ?? '')?.name;
    const orders: Orders<Project> = {
      ...shared.orders,
      customer: (a, b) => compareWords(customerOf(a), customerOf(b)),
      lead: (a, b) => compareWords(leadName(a), leadName(b)),
    };
    return {
      collection,
      orders,
      reads: { ...shared.reads, customer: [customers] },
      matches: (project: Project, query: string) => projectMatches(project, query, customerOf(project)),
      matchReads: [customers],
    };
  }, [collection, customers, shared, people]);
}

/** Shows the projects of a workspace. */
export function Projects() {
  const t = useMessages(projectMessages);
  const { workspace } = route.useParams();
  const { open } = usePanel();
  const mayCreate = useCan('project.create');
  const navigate = useNavigate();
  const people = usePeople();
  const list = useProjectList(people);
  const shared = useProjectColumns({ workspace, progressOf, hoursOf, onEdit: (id) => open('project', id) });
  usePage(t('projects'));

  const customer: Column<Project> = {
    key: 'customer',
    header: t('customer'),
    width: '152px',
    isOptional: true,
    isSortable: true,
    cell: (project) => <CustomerOrType project={project} />,
  };
  const lead: Column<Project> = {
    key: 'lead',
    header: t('leadId'),
    width: '132px',
    isOptional: true,
    isSortable: true,
    cell: ({ memberIds, leadId }) => {
      const person = people.get(leadOf(memberIds, leadId) ?? '');
      return person && <PersonLine person={person} />;
    },
  };
  return (
    <>
      <SyncNotices />
      <RecordList
        noun="project"
        title={t('projects')}
        create={
          mayCreate && (
            <Button leftSection={<Icon of={IconPlus} />} onClick={() => open('project')}>
              {t('newProject')}
            </Button>
          )
        }
        columns={[shared.name, customer, lead, shared.progress, shared.hours, shared.dates, shared.actions]}
        {...list}
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
