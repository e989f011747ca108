import { newCustomerId } from '@kontor/client/team/createCustomer';
import type { Customer } from '@kontor/contract/nouns/customer';
import { Alert, Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createCustomer, inviteContact, updateCustomer } from '../../features/customer/actions.ts';
import {
  customerErrors,
  customerValues,
  type NewCustomerValues,
  nameIn,
  newCustomer,
  newCustomerErrors,
} from '../../features/customer/customerFields.ts';
import { CustomerInputs, customerWords } from '../../features/customer/customerInputs.tsx';
import { customerMessages } from '../../features/customer/messages.ts';
import { useCustomer, useCustomerFile } from '../../features/customer/queries.ts';
import { InviteLink } from '../../features/invitation/inviteLink.tsx';
import { invitationMessages } from '../../features/invitation/messages.ts';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useCan } from '../../platform/workspace/actor.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { LeftDraft } from '../../ui/form/leftDraft.tsx';
import { formMessages } from '../../ui/form/messages.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';

interface CustomerPanelProps {
  /** The customer's id; none for a new one. */
  item: string | undefined;
  close: () => void;
}

const route = getRouteApi('/signed-in/$workspace');

/** Takes a customer on, and invites their contact where that is wished; answers the invitation's link. */
async function takeOn(id: string, { invite, ...values }: NewCustomerValues): Promise<string | undefined> {
  const { t } = customerMessages;
  const name = nameIn(values);
  await createCustomer(id, values);
  toast.success(t('created', { name }));
  if (!invite) return undefined;
  try {
    return await inviteContact(id, values.email);
  } catch (failure) {
    toast.error(failureText(failure, t('inviteFailed', { name })));
    return undefined;
  }
}

function NewCustomer({ close }: { close: () => void }) {
  const t = useMessages(customerMessages);
  const i = useMessages(invitationMessages);
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const form = useForm({ stored: newCustomer, errors: newCustomerErrors, draft: 'customer new' });
  const [failed, setFailed] = useState<string>();
  const [done, setDone] = useState<{ id: string; link: string; email: string }>();
  const show = (customer: string) =>
    // "Back" is not to open the form again.
    void navigate({ to: '/$workspace/customers/$customer', params: { workspace, customer }, replace: true });
  const create = form.submit(async (values) => {
    const id = values.id || newCustomerId();
    form.set({ id });
    setFailed(undefined);
    try {
      const link = await takeOn(id, values);
      // The next one is another.
      form.set({ id: '' });
      if (link) setDone({ id, link, email: values.email.trim() });
      else show(id);
      return true;
    } catch (failure) {
      const isOffline = failureCode(failure) === 'OFFLINE';
      setFailed(isOffline ? t('needsLine') : failureText(failure, t('createFailed')));
      return false;
    }
  });
  if (done)
    return (
      <SlideOver
        title={i('invited', { email: done.email })}
        onClose={() => show(done.id)}
        footer={<Button onClick={() => show(done.id)}>{i('done')}</Button>}
      >
        <InviteLink link={done.link} email={done.email} />
      </SlideOver>
    );
  return (
    <FormSlideOver
      title={t('newCustomer')}
      onClose={close}
      form={form}
      action={t('create')}
      onSubmit={create}
    >
      {failed && (
        <Alert color="red" variant="light" role="alert" mb="lg">
          {failed}
        </Alert>
      )}
      <CustomerInputs
        form={form}
        needsEmail={form.values.invite}
        afterEmail={
          <Checkbox label={t('invite')} description={t('inviteHint')} {...form.checkbox('invite')} />
        }
      />
    </FormSlideOver>
  );
}

function ExistingCustomer({ customer, close }: { customer: Customer; close: () => void }) {
  const t = useMessages(customerMessages);
  const file = useCustomerFile(customer.id);
  const form = useForm({
    stored: customerValues(customer, file),
    errors: customerErrors,
    draft: `customer ${customer.id}`,
  });
  const save = form.submit((values, _changes, base) => {
    const isSaved = updateCustomer(customer, file, base, values);
    if (isSaved) {
      toast.success(formMessages.t('saved'));
      close();
    }
    return isSaved;
  });
  return (
    <FormSlideOver
      title={t('editCustomer')}
      onClose={close}
      form={form}
      action={t('save')}
      onSubmit={save}
      {...customerWords}
    >
      <CustomerInputs form={form} withArchived />
    </FormSlideOver>
  );
}

/** Shows the form of a customer, new or not. */
export function CustomerPanel({ item, close }: CustomerPanelProps) {
  const t = useMessages(customerMessages);
  const customer = useCustomer(item);
  const mayCreate = useCan('customer.create');
  if (mayCreate && customer) return <ExistingCustomer customer={customer} close={close} />;
  if (mayCreate && !item) return <NewCustomer close={close} />;
  return (
    <SlideOver title={t('customer')} onClose={close}>
      <EmptyState>{t('gone')}</EmptyState>
      <LeftDraft
        draft={`customer ${item}`}
        labelOf={customerWords.labelOf}
        omit={Object.keys(customerWords.show)}
      />
    </SlideOver>
  );
}
