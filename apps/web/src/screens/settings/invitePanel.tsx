import { InviteForm } from '../../features/invitation/inviteForm.tsx';
import { invitationMessages } from '../../features/invitation/messages.ts';
import { teamMessages } from '../../features/team/messages.ts';
import { useCustomerChoices } from '../../features/team/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useAll, useRecord } from '../../platform/workspace/workspace.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';

/** Invites somebody to the workspace; `item` is the customer whose contact it is. */
export function InvitePanel({ item, close }: { item: string | undefined; close: () => void }) {
  const t = useMessages(invitationMessages);
  const team = useMessages(teamMessages);
  const mayInvite = useCan('log.invite');
  const customers = useCustomerChoices(item);
  const customer = useRecord('customer', item);
  const file = useAll('customerFile').find(({ customerId }) => customerId === item);
  if (!mayInvite)
    return (
      <SlideOver title={t('invite')} onClose={close}>
        <EmptyState>{team('adminsOnly')}</EmptyState>
      </SlideOver>
    );
  const contact = customer && {
    role: 'CUSTOMER' as const,
    customerId: customer.id,
    ...(file?.email && { email: file.email }),
  };
  return <InviteForm customers={customers} {...(contact && { initial: contact })} close={close} />;
}
