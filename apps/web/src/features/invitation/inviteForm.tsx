import { type Role, roles } from '@kontor/contract/entity/role';
import { emailOf } from '@kontor/contract/text/email';
import { Alert, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useState } from 'react';
import { failureCode, failureText, toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { calls } from '../../platform/workspace/calls.ts';
import { useServerTerms } from '../../platform/workspace/serverTerms.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { type Errors, email as emailRule } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { InviteLink } from './inviteLink.tsx';
import { invitationMessages } from './messages.ts';
import { sentKey } from './queries.ts';

/** A customer whose users can be invited. */
export interface CustomerChoice {
  id: string;
  name: string;
}

interface InviteFormProps {
  /** If empty, nobody can be invited as a customer. */
  customers: readonly CustomerChoice[];
  /** Details already known about the person to invite. */
  initial?: { email?: string; role?: Role; customerId?: string };
  close: () => void;
}

interface InviteValues {
  email: string;
  role: Role;
  /** The customer to whom a CUSTOMER user will belong; empty for other roles. */
  customerId: string;
}

const errors = (values: InviteValues): Errors<InviteValues> => ({
  email: emailRule(values.email),
  customerId:
    values.role === 'CUSTOMER' && !values.customerId ? invitationMessages.t('chooseCustomer') : undefined,
});

/** Invites an address; then shows the link that lets them in, once. */
export function InviteForm({ customers, initial = {}, close }: InviteFormProps) {
  const t = useMessages(invitationMessages);
  const [stored] = useState<InviteValues>(() => ({
    email: '',
    role: 'EMPLOYEE',
    customerId: '',
    ...initial,
  }));
  const draft = `invitation ${initial.customerId ?? 'new'}`;
  const form = useForm({ stored, errors, draft, isNew: true });
  /** Kept apart from the form, which shows the next invitation as soon as another tab begins it. */
  const [sent, setSent] = useState<{ link: string; email: string }>();
  const isClosed = useServerTerms()?.registration === 'closed';
  const email = emailOf(form.values.email);
  const { role } = form.values;
  const invite = form.submit(async ({ customerId }) => {
    try {
      const team = await currentWorkspace().records.team();
      const link = await team.invite({ email, role, ...(role === 'CUSTOMER' && { customerId }) });
      setSent({ link, email });
    } catch (failure) {
      toastFailure(failure, t('sendFailed'));
      if (['ALREADY_INVITED', 'HAS_LEFT', 'THROTTLED'].includes(failureCode(failure) ?? ''))
        form.refuse('email', failureText(failure));
      return false;
    }
    void calls.invalidateQueries({ queryKey: sentKey });
    return true;
  });

  if (sent)
    return (
      <SlideOver
        title={t('invited', { email: sent.email })}
        onClose={close}
        footer={<Button onClick={close}>{t('done')}</Button>}
      >
        <InviteLink {...sent} />
      </SlideOver>
    );
  return (
    <FormSlideOver title={t('invite')} onClose={close} form={form} action={t('send')} onSubmit={invite}>
      <Stack gap="lg">
        <Text>{t('inviteIntro')}</Text>
        {isClosed && <Alert color="orange">{t('onlyWithAccount')}</Alert>}
        <TextInput
          label={t('email')}
          type="email"
          inputMode="email"
          data-autofocus
          {...form.field('email')}
        />
        <Select
          label={t('role')}
          description={t(`${role}hint`)}
          data={roles
            .filter((value) => value !== 'CUSTOMER' || customers.length > 0)
            .map((value) => ({ value, label: t(value) }))}
          allowDeselect={false}
          {...form.choice('role')}
        />
        {role === 'CUSTOMER' && (
          <Select
            label={t('customer')}
            placeholder={t('chooseCustomer')}
            searchable
            data={customers.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.choice('customerId')}
          />
        )}
      </Stack>
    </FormSlideOver>
  );
}
