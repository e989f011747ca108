import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { Button, Code, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Code.layer.css';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { Row } from '../../ui/list/row.tsx';
import { TextLink } from '../../ui/nav/link.tsx';
import { endMessages } from './endMessages.ts';
import { leaveWorkspace } from './leave.ts';

/** Says why the owner of a workspace cannot leave it, and what they can do. */
function OwnerStays({ workspace }: { workspace: WorkspaceSummary }) {
  const t = useMessages(endMessages);
  const { id, status, hasOtherAdmin, subscription } = workspace;
  if (status !== 'LOCKED') return <Text>{t('owned')}</Text>;
  if (hasOtherAdmin) return <Text>{t('ownedLocked')}</Text>;
  return (
    <Stack gap="xs">
      <Text>{t('ownedAlone')}</Text>
      <Code block>{`npm run admin -- erase ${id} ${id}`}</Code>
      {subscription && (
        <TextLink to="/cancel" size="sm">
          {t('cancelContract')}
        </TextLink>
      )}
    </Stack>
  );
}

/** Lists the person's workspaces, each with the way out of it. Who owns one is told why there is none. */
export function LeavableRows() {
  const t = useMessages(endMessages);
  const workspaces = useSession((session) => session.workspaces.list);
  return workspaces
    .filter(({ invitationId }) => invitationId === null)
    .map((workspace) => (
      <Row key={workspace.id} label={workspace.name}>
        {workspace.isOwner ? (
          <OwnerStays workspace={workspace} />
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
