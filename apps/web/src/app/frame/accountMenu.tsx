import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconLayoutGrid, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOwn } from '../../features/account/own.ts';
import { OwnAvatar } from '../../features/account/ownAvatar.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { appMessages } from '../messages.ts';
import { AccountItems } from './accountItems.tsx';
import css from './accountMenu.module.css';

/** Shows who is signed in; leads to their workspaces and account, and out. `more`: what a workspace adds. */
export function AccountMenu({ more }: { more?: ReactNode }) {
  const t = useMessages(appMessages);
  const navigate = useNavigate();
  const { name, email } = useOwn();
  const hasSeveral = useSession(({ workspaces }) => workspaces.list.length > 1);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray.9"
          px="sm"
          maw="60vw"
          fw={400}
          aria-label={name === email ? email : `${name}, ${email}`}
          leftSection={<OwnAvatar size={24} />}
          rightSection={<Icon of={IconChevronDown} />}
        >
          <span className={css.name}>{name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {hasSeveral && (
          <Menu.Item leftSection={<Icon of={IconLayoutGrid} />} onClick={() => void navigate({ to: '/' })}>
            {t('allWorkspaces')}
          </Menu.Item>
        )}
        {more}
        <AccountItems icon={<Icon of={IconUser} />} />
      </Menu.Dropdown>
    </Menu>
  );
}
