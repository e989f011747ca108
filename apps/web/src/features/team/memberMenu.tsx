import type { TeamMember } from '@kontor/client/team/team';
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconCrown, IconDots, IconPencil, IconUserMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCan } from '../../platform/actor.ts';
import { useMessages } from '../../platform/messages.ts';
import { useWorkspace } from '../../platform/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { makeOwner, removeMember } from './actions.ts';
import { teamMessages } from './messages.ts';
import { nameOf } from './queries.ts';

interface MemberMenuProps {
  member: TeamMember;
  onEdit: () => void;
  /** Further items, above the ones that take away. */
  children?: ReactNode;
}

/** What can be done with a member. What cannot be done to this one says why. */
export function MemberMenu({ member, onEdit, children }: MemberMenuProps) {
  const t = useMessages(teamMessages);
  const mayPassOn = useCan('log.owner');
  const isSelf = useWorkspace().userId === member.userId;
  const mayOwn = member.role === 'ADMIN' && member.status === 'ACTIVE';
  const whyStays = member.isOwner ? t('ownerStays') : isSelf ? t('notYourself') : undefined;
  return (
    <Menu position="bottom-end" withinPortal width={280}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name: nameOf(member) })}>
          <Icon of={IconDots} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={onEdit}>
          {t('edit')}
        </Menu.Item>
        {children}
        {mayPassOn && !isSelf && (
          <Menu.Item
            leftSection={<Icon of={IconCrown} />}
            disabled={!mayOwn}
            onClick={() => void makeOwner(member)}
          >
            {t('makeOwner')}
            {!mayOwn && (
              <Text size="xs" c="var(--ink-quiet)">
                {t('makeOwnerHint')}
              </Text>
            )}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<Icon of={IconUserMinus} />}
          disabled={whyStays !== undefined}
          onClick={() => void removeMember(member)}
        >
          {t('remove')}
          {whyStays && (
            <Text size="xs" c="var(--ink-quiet)">
              {whyStays}
            </Text>
          )}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
