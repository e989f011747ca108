import { Menu, UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconDots, IconLayoutGrid } from '@tabler/icons-react';
import { Link, useMatchRoute, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { appMessages } from '../messages.ts';
import { usePlaces } from '../places.ts';
import { AccountItems } from './accountItems.tsx';
import css from './bottomBar.module.css';
import { ConnectionStatus } from './connectionStatus.tsx';
import { placeIcons } from './placeIcons.ts';
import { Unread } from './unread.tsx';
import { useWordsItem } from './wordsItem.tsx';

interface BottomBarProps {
  workspace: string;
  /** Messages that were not read yet. */
  unread: number;
  /** The running timer; nothing while none runs. */
  timer: ReactNode;
}

/** Shows the rail of a phone: five items at the thumb. What searches and makes is in the top line, as everywhere. */
export function BottomBar({ workspace, unread, timer }: BottomBarProps) {
  const t = useMessages(appMessages);
  const words = useWordsItem();
  const navigate = useNavigate();
  const places = usePlaces();
  const matchRoute = useMatchRoute();
  const inBar = places.filter(({ rail, isMore }) => rail && !isMore);
  const inMore = places.filter(({ isMore }) => isMore);
  const isMoreActive = inMore.some(({ to }) => matchRoute({ to, params: { workspace }, fuzzy: true }));
  const line = useElementSize();
  // Pages that fill what the frame leaves leave room for it.
  useEffect(() => {
    document.documentElement.style.setProperty('--bottom-line', `${line.height}px`);
  }, [line.height]);
  const isOffline = useSession((session) => session.connection.state === 'offline');
  return (
    <nav className={css.root} aria-label={t('navigation')}>
      <div className={css.line} ref={line.ref}>
        {timer}
        {isOffline && <ConnectionStatus />}
      </div>
      {inBar.map(({ key, to }) => (
        <Link
          key={key}
          to={to}
          params={{ workspace }}
          activeOptions={{ exact: to === '/$workspace', includeSearch: false }}
          className={css.item}
        >
          <span className={css.icon}>
            <Icon of={placeIcons[key]} />
            {key === 'chat' && <Unread count={unread} />}
          </span>
          {t(key)}
        </Link>
      ))}
      <Menu position="top-end">
        <Menu.Target>
          <UnstyledButton className={css.item} data-status={isMoreActive ? 'active' : undefined}>
            <Icon of={IconDots} />
            {t('more')}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <ConnectionStatus isSilent />
          <Menu.Divider />
          {inMore.map(({ key, to }) => (
            <Menu.Item
              key={key}
              leftSection={<Icon of={placeIcons[key]} />}
              onClick={() => void navigate({ to, params: { workspace } })}
            >
              {t(key)}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<Icon of={IconLayoutGrid} />} onClick={() => void navigate({ to: '/' })}>
            {t('workspaces')}
          </Menu.Item>
          {words.item}
          <AccountItems />
        </Menu.Dropdown>
      </Menu>
      {words.dialog}
    </nav>
  );
}
