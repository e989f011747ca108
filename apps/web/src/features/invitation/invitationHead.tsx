import type { Invitation } from '@kontor/contract/wire/invitation';
import { Group, Text } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { logoUrl } from '../../ui/logo.ts';
import { Avatar } from '../../ui/person/avatar.tsx';
import css from './invitation.module.css';
import { invitationMessages } from './messages.ts';

/** Shows the workspace that invites, as it shows before any key is there, and the role in it. */
export function InvitationHead({ invitation: { workspace, role } }: { invitation: Invitation }) {
  const t = useMessages(invitationMessages);
  return (
    <Group gap="sm" wrap="nowrap" className={css.head}>
      <span className={css.bar} style={{ background: workspace.color }} />
      <Avatar name={workspace.name} image={logoUrl(workspace.logo)} size={36} square />
      <div className={css.text}>
        <Text fw={600} className={css.name}>
          {workspace.name}
        </Text>
        <Text size="xs" c="dimmed">
          {t('joinAs', { role: t(role) })}
        </Text>
      </div>
    </Group>
  );
}
