import { Menu } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { copyAddress } from '../copyText.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';

/** Copies an address of the app: whoever works here opens it, nobody else. */
export function CopyLinkItem({ address }: { address: () => string }) {
  const t = useMessages(uiMessages);
  return (
    <Menu.Item leftSection={<Icon of={IconLink} />} onClick={() => void copyAddress(address())}>
      {t('copyLink')}
    </Menu.Item>
  );
}
