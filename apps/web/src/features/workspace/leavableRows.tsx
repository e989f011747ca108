import { Button, Text } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { Row } from '../../ui/list/row.tsx';
import { endMessages } from './endMessages.ts';
import { leaveWorkspace } from './leave.ts';

/** Lists the person's workspaces, each with the way out of it. Who owns one is told why there is none. */
export function LeavableRows() {
  const t = useMessages(endMessages);
  const workspaces = useSession((session) => session.workspaces.list);
  return workspaces
    .filter(({ invitationId }) => invitationId === null)
    .map((workspace) => (
      <Row key={workspace.id} label={workspace.name}>
        {workspace.isOwner ? (
          <Text>{t('owned')}</Text>
        ) : (
          <Button
            variant="default"
            aria-label={t('leaveTitle', workspace)}
            onClick={() => void leaveWorkspace(workspace)}
          >
            {t('leave')}
          </Button>
        )}
      </Row>
    ));
}
