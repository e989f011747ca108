import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconBuildingPlus, IconDoorExit, IconLayoutGrid, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { endMessages } from '../../features/workspace/endMessages.ts';
import { leaveWorkspace } from '../../features/workspace/leave.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { ReasonedItem } from '../../ui/list/reasonedItem.tsx';
import { logoUrl } from '../../ui/logo.ts';
import { Avatar } from '../../ui/person/avatar.tsx';
import { appMessages } from '../messages.ts';
import { AccountItems } from './accountItems.tsx';
import { placeIcons } from './placeIcons.ts';
import css from './switcher.module.css';
import { useWordsItem } from './wordsItem.tsx';

/** Shows the open workspace with its 3-px bar of colour; behind it the others, the account and signing out. */
export function Switcher({ workspace, compact = false }: { workspace: string; compact?: boolean }) {
  const t = useMessages(appMessages);
  const e = useMessages(endMessages);
  const words = useWordsItem();
  const navigate = useNavigate();
  const workspaces = useSession((session) => session.workspaces.list);
  const current = workspaces.find(({ id }) => id === workspace);
  const others = workspaces.filter(({ id }) => id !== workspace);
  if (!current) return null;
  const leave = async (summary: WorkspaceSummary) => {
    if (await leaveWorkspace(summary)) await navigate({ to: '/' });
  };
  return (
    <>
      <Menu position="bottom-start" width={232}>
        <Menu.Target>
          <UnstyledButton
            className={css.root}
            data-compact={compact || undefined}
            aria-label={t('workspaceMenu', { name: current.name })}
          >
            <span className={css.bar} style={{ background: current.color }} />
            <Avatar name={current.name} image={logoUrl(current.logo)} size={28} square />
            {!compact && (
              <>
                <span className={css.name}>{current.name}</span>
                <Icon of={IconSelector} />
              </>
            )}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {others.length > 0 && <Menu.Label>{t('otherWorkspaces')}</Menu.Label>}
          {others.map(({ id, name, logo }) => (
            <Menu.Item
              key={id}
              leftSection={<Avatar name={name} image={logoUrl(logo)} size={20} square />}
              onClick={() => void navigate({ to: '/$workspace', params: { workspace: id } })}
            >
              {name}
            </Menu.Item>
          ))}
          {others.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<Icon of={IconLayoutGrid} />} onClick={() => void navigate({ to: '/' })}>
            {t('allWorkspaces')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon of={IconBuildingPlus} />}
            onClick={() => void navigate({ to: '/create' })}
          >
            {t('createWorkspace')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon of={placeIcons.history} />}
            onClick={() => void navigate({ to: '/$workspace/settings/history', params: { workspace } })}
          >
            {t('history')}
          </Menu.Item>
          {words.item}
          <ReasonedItem
            leftSection={<Icon of={IconDoorExit} />}
            whyNot={current.isOwner ? e('ownedShort') : undefined}
            onClick={() => void leave(current)}
          >
            {e('leaveWorkspace')}
          </ReasonedItem>
          <Menu.Divider />
          <AccountItems />
        </Menu.Dropdown>
      </Menu>
      {words.dialog}
    </>
  );
}
