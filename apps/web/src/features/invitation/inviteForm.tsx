import type { Role } from '@kontor/contract/entity/role';
import { emailPattern } from '@kontor/contract/text/email';
import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { failureCode, failureText, toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { calls, useMutation } from '../../platform/workspace/calls.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { useFields } from '../../ui/form/fields.ts';
import { goToFault } from '../../ui/form/focusFirstError.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { InviteLink } from './inviteLink.tsx';
import { invitationMessages } from './messages.ts';
import { sentKey } from './queries.ts';

const { t: text } = invitationMessages;

/** A customer whose users can be invited. */
export interface CustomerChoice {
  id: string;
  name: string;
}

interface InviteFormProps {
  /** With none, nobody can be invited as a customer. */
  customers: readonly CustomerChoice[];
  /** What is known of whom to invite. */
  initial?: { email?: string; role?: Role; customerId?: string };
  close: () => void;
}

const emailFault = (value: string): string | null => {
  if (!value.trim()) return text('required');
  return emailPattern.test(value.trim()) ? null : text('invalidEmail');
};

/** Invites an address; then shows the link that lets them in, once. */
export function InviteForm({ customers, initial = {}, close }: InviteFormProps) {
  const t = useMessages(invitationMessages);
  const [role, setRole] = useState<Role>(initial.role ?? 'EMPLOYEE');
  const [customerId, setCustomerId] = useState(initial.customerId ?? null);
  const [tried, setTried] = useState(false);
  const [link, setLink] = useState<string>();
  const { values, field, fail, submit } = useFields({ email: initial.email ?? '' }, ({ email }) => ({
    email: emailFault(email),
  }));
  const email = values.email.trim().toLowerCase();
  const lacksCustomer = role === 'CUSTOMER' && customerId === null;
  const invite = useMutation({
    mutationFn: async () => {
      const team = await currentWorkspace().records.team();
      return team.invite({ email, role, ...(role === 'CUSTOMER' && customerId !== null && { customerId }) });
    },
    onSuccess: (made) => {
      setLink(made);
      return calls.invalidateQueries({ queryKey: sentKey });
    },
    onError: (failure) => {
      toastFailure(failure, t('sendFailed'));
      if (['ALREADY_INVITED', 'THROTTLED'].includes(failureCode(failure) ?? ''))
        fail('email', failureText(failure));
    },
  });

  if (link)
    return (
      <SlideOver
        title={t('invited', { email })}
        onClose={close}
        footer={<Button onClick={close}>{t('done')}</Button>}
      >
        <InviteLink link={link} email={email} />
      </SlideOver>
    );
  const roles: Role[] = customers.length > 0 ? ['ADMIN', 'EMPLOYEE', 'CUSTOMER'] : ['ADMIN', 'EMPLOYEE'];
  return (
    <SlideOver
      title={t('invite')}
      onClose={close}
      footer={
        <Button type="submit" form="invite" loading={invite.isPending}>
          {t('send')}
        </Button>
      }
    >
      <form
        id="invite"
        noValidate
        onSubmit={(event) => {
          setTried(true);
          submit(() => {
            if (!lacksCustomer) invite.mutate();
          })(event);
          if (lacksCustomer) goToFault(event.currentTarget);
        }}
      >
        <Stack gap="lg">
          <Text>{t('inviteIntro')}</Text>
          <TextInput label={t('email')} type="email" inputMode="email" data-autofocus {...field('email')} />
          <Select
            label={t('role')}
            description={t(`${role}hint`)}
            data={roles.map((value) => ({ value, label: t(value) }))}
            value={role}
            allowDeselect={false}
            onChange={(value) => value && setRole(value as Role)}
          />
          {role === 'CUSTOMER' && (
            <Select
              label={t('customer')}
              placeholder={t('chooseCustomer')}
              searchable
              data={customers.map(({ id, name }) => ({ value: id, label: name }))}
              value={customerId}
              error={tried && lacksCustomer && t('chooseCustomer')}
              onChange={setCustomerId}
            />
          )}
        </Stack>
      </form>
    </SlideOver>
  );
}
