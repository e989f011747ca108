import { Menu } from '@mantine/core';
import { IconHelp, IconLogout, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OwnAvatar } from '../../features/account/ownAvatar.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useServerTerms } from '../../platform/workspace/serverTerms.ts';
import { Icon } from '../../ui/icon.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { appMessages } from '../messages.ts';
import { removeAccount, signOut } from './signOut.ts';

/**
 * Ends a menu: leads to the account, signs out, removes the account from the device, and leads to the help of the firm that runs
 * the server.
 */
export function AccountItems({ icon = <OwnAvatar size={20} /> }: { icon?: ReactNode }) {
  const t = useMessages(appMessages);
  const u = useMessages(uiMessages);
  const navigate = useNavigate();
  const supportUrl = useServerTerms()?.supportUrl;
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
      {/* Last: it comes once the server has answered, and nothing is to move under the pointer. */}
      {supportUrl && (
        <Menu.Item
          component="a"
          href={supportUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon of={IconHelp} />}
        >
          {u('support')}
        </Menu.Item>
      )}
    </>
  );
}
