import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CustomerCard, hasContact } from '../../features/customer/customerCard.tsx';
import { customerWords } from '../../features/customer/customerInputs.tsx';
import { customerMessages } from '../../features/customer/messages.ts';
import { useCustomer, useCustomerFile } from '../../features/customer/queries.ts';
import { usePeople } from '../../features/member/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { fromValues, RecordConflicts } from '../../ui/form/recordConflicts.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { useCustomerPage } from './breadcrumbs.ts';
import css from './customers.module.css';
import { CustomerTotals } from './customerTotals.tsx';
import { CustomerUsers } from './customerUsers.tsx';
import { ProjectTable } from './projectTable.tsx';
import { SharedCount } from './sharedCount.tsx';

const route = getRouteApi('/signed-in/$workspace/customers/$customer');

/** Shows a customer at a glance: how to reach them, what runs for them, and what was worked on it. */
export function CustomerOverview() {
  const t = useMessages(customerMessages);
  const { workspace, customer: id } = route.useParams();
  const { open } = usePanel();
  const people = usePeople();
  const customer = useCustomer(id);
  const file = useCustomerFile(id);
  useCustomerPage(workspace, id, t('overview'));
  if (!customer) return null;
  const labelled = { people, labelOf: (field: string) => t(field as 'name') };
  return (
    <div className={css.columns}>
      <section aria-labelledby="contact">
        <h2 id="contact" className={css.heading}>
          {t('contact')}
        </h2>
        <RecordConflicts
          entity="customer"
          record={customer}
          {...labelled}
          show={fromValues(customerWords.show)}
        />
        {file && <RecordConflicts entity="customerFile" record={file} {...labelled} />}
        {hasContact(file) ? (
          <CustomerCard file={file} />
        ) : (
          <EmptyState
            action={
              <Button variant="default" onClick={() => open('customer', id)}>
                {t('addContact')}
              </Button>
            }
          >
            {t('noContact')}
          </EmptyState>
        )}
      </section>
      <section aria-labelledby="users">
        <Suspense>
          <CustomerUsers customerId={id} onInvite={() => open('invite', id)} />
        </Suspense>
      </section>
      <section aria-labelledby="projects" className={css.wide}>
        <div className={css.line}>
          <h2 id="projects" className={css.heading}>
            {t('projects')}
          </h2>
          <CustomerTotals customerId={id} />
        </div>
        <ProjectTable workspace={workspace} customerId={id} withArchived={false} />
      </section>
      <section aria-labelledby="shared" className={css.wide}>
        <h2 id="shared" className={css.heading}>
          {t('shared')}
        </h2>
        <SharedCount workspace={workspace} customerId={id} />
      </section>
    </div>
  );
}
