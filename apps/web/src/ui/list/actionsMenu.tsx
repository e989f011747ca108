import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import { RowButton } from './rowButton.tsx';
import { RowMenu } from './rowMenu.tsx';

interface ActionsMenuProps {
  /** Of the thing that they are done to. */
  name: string;
  width?: number;
  /** The menu's items. */
  children: ReactNode;
}

/** Holds the actions upon one thing behind three dots. */
export function ActionsMenu({ name, width, children }: ActionsMenuProps) {
  const t = useMessages(uiMessages);
  return (
    <RowMenu
      position="bottom-end"
      width={width}
      button={(props) => (
        <RowButton aria-label={t('actions', { name })} data-no-print {...props}>
          <Icon of={IconDots} />
        </RowButton>
      )}
    >
      {children}
    </RowMenu>
  );
}
