import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useMessages } from '../../platform/text/messages.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { invitationMessages } from './messages.ts';
import { useInvitations } from './queries.ts';
import { useLetIn } from './useLetIn.ts';

const noop = () => {};

/** Says which invitations wait for the person's address, and leads to them. */
export function InvitationHints() {
  const t = useMessages(invitationMessages);
  const { data = [] } = useInvitations();
  // The list of workspaces shows by itself that somebody was let in.
  useLetIn(noop);
  return data
    .filter(({ isWaiting }) => !isWaiting)
    .map(({ id, workspace }) => (
      <Alert key={id} mb="lg">
        {t('waitsForYou', { name: workspace.name })}{' '}
        <TextLink to="/join" search={{ invitation: id }}>
          {t('look')}
        </TextLink>
      </Alert>
    ));
}
