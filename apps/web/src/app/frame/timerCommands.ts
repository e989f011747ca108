/** The commands for the timer. */
import { IconClockPlay, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { goOnWith, pause, resume, stop } from '../../features/timeEntry/actions.ts';
import { titleOf } from '../../features/timeEntry/entryTitle.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { lastEntries, useOpenEntry } from '../../features/timeEntry/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import type { Command } from './command.ts';

/** Returns what can be done with the timer now. `start` asks for a task. */
export function useTimerCommands(start: () => void): Command[] {
  const t = useMessages(timeMessages);
  const workspace = useWorkspace();
  const open = useOpenEntry();
  const isRunning = open?.status === 'IN_PROGRESS';
  const last = useRead(workspace.records.collections.timeEntry, () =>
    open ? undefined : lastEntries(workspace, 1)[0],
  );
  const command = (id: string, label: string, icon: Command['icon'], run: () => void): Command => ({
    id: `timer-${id}`,
    group: 'commands',
    label,
    icon,
    run,
  });
  return [
    { ...command('start', t('start'), IconClockPlay, start), shortcut: 't' },
    ...(last
      ? [
          command(
            'continue',
            t('continueLast', { title: titleOf(last) }),
            IconPlayerPlay,
            () => void goOnWith(last),
          ),
        ]
      : []),
    ...(open
      ? [
          isRunning
            ? command('pause', t('pause'), IconPlayerPause, pause)
            : command('resume', t('resume'), IconPlayerPlay, resume),
          command('stop', t('stop'), IconPlayerStop, () => stop()),
        ]
      : []),
  ];
}
