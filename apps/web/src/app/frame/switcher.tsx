import { Menu, UnstyledButton } from '@mantine/core';
import { IconBuildingPlus, IconLayoutGrid, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { logoUrl } from '../../ui/logo.ts';
import { Avatar } from '../../ui/person/avatar.tsx';
import { appMessages } from '../messages.ts';
import { AccountItems } from './accountItems.tsx';
import css from './switcher.module.css';

/** Shows the open workspace with its 3-px bar of colour; behind it the others, the account and signing out. */
export function Switcher({ workspace, compact = false }: { workspace: string; compact?: boolean }) {
  const t = useMessages(appMessages);
  const navigate = useNavigate();
  const workspaces = useSession((session) => session.workspaces.list);
  const current = workspaces.find(({ id }) => id === workspace);
  const others = workspaces.filter(({ id }) => id !== workspace);
  if (!current) return null;
  return (
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
        <Menu.Divider />
        <AccountItems />
      </Menu.Dropdown>
    </Menu>
  );
}
