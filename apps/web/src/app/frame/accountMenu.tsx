import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useOwn } from '../../features/account/own.ts';
import { OwnAvatar } from '../../features/account/ownAvatar.tsx';
import { useMessages } from '../../platform/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { appMessages } from '../messages.ts';
import css from './accountMenu.module.css';
import { signOut } from './signOut.ts';

/** Who is signed in, the way to the account, and out. */
export function AccountMenu() {
  const t = useMessages(appMessages);
  const navigate = useNavigate();
  const { name, email } = useOwn();
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
        <Menu.Item leftSection={<Icon of={IconUser} />} onClick={() => void navigate({ to: '/account' })}>
          {t('account')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={IconLogout} />} onClick={() => void signOut()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
