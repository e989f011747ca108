import type { Customer } from '@kontor/contract/nouns/customer';
import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CustomerMenu } from '../../features/customer/customerMenu.tsx';
import { CustomerName } from '../../features/customer/customerName.tsx';
import { customerMessages } from '../../features/customer/messages.ts';
import { contactOf, customerMatches, useCustomerFile } from '../../features/customer/queries.ts';
import { runningSums } from '../../features/project/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { compareWords } from '../../platform/text/compare.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasHeads } from '../../platform/workspace/loaded.ts';
import { useCollection, useSums } from '../../platform/workspace/views.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../../ui/list/dataTable.tsx';
import { RecordList } from '../../ui/list/recordList.tsx';
import type { Orders } from '../../ui/list/sort.ts';
import { SkeletonFigure } from '../../ui/loading.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';

const route = getRouteApi('/signed-in/$workspace');

function Contact({ customerId }: { customerId: string }) {
  return contactOf(useCustomerFile(customerId));
}

function Email({ customerId }: { customerId: string }) {
  const address = useCustomerFile(customerId)?.email;
  return (
    address && (
      <Anchor fz="inherit" href={`mailto:${encodeURIComponent(address)}`} title={address}>
        {address}
      </Anchor>
    )
  );
}

/** Counts the running projects of a customer, once all projects are here. */
function RunningCount({ customerId }: { customerId: string }) {
  const { running } = useSums(useCollection('project'), runningSums, customerId);
  return useHasHeads() ? running : <SkeletonFigure />;
}

/** Says how customers are found and ordered, which reads their files and projects. */
function useCustomerList() {
  const collection = useCollection('customer');
  const files = useCollection('customerFile');
  const running = useCollection('project').sums(runningSums);
  const hasHeads = useHasHeads();
  return useMemo(() => {
    const fileOf = ({ id }: Customer) => files.where('customerId', id)[0];
    const orders: Orders<Customer> = {
      type: (a, b) => compareWords(a.type, b.type),
      contact: (a, b) => compareWords(contactOf(fileOf(a)), contactOf(fileOf(b))),
      email: (a, b) => compareWords(fileOf(a)?.email, fileOf(b)?.email),
      // Until all are here they would change places as projects come.
      projects: (a, b) => (hasHeads ? running.of(a.id).running - running.of(b.id).running : 0),
    };
    return {
      collection,
      orders,
      reads: { contact: [files], email: [files], projects: [running] },
      matches: (customer: Customer, query: string) => customerMatches(customer, fileOf(customer), query),
      matchReads: [files],
    };
  }, [collection, files, running, hasHeads]);
}

/** Shows the customers of a workspace, for its admins. */
export function Customers() {
  const t = useMessages(customerMessages);
  const { workspace } = route.useParams();
  const { open } = usePanel();
  const navigate = useNavigate();
  const list = useCustomerList();
  usePage(t('customers'));

  const columns: Column<Customer>[] = [
    {
      key: 'name',
      header: t('name'),
      isSortable: true,
      cell: (customer) => <CustomerName customer={customer} workspace={workspace} />,
    },
    {
      key: 'type',
      header: t('type'),
      width: '128px',
      isOptional: true,
      isSortable: true,
      cell: ({ type }) => t(type),
    },
    {
      key: 'contact',
      header: t('contact'),
      width: '184px',
      isOptional: true,
      isSortable: true,
      cell: ({ id }) => <Contact customerId={id} />,
    },
    {
      key: 'email',
      header: t('email'),
      width: '232px',
      isOptional: true,
      isSortable: true,
      cell: ({ id }) => <Email customerId={id} />,
    },
    {
      key: 'projects',
      header: t('projects'),
      width: '96px',
      align: 'end',
      isSortable: true,
      cell: ({ id }) => <RunningCount customerId={id} />,
    },
    {
      key: 'actions',
      header: null,
      width: '44px',
      align: 'end',
      cell: (customer) => <CustomerMenu customer={customer} onEdit={() => open('customer', customer.id)} />,
    },
  ];
  return (
    <>
      <SyncNotices />
      <RecordList
        noun="customer"
        title={t('customers')}
        create={
          <Button leftSection={<Icon of={IconPlus} />} onClick={() => open('customer')}>
            {t('newCustomer')}
          </Button>
        }
        columns={columns}
        {...list}
        onOpen={({ id }) =>
          void navigate({ to: '/$workspace/customers/$customer', params: { workspace, customer: id } })
        }
        search={t('search')}
        none={t('none')}
        onlyArchived={t('onlyArchived')}
        noneFound={(query) => t('noneFound', { query })}
      />
    </>
  );
}
