import type { TeamMember } from '@kontor/client/team/team';
import { Menu } from '@mantine/core';
import { IconCrown, IconPencil, IconUserMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { ActionsMenu } from '../../ui/list/actionsMenu.tsx';
import { ReasonedItem } from '../../ui/list/reasonedItem.tsx';
import { makeOwner, removeMember } from './actions.ts';
import { teamMessages } from './messages.ts';
import { nameOf } from './queries.ts';

interface MemberMenuProps {
  member: TeamMember;
  onEdit: () => void;
  /** Further items, above the ones that take away. */
  children?: ReactNode;
}

/** Offers what can be done with a member. What cannot be done to this one says why. */
export function MemberMenu({ member, onEdit, children }: MemberMenuProps) {
  const t = useMessages(teamMessages);
  const mayPassOn = useCan('log.owner');
  const isSelf = useWorkspace().userId === member.userId;
  const mayOwn = member.role === 'ADMIN' && member.status === 'ACTIVE';
  const whyStays = member.isOwner ? t('ownerStays') : isSelf ? t('notYourself') : undefined;
  return (
    <ActionsMenu name={nameOf(member)} width={280}>
      <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={onEdit}>
        {t('edit')}
      </Menu.Item>
      {children}
      {mayPassOn && !isSelf && (
        <ReasonedItem
          leftSection={<Icon of={IconCrown} />}
          whyNot={mayOwn ? undefined : t('makeOwnerHint')}
          onClick={() => void makeOwner(member)}
        >
          {t('makeOwner')}
        </ReasonedItem>
      )}
      <ReasonedItem
        color="red"
        leftSection={<Icon of={IconUserMinus} />}
        whyNot={whyStays}
        onClick={() => void removeMember(member)}
      >
        {t('remove')}
      </ReasonedItem>
    </ActionsMenu>
  );
}
