import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { NavItem } from '../../ui/nav/navItem.tsx';
import { appMessages } from '../messages.ts';
import { type FramePlace, usePlaces } from '../places.ts';
import { ConnectionStatus } from './connectionStatus.tsx';
import { placeIcons } from './placeIcons.ts';
import css from './rail.module.css';
import { Switcher } from './switcher.tsx';
import { Unread } from './unread.tsx';

const storageKey = 'kontor-rail';

interface RailProps {
  workspace: string;
  /** Messages that were not read yet. */
  unread: number;
  /** Draws the timer, which stands above the foot. */
  timer: (shape: { compact: boolean }) => ReactNode;
}

/** Shows the rail: 232 px, or 56 when it is folded; this device remembers which. */
export const Rail = memo(function Rail({ workspace, unread, timer }: RailProps) {
  const t = useMessages(appMessages);
  const places = usePlaces();
  const [folded, setFolded] = useState(() => localStorage.getItem(storageKey) === 'folded');
  const toggle = () => {
    localStorage.setItem(storageKey, folded ? 'open' : 'folded');
    setFolded(!folded);
  };
  const foot = places.filter(({ rail }) => rail === 'foot');
  const nameOf = (key: FramePlace['key']) =>
    key === 'chat' && unread > 0 ? `${t(key)}, ${t('unread', { count: unread })}` : t(key);
  const item = ({ key, to }: FramePlace) => {
    const place = (
      <NavItem
        key={key}
        to={to}
        params={{ workspace }}
        activeOptions={{ exact: to === '/$workspace', includeSearch: false }}
        className={css.place}
        label={folded ? undefined : t(key)}
        {...(folded && { 'aria-label': nameOf(key) })}
        leftSection={<Icon of={placeIcons[key]} />}
        rightSection={key === 'chat' && <Unread count={unread} />}
      />
    );
    if (!folded) return place;
    return (
      <Tooltip key={key} label={t(key)} position="right">
        {place}
      </Tooltip>
    );
  };
  return (
    <div className={css.root} data-folded={folded || undefined}>
      <Switcher workspace={workspace} compact={folded} />
      <nav className={css.places} aria-label={t('navigation')}>
        {places.filter(({ rail }) => rail === 'top').map(item)}
      </nav>
      {timer({ compact: folded })}
      {foot.length > 0 && <nav aria-label={t('management')}>{foot.map(item)}</nav>}
      <div className={css.foot}>
        <ConnectionStatus compact={folded} />
        <ActionIcon
          variant="subtle"
          color="gray.6"
          onClick={toggle}
          aria-label={t(folded ? 'expand' : 'collapse')}
          aria-expanded={!folded}
        >
          <Icon of={folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse} />
        </ActionIcon>
      </div>
    </div>
  );
});
