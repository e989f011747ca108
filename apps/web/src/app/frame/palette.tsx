import { Kbd } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useMessages } from '../../platform/messages.ts';
import { shortcutLabel } from '../../platform/shortcuts.ts';
import { Icon } from '../../ui/icon.tsx';
import { appMessages } from '../messages.ts';
import type { Command } from './commands.ts';

/** Opens the palette once it stands on the page. */
export const openPalette = (): void => spotlight.open();

/** Search over places and commands. It loads with its first use, and so opens itself. */
export function Palette({ commands }: { commands: readonly Command[] }) {
  const t = useMessages(appMessages);
  useEffect(openPalette, []);
  const groups = (['goTo', 'create', 'commands'] as const).map((group) => ({
    group: t(group),
    actions: commands
      .filter((command) => command.group === group)
      .map((command) => ({
        id: command.id,
        label: command.label,
        leftSection: <Icon of={command.icon} />,
        rightSection: command.shortcut && <Kbd>{shortcutLabel(command.shortcut)}</Kbd>,
        onClick: command.run,
      })),
  }));
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      shortcut={null}
      nothingFound={t('searchNothing')}
      searchProps={{
        leftSection: <Icon of={IconSearch} />,
        placeholder: t('searchPlaceholder'),
        'aria-label': t('search'),
      }}
      scrollable
      maxHeight={420}
    />
  );
}
