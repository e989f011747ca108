import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { Icon } from '../../ui/icon.tsx';
import { NavItem } from '../../ui/nav/navItem.tsx';
import { appMessages } from '../messages.ts';
import { LineStatus } from './connectionStatus.tsx';
import { usePlaces } from './places.ts';
import css from './rail.module.css';
import { Switcher } from './switcher.tsx';

const storageKey = 'kontor-rail';

/** The rail: 232 px, or 56 when it is folded; this device remembers which. */
export function Rail({ workspace }: { workspace: string }) {
  const t = useMessages(appMessages);
  const mayManage = useCan('workspace.update');
  const places = usePlaces();
  const [folded, setFolded] = useState(() => localStorage.getItem(storageKey) === 'folded');
  const toggle = () => {
    localStorage.setItem(storageKey, folded ? 'open' : 'folded');
    setFolded(!folded);
  };
  return (
    <div className={css.root} data-folded={folded || undefined}>
      <Switcher workspace={workspace} compact={folded} />
      <nav className={css.places} aria-label={t('navigation')}>
        {places.map(({ key, icon, to, exact }) => (
          <Tooltip key={key} label={t(key)} position="right" disabled={!folded}>
            <NavItem
              to={to}
              params={{ workspace }}
              activeOptions={{ exact, includeSearch: false }}
              className={css.place}
              label={folded ? undefined : t(key)}
              aria-label={t(key)}
              leftSection={<Icon of={icon} />}
            />
          </Tooltip>
        ))}
      </nav>
      {mayManage && (
        <nav aria-label={t('settings')}>
          <Tooltip label={t('settings')} position="right" disabled={!folded}>
            <NavItem
              to="/$workspace/settings"
              params={{ workspace }}
              activeOptions={{ includeSearch: false }}
              className={css.place}
              label={folded ? undefined : t('settings')}
              aria-label={t('settings')}
              leftSection={<Icon of={IconSettings} />}
            />
          </Tooltip>
        </nav>
      )}
      <div className={css.foot}>
        <LineStatus compact={folded} />
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
}
