import { Menu } from '@mantine/core';
import { IconLogout, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OwnAvatar } from '../../features/account/ownAvatar.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { appMessages } from '../messages.ts';
import { removeAccount, signOut } from './signOut.ts';

/** Ends a menu: leads to the account, and out. */
export function AccountItems({ icon = <OwnAvatar size={20} /> }: { icon?: ReactNode }) {
  const t = useMessages(appMessages);
  const navigate = useNavigate();
  return (
    <>
      <Menu.Item leftSection={icon} onClick={() => void navigate({ to: '/account' })}>
        {t('account')}
      </Menu.Item>
      <Menu.Item leftSection={<Icon of={IconLogout} />} onClick={() => void signOut()}>
        {t('signOut')}
      </Menu.Item>
      <Menu.Item leftSection={<Icon of={IconTrash} />} onClick={() => void removeAccount()}>
        {t('removeAccount')}
      </Menu.Item>
    </>
  );
}
