import { Kbd, Modal, Table } from '@mantine/core';
import { useMessages } from '../../platform/messages.ts';
import { shortcutLabel } from '../../platform/shortcuts.ts';
import { uiMessages } from '../../ui/messages.ts';
import { appMessages } from '../messages.ts';
import type { Command } from './commands.ts';

/** The keyboard, explained. */
export function Help({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const t = useMessages(appMessages);
  const ui = useMessages(uiMessages);
  const rows: [string, string][] = [
    [shortcutLabel('mod+k'), t('helpPalette')],
    ...commands.flatMap((command): [string, string][] =>
      command.shortcut ? [[shortcutLabel(command.shortcut), command.label]] : [],
    ),
    ['↑ ↓', t('helpList')],
    ['↵', t('helpOpen')],
    ['Esc', t('helpClose')],
  ];
  return (
    <Modal opened onClose={onClose} title={t('help')} closeButtonProps={{ 'aria-label': ui('close') }}>
      <Table withRowBorders>
        <Table.Tbody>
          {rows.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={96}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
