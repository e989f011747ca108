import { Title } from '@mantine/core';
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router';
import { CustomerMenu } from '../../features/customer/customerMenu.tsx';
import { customerMessages } from '../../features/customer/messages.ts';
import { useCustomer } from '../../features/customer/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { RecordHead } from '../../ui/list/recordHead.tsx';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { TabNav } from '../../ui/nav/tabNav.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { useCustomerPage } from './breadcrumbs.ts';

const route = getRouteApi('/signed-in/$workspace/customers/$customer');

/** Stands at the address of a customer that is gone, or closed to this person. */
function NoCustomer() {
  const t = useMessages(customerMessages);
  const { workspace, customer: id } = route.useParams();
  const isAdmin = useCan('customerFile.update');
  useCustomerPage(workspace, id, t('customer'));
  return (
    <>
      <SyncNotices scopeId={id} />
      <Title order={1} mb="sm">
        {t('customer')}
      </Title>
      <EmptyState
        action={
          isAdmin && (
            <ButtonLink to="/$workspace/customers" params={{ workspace }}>
              {t('toCustomers')}
            </ButtonLink>
          )
        }
      >
        {t('gone')}
      </EmptyState>
    </>
  );
}

/** Shows a customer: their head and tabs. Employees reach the documents alone. */
export function Customer() {
  const t = useMessages(customerMessages);
  const { workspace, customer: id } = route.useParams();
  const customer = useCustomer(id);
  const isAdmin = useCan('customerFile.update');
  const { open } = usePanel();
  const navigate = useNavigate();
  const params = { workspace, customer: id };
  if (!customer) return <NoCustomer />;
  const includeSearch = { includeSearch: false };
  return (
    <>
      <SyncNotices scopeId={id} />
      <RecordHead
        name={customer.name}
        facts={
          <>
            <span>{t(customer.type)}</span>
            {customer.archivedAt && <span>{t('archived')}</span>}
          </>
        }
        menu={
          isAdmin && (
            <CustomerMenu
              customer={customer}
              onEdit={() => open('customer', id)}
              onDeleted={() => void navigate({ to: '/$workspace/customers', params: { workspace } })}
            />
          )
        }
      />
      {isAdmin && (
        <TabNav label={customer.name}>
          <Link
            to="/$workspace/customers/$customer"
            params={params}
            activeOptions={{ exact: true, ...includeSearch }}
          >
            {t('overview')}
          </Link>
          <Link to="/$workspace/customers/$customer/projects" params={params} activeOptions={includeSearch}>
            {t('projects')}
          </Link>
          <Link to="/$workspace/customers/$customer/documents" params={params} activeOptions={includeSearch}>
            {t('documents')}
          </Link>
          <Link to="/$workspace/customers/$customer/tasks" params={params} activeOptions={includeSearch}>
            {t('tasks')}
          </Link>
        </TabNav>
      )}
      <Outlet />
    </>
  );
}
