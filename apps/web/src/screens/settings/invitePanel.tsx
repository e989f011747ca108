import { InviteForm } from '../../features/invitation/inviteForm.tsx';
import { invitationMessages } from '../../features/invitation/messages.ts';
import { teamMessages } from '../../features/team/messages.ts';
import { useCustomerChoices } from '../../features/team/queries.ts';
import { useCan } from '../../platform/actor.ts';
import { useMessages } from '../../platform/messages.ts';
import { EmptyState } from '../../ui/emptyState.tsx';
import { SlideOver } from '../../ui/slideOver.tsx';

/** Invites somebody to the workspace. */
export function InvitePanel({ close }: { close: () => void }) {
  const t = useMessages(invitationMessages);
  const team = useMessages(teamMessages);
  const mayInvite = useCan('log.invite');
  const customers = useCustomerChoices();
  if (!mayInvite)
    return (
      <SlideOver title={t('invite')} onClose={close}>
        <EmptyState>{team('adminsOnly')}</EmptyState>
      </SlideOver>
    );
  return <InviteForm customers={customers} close={close} />;
}
