import { Kbd } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { shortcutLabel } from '../../platform/shortcuts.ts';
import { matches } from '../../platform/text/matches.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { appMessages } from '../messages.ts';
import type { Command } from './commands.ts';
import css from './palette.module.css';
import { useRecordSearch } from './recordSearch.tsx';
import { returnFocus, takeTyped } from './typedAhead.ts';

/** Opens the palette once it stands on the page. */
export const openPalette = (): void => spotlight.open();

/** Search over places, commands and what the workspace holds. It loads with its first use, and so opens itself. */
export function Palette({ commands, workspace }: { commands: readonly Command[]; workspace: string }) {
  const t = useMessages(appMessages);
  const search = useRecordSearch(workspace);
  const [query, setQuery] = useState('');
  useEffect(openPalette, []);
  const commandsFor = (query: string) =>
    (['goTo', 'create', 'commands'] as const)
      .map((group) => ({
        group: t(group),
        actions: commands
          .filter((command) => command.group === group && matches(command.label, query))
          .map((command) => ({
            id: command.id,
            label: command.label,
            leftSection: <Icon of={command.icon} />,
            rightSection: command.shortcut && <Kbd>{shortcutLabel(command.shortcut)}</Kbd>,
            onClick: command.run,
          })),
      }))
      .filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight
      actions={[]}
      classNames={{ action: css.action! }}
      filter={(typed) => {
        const query = typed.trim();
        return query ? [...commandsFor(query), ...search(query)] : commandsFor('');
      }}
      shortcut={null}
      returnFocus={false}
      transitionProps={{ onExited: returnFocus }}
      query={query}
      onQueryChange={setQuery}
      nothingFound={t('searchNothing')}
      searchProps={{
        leftSection: <Icon of={IconSearch} />,
        placeholder: t('searchPlaceholder'),
        'aria-label': t('search'),
        maxLength: 200,
        onFocus: () => {
          const typed = takeTyped();
          if (typed) setQuery(typed);
        },
      }}
      scrollable
      maxHeight={420}
    />
  );
}
