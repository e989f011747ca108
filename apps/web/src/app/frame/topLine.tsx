import { Button, Menu, UnstyledButton } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentPage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { appMessages } from '../messages.ts';
import type { Command } from './command.ts';
import { Keys } from './keys.tsx';
import css from './topLine.module.css';

const createParts = { root: css.create!, label: css.word!, section: css.sign! };

interface TopLineProps {
  creates: readonly Command[];
  onSearch: () => void;
  bell: ReactNode;
}

/** Shows the breadcrumbs, opens the palette, and offers what can be made. */
export function TopLine({ creates, onSearch, bell }: TopLineProps) {
  const t = useMessages(appMessages);
  const { crumbs } = useCurrentPage();
  return (
    <header className={css.root}>
      <nav className={css.crumbs} aria-label={t('breadcrumb')}>
        <ol>
          {crumbs.map(({ label, href }) => (
            <li key={`${href} ${label}`}>
              {href ? <Link to={href as string}>{label}</Link> : <span aria-current="page">{label}</span>}
            </li>
          ))}
        </ol>
      </nav>
      <UnstyledButton className={css.search} onClick={onSearch}>
        <Icon of={IconSearch} />
        <span className={css.word}>{t('search')}</span>
        <Keys of="mod+k" size="xs" />
      </UnstyledButton>
      {bell}
      {creates.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button classNames={createParts} size="xs" leftSection={<Icon of={IconPlus} />}>
              {t('new')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {creates.map(({ id, icon, label, shortcut, run }) => (
              <Menu.Item
                key={id}
                leftSection={<Icon of={icon} />}
                rightSection={shortcut && <Keys of={shortcut} size="xs" />}
                onClick={run}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </header>
  );
}
