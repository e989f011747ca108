import type { Customer } from '@kontor/contract/nouns/customer';
import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CustomerMenu } from '../../features/customer/customerMenu.tsx';
import { CustomerName } from '../../features/customer/customerName.tsx';
import { customerMessages } from '../../features/customer/messages.ts';
import { contactOf, matchesQuery, useCustomerFiles, useCustomers } from '../../features/customer/queries.ts';
import { useProjects } from '../../features/project/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../../ui/list/dataTable.tsx';
import { RecordList } from '../../ui/list/recordList.tsx';
import { compareWords } from '../../ui/list/sort.ts';
import { usePanel } from '../../ui/overlay/panel.ts';

const route = getRouteApi('/signed-in/$workspace');

/** The customers of a workspace, for its admins. */
export function Customers() {
  const t = useMessages(customerMessages);
  const { workspace } = route.useParams();
  const { open } = usePanel();
  const navigate = useNavigate();
  const all = useCustomers(true);
  const files = useCustomerFiles();
  const projects = useProjects();
  const running = useMemo(() => Map.groupBy(projects, ({ customerId }) => customerId), [projects]);
  usePage(t('customers'));

  const contact = ({ id }: Customer) => contactOf(files.get(id));
  const email = ({ id }: Customer) => files.get(id)?.email;
  const count = ({ id }: Customer) => running.get(id)?.length ?? 0;
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
      wide: true,
      isSortable: true,
      cell: ({ type }) => t(type),
    },
    {
      key: 'contact',
      header: t('contact'),
      width: '184px',
      wide: true,
      isSortable: true,
      cell: contact,
    },
    {
      key: 'email',
      header: t('email'),
      width: '232px',
      wide: true,
      isSortable: true,
      cell: (customer) => {
        const address = email(customer);
        return (
          address && (
            <Anchor fz="inherit" href={`mailto:${encodeURIComponent(address)}`} title={address}>
              {address}
            </Anchor>
          )
        );
      },
    },
    {
      key: 'projects',
      header: t('projects'),
      width: '96px',
      align: 'end',
      isSortable: true,
      cell: count,
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
        title={t('customers')}
        create={
          <Button leftSection={<Icon of={IconPlus} />} onClick={() => open('customer')}>
            {t('newCustomer')}
          </Button>
        }
        all={all}
        columns={columns}
        orders={{
          type: (a, b) => compareWords(a.type, b.type),
          contact: (a, b) => compareWords(contact(a), contact(b)),
          email: (a, b) => compareWords(email(a), email(b)),
          projects: (a, b) => count(a) - count(b),
        }}
        matches={(customer, query) => matchesQuery(customer, files.get(customer.id), query)}
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
