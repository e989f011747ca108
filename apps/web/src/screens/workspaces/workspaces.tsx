import { Alert, Box, Group, Title } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { InvitationHints } from '../../features/invitation/invitationHints.tsx';
import { VoidKitNotice } from '../../features/kit/voidKitNotice.tsx';
import { workspaceMessages } from '../../features/workspace/messages.ts';
import { WorkspaceRows } from '../../features/workspace/workspaceRows.tsx';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { ButtonLink, TextLink } from '../../ui/nav/link.tsx';

/** Shows the person's workspaces, and the way to a new one. */
export function Workspaces() {
  const t = useMessages(workspaceMessages);
  usePage(t('title'));
  const workspaces = useSession((session) => session.workspaces.list);
  const hasKit = useSession((session) => session.user?.hasKit ?? true);
  const hasVoidKit = useSession((session) => session.user?.former.hasVoidKit ?? false);
  const isLocked = workspaces.some(({ status }) => status === 'LOCKED');
  return (
    <>
      <Group justify="space-between" mb="lg">
        <Title order={1}>{t('title')}</Title>
        {workspaces.length > 0 && <ButtonLink to="/create">{t('create')}</ButtonLink>}
      </Group>
      {workspaces.length === 0 && <InvitationHints />}
      <VoidKitNotice />
      {!hasKit && !hasVoidKit && workspaces.length > 0 && !isLocked && (
        <Alert color="orange" mb="lg">
          {t('noKit')}{' '}
          <TextLink to="/account" search={{ tab: 'security' }}>
            {t('makeKit')}
          </TextLink>
        </Alert>
      )}
      {workspaces.length > 0 ? (
        <>
          <WorkspaceRows workspaces={workspaces} />
          <Box mt="lg">
            {/* They come late: above the list they would push it from under a click. */}
            <InvitationHints />
          </Box>
        </>
      ) : (
        <EmptyState action={<ButtonLink to="/create">{t('create')}</ButtonLink>}>{t('none')}</EmptyState>
      )}
    </>
  );
}
