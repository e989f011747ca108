import type { Document } from '@kontor/contract/nouns/document';
import { ActionIcon } from '@mantine/core';
import { IconAppWindow } from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useMayOpenNatively } from './mayOpen.ts';
import { nativeMessages } from './messages.ts';
import { openNatively } from './openFiles.ts';

/** Opens a file in its program; nothing in a browser, and for whoever could not save there. */
export function NativeButton({ document }: { document: Document }) {
  const t = useMessages(nativeMessages);
  if (!useMayOpenNatively(document)) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('openNatively')}
      title={t('openNatively')}
      onClick={() => void openNatively(document)}
    >
      <Icon of={IconAppWindow} />
    </ActionIcon>
  );
}
