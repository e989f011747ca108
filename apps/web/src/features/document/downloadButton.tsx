import type { Document } from '@kontor/contract/nouns/document';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { downloadDocument } from './actions.ts';
import { documentMessages } from './messages.ts';

/** Saves a document on the computer. */
export function DownloadButton({ document }: { document: Document }) {
  const t = useMessages(documentMessages);
  return (
    <Button
      variant="default"
      leftSection={<Icon of={IconDownload} />}
      onClick={() => void downloadDocument(document)}
    >
      {t('download')}
    </Button>
  );
}
