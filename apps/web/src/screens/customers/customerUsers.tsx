import { Button, Group } from '@mantine/core';
import { customerMessages } from '../../features/customer/messages.ts';
import { SentInvitations } from '../../features/invitation/sentInvitations.tsx';
import {
  nameOf,
  statusOf,
  useHints,
  useMembers,
  useTeam,
  withAddresses,
} from '../../features/team/queries.ts';
import { StatusBadge } from '../../features/team/statusBadge.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useObservable } from '../../platform/workspace/workspace.ts';
import css from './customers.module.css';

/** Lists the users of a customer, also those who cannot sign in any more, and who is invited. */
export function CustomerUsers({ customerId, onInvite }: { customerId: string; onInvite: () => void }) {
  const t = useMessages(customerMessages);
  const members = useMembers();
  const { hints } = useHints();
  const invitations = useObservable(useTeam().invitations).filter((each) => each.customerId === customerId);
  const users = withAddresses(
    members.filter((member) => member.customerId === customerId),
    hints,
  );
  return (
    <>
      <Group className={css.head!} justify="space-between" gap="sm">
        <h2 id="users" className={css.heading}>
          {t('users')}
        </h2>
        <Button size="compact-sm" variant="subtle" onClick={onInvite}>
          {t('inviteUser')}
        </Button>
      </Group>
      {users.length + invitations.length === 0 && <p className={css.quiet}>{t('noUsers')}</p>}
      {users.length > 0 && (
        <ul className={css.users}>
          {users.map((member) => (
            <li key={member.userId}>
              <span>{nameOf(member)}</span>
              <StatusBadge status={statusOf(member, hints?.byUser.get(member.userId))} />
            </li>
          ))}
        </ul>
      )}
      <SentInvitations invitations={invitations} />
    </>
  );
}
