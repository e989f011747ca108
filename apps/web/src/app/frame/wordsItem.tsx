import { Menu } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { syncMessages } from '../../features/sync/messages.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';

const WordsDialog = lazyPart(async () => (await import('../../features/sync/wordsDialog.tsx')).WordsDialog);

/** Returns the item of a workspace's menu that shows its six words, and their dialog, which outlives the menu. */
export function useWordsItem(): { item: ReactNode; dialog: ReactNode } {
  const t = useMessages(syncMessages);
  const [isOpen, setIsOpen] = useState(false);
  return {
    item: (
      <Menu.Item leftSection={<Icon of={IconListCheck} />} onClick={() => setIsOpen(true)}>
        {t('compareWords')}
      </Menu.Item>
    ),
    dialog: isOpen && (
      <Suspense>
        <WordsDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
}
