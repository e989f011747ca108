import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import { useRowStop } from './inRow.ts';

interface ActionsMenuProps {
  /** Of the thing that they are done to. */
  name: string;
  width?: number;
  /** The menu's items. */
  children: ReactNode;
}

/** Holds the actions upon one thing behind three dots. Pressing them drags nothing. */
export function ActionsMenu({ name, width, children }: ActionsMenuProps) {
  const t = useMessages(uiMessages);
  return (
    <Menu position="bottom-end" withinPortal {...(width !== undefined && { width })}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('actions', { name })}
          {...useRowStop()}
          data-no-drag
        >
          <Icon of={IconDots} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
