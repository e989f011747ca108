import { newCustomerId } from '@kontor/client/team/createCustomer';
import type { Customer } from '@kontor/contract/nouns/customer';
import { Alert, Button } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createCustomer, inviteContact, updateCustomer } from '../../features/customer/actions.ts';
import { CustomerForm } from '../../features/customer/customerForm.tsx';
import { customerProblems, draftOf, nameIn } from '../../features/customer/draft.ts';
import { customerMessages } from '../../features/customer/messages.ts';
import { useCustomer, useCustomerFile } from '../../features/customer/queries.ts';
import { InviteLink } from '../../features/invitation/inviteLink.tsx';
import { invitationMessages } from '../../features/invitation/messages.ts';
import { useDraft } from '../../platform/draft/drafts.ts';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useCan } from '../../platform/workspace/actor.ts';
import { useMutation } from '../../platform/workspace/calls.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';

interface CustomerPanelProps {
  /** The customer's id; none for a new one. */
  item: string | undefined;
  close: () => void;
}

const route = getRouteApi('/signed-in/$workspace');

/** Takes a customer on, and invites their contact where that is wished; answers the invitation's link. */
async function takeOn({ id, ...draft }: ReturnType<typeof newDraft>): Promise<string | undefined> {
  const { t } = customerMessages;
  await createCustomer(id, draft);
  toast.success(t('created', { name: nameIn(draft) }));
  if (!draft.invite) return undefined;
  try {
    return await inviteContact(id, draft.email);
  } catch (failure) {
    toast.error(failureText(failure, t('inviteFailed', { name: nameIn(draft) })));
    return undefined;
  }
}

/** The id is chosen with the form: whoever sends it twice makes one customer. */
const newDraft = () => ({ id: newCustomerId(), ...draftOf(undefined, undefined) });

function NewCustomer({ close }: { close: () => void }) {
  const t = useMessages(customerMessages);
  const i = useMessages(invitationMessages);
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const [initial] = useState(newDraft);
  const draft = useDraft('customer new', initial);
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState<{ id: string; link: string; email: string }>();
  const problems = customerProblems(draft.value);
  const show = (customer: string) =>
    void navigate({ to: '/$workspace/customers/$customer', params: { workspace, customer } });
  const making = useMutation({
    // Without a line it shall fail, and say so, instead of waiting unseen.
    networkMode: 'always',
    mutationFn: takeOn,
    onSuccess: (link, { id, email }) => {
      draft.clear();
      if (link) setDone({ id, link, email: email.trim() });
      else show(id);
    },
  });
  const save = () => {
    setTried(true);
    if (Object.keys(problems).length === 0 && !making.isPending) making.mutate(draft.value);
  };
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
      draft={draft}
      action={t('create')}
      onSave={save}
      isSaving={making.isPending}
    >
      {making.isError && (
        <Alert color="red" variant="light" role="alert" mb="lg">
          {failureCode(making.error) === 'OFFLINE'
            ? t('needsLine')
            : failureText(making.error, t('createFailed'))}
        </Alert>
      )}
      <CustomerForm draft={draft.value} change={draft.change} problems={tried ? problems : {}} isNew />
    </FormSlideOver>
  );
}

function ExistingCustomer({ customer, close }: { customer: Customer; close: () => void }) {
  const t = useMessages(customerMessages);
  const file = useCustomerFile(customer.id);
  const [initial] = useState(() => draftOf(customer, file));
  const draft = useDraft(`customer ${customer.id}`, initial);
  const [tried, setTried] = useState(false);
  const problems = customerProblems(draft.value);
  const save = () => {
    setTried(true);
    if (Object.keys(problems).length > 0 || !updateCustomer(customer, file, initial, draft.value)) return;
    draft.clear();
    close();
  };
  return (
    <FormSlideOver title={t('editCustomer')} onClose={close} draft={draft} action={t('save')} onSave={save}>
      <CustomerForm
        draft={draft.value}
        change={draft.change}
        problems={tried ? problems : {}}
        isNew={false}
      />
    </FormSlideOver>
  );
}

/** The form of a customer, new or not. */
export function CustomerPanel({ item, close }: CustomerPanelProps) {
  const t = useMessages(customerMessages);
  const customer = useCustomer(item);
  const mayCreate = useCan('customer.create');
  if (mayCreate && customer) return <ExistingCustomer customer={customer} close={close} />;
  if (mayCreate && !item) return <NewCustomer close={close} />;
  return (
    <SlideOver title={t('customer')} onClose={close}>
      <EmptyState>{t('gone')}</EmptyState>
    </SlideOver>
  );
}
