import { Anchor, Button, Checkbox, Group, TextInput, Title } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { CustomerMenu } from '../../features/customer/customerMenu.tsx';
import { CustomerName } from '../../features/customer/customerName.tsx';
import { customerMessages } from '../../features/customer/messages.ts';
import { contactOf, matchesQuery, useCustomerFiles, useCustomers } from '../../features/customer/queries.ts';
import { useProjects } from '../../features/project/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { type Column, DataTable } from '../../ui/dataTable.tsx';
import { EmptyState } from '../../ui/emptyState.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePanel } from '../../ui/panel.ts';
import css from './customers.module.css';

const route = getRouteApi('/signed-in/$workspace');

/** The customers of a workspace, for its admins. */
export function Customers() {
  const t = useMessages(customerMessages);
  const { workspace } = route.useParams();
  const { open } = usePanel();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [withArchived, setWithArchived] = useState(false);
  const all = useCustomers(true);
  const files = useCustomerFiles();
  const projects = useProjects();
  const running = useMemo(() => Map.groupBy(projects, ({ customerId }) => customerId), [projects]);
  usePage(t('customers'));

  const wanted = query.trim();
  const listed = withArchived ? all : all.filter(({ archivedAt }) => !archivedAt);
  const rows = wanted ? listed.filter((each) => matchesQuery(each, files.get(each.id), wanted)) : listed;
  type Row = (typeof rows)[number];
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: (customer) => <CustomerName customer={customer} workspace={workspace} />,
    },
    { key: 'type', header: t('type'), width: '128px', wide: true, cell: ({ type }) => t(type) },
    {
      key: 'contact',
      header: t('contact'),
      width: '184px',
      wide: true,
      cell: ({ id }) => contactOf(files.get(id)),
    },
    {
      key: 'email',
      header: t('email'),
      width: '232px',
      wide: true,
      cell: ({ id }) => {
        const email = files.get(id)?.email;
        return (
          email && (
            <Anchor fz="inherit" href={`mailto:${encodeURIComponent(email)}`}>
              {email}
            </Anchor>
          )
        );
      },
    },
    {
      key: 'projects',
      header: t('projects'),
      width: '88px',
      align: 'end',
      wide: true,
      cell: ({ id }) => running.get(id)?.length ?? 0,
    },
    {
      key: 'actions',
      header: null,
      width: '44px',
      align: 'end',
      cell: (customer) => <CustomerMenu customer={customer} onEdit={() => open('customer', customer.id)} />,
    },
  ];
  const create = (
    <Button leftSection={<Icon of={IconPlus} />} onClick={() => open('customer')}>
      {t('newCustomer')}
    </Button>
  );
  const openFirst = () => {
    if (rows[0])
      void navigate({
        to: '/$workspace/customers/$customer',
        params: { workspace, customer: rows[0].id },
      });
  };
  return (
    <>
      <SyncNotices />
      <Group justify="space-between" mb="lg">
        <Title order={1}>{t('customers')}</Title>
        {all.length > 0 && create}
      </Group>
      {all.length === 0 ? (
        <EmptyState action={create}>{t('none')}</EmptyState>
      ) : (
        <>
          <Group className={css.filters} gap="lg">
            <TextInput
              className={css.search!}
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<Icon of={IconSearch} size={16} />}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && openFirst()}
            />
            <Checkbox
              label={t('showArchived')}
              checked={withArchived}
              onChange={(event) => setWithArchived(event.currentTarget.checked)}
            />
          </Group>
          {rows.length > 0 ? (
            <DataTable label={t('customers')} columns={columns} rows={rows} rowKey={({ id }) => id} />
          ) : (
            <EmptyState
              action={
                !wanted && (
                  <Button variant="default" onClick={() => setWithArchived(true)}>
                    {t('showArchived')}
                  </Button>
                )
              }
            >
              {wanted ? t('noneFound', { query: wanted }) : t('onlyArchived')}
            </EmptyState>
          )}
        </>
      )}
    </>
  );
}
