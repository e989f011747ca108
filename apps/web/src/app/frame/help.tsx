import { Checkbox, Kbd, Table } from '@mantine/core';
import { useState } from 'react';
import {
  hasLetterShortcuts,
  offeredShortcut,
  setLetterShortcuts,
  shortcutLabel,
} from '../../platform/shortcuts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { appMessages } from '../messages.ts';
import type { Command } from './command.ts';

/** Shows the keyboard, explained. */
export function Help({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const t = useMessages(appMessages);
  const [hasLetters, setHasLetters] = useState(hasLetterShortcuts);
  const rows: [string, string][] = [
    [[shortcutLabel('mod+k'), offeredShortcut('/')].filter(Boolean).join(', '), t('helpPalette')],
    ...commands.flatMap(({ shortcut, label }): [string, string][] => {
      const keys = offeredShortcut(shortcut);
      return keys ? [[keys, label]] : [];
    }),
    ['↑ ↓', t('helpList')],
    ['← →', t('helpRow')],
    ['↵', t('helpOpen')],
    ['Esc', t('helpClose')],
    [shortcutLabel('mod+enter'), t('helpSave')],
    ['Alt ← → ↑ ↓', t('helpPlace')],
    [shortcutLabel('mod+z'), t('helpUndo')],
    [t('keySpace'), t('helpChoose')],
    [shortcutLabel('mod+a'), t('helpChooseAll')],
    ['F2', t('helpRename')],
    [t('keyDelete'), t('helpDelete')],
    ['↑', t('helpEditLast')],
  ];
  return (
    <Dialog title={t('help')} onClose={onClose}>
      <Table withRowBorders>
        <Table.Tbody>
          {rows.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={128}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Checkbox
        mt="md"
        label={t('helpLetters')}
        description={t('helpLettersHint')}
        checked={hasLetters}
        onChange={({ currentTarget }) => {
          setLetterShortcuts(currentTarget.checked);
          setHasLetters(currentTarget.checked);
        }}
      />
    </Dialog>
  );
}
