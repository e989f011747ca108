import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconUser } from '@tabler/icons-react';
import { useOwn } from '../../features/account/own.ts';
import { OwnAvatar } from '../../features/account/ownAvatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AccountItems } from './accountItems.tsx';
import css from './accountMenu.module.css';

/** Who is signed in, the way to the account, and out. */
export function AccountMenu() {
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
        <AccountItems icon={<Icon of={IconUser} />} />
      </Menu.Dropdown>
    </Menu>
  );
}
