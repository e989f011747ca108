import type { Document } from '@kontor/contract/nouns/document';
import { Menu } from '@mantine/core';
import { IconFileSearch, IconPhoto } from '@tabler/icons-react';
import { unread } from '../../../contents/contentKind.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useHasDamagedWords } from '../../../platform/workspace/found.ts';
import { Icon } from '../../../ui/icon.tsx';
import { documentMessages } from '../messages.ts';
import { readAgain } from '../reading.ts';

/** Offers to read a file anew, where something could be read of it and was not, or what was read is damaged. */
export function ReadAgainItem({ document }: { document: Document }) {
  const t = useMessages(documentMessages);
  const isDamaged = useHasDamagedWords(document.id);
  const missing = unread(isDamaged ? { ...document, searchable: 'no' } : document);
  return (
    missing && (
      <Menu.Item
        leftSection={<Icon of={missing === 'words' ? IconFileSearch : IconPhoto} />}
        onClick={() => void readAgain(document, missing)}
      >
        {t(missing === 'words' ? 'readAgain' : 'drawAgain')}
      </Menu.Item>
    )
  );
}
