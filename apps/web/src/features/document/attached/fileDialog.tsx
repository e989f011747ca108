import type { Document } from '@kontor/contract/nouns/document';
import { Button, Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { Icon } from '../../../ui/icon.tsx';
import { downloadDocument } from '../actions.ts';
import { documentMessages } from '../messages.ts';
import { PreviewFrame } from '../preview/previewFrame.tsx';
import { maxPreviewBytes, previewOf } from '../preview/previewKind.ts';
import css from './attached.module.css';

/** Shows a file of a message over the page; `Esc` closes it. */
export function FileDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const t = useMessages(documentMessages);
  const preview = previewOf(document);
  return (
    <Modal
      opened
      onClose={onClose}
      title={shownName(document.name)}
      size={1100}
      closeButtonProps={{ 'aria-label': t('closePreview') }}
    >
      <div className={css.shown}>
        {preview ? (
          <PreviewFrame
            document={document}
            preview={preview}
            onKey={(key) => key === 'Escape' && onClose()}
          />
        ) : (
          <p>{t((document.size ?? 0) > maxPreviewBytes ? 'tooLarge' : 'onlyDownload')}</p>
        )}
      </div>
      <Button
        variant="default"
        leftSection={<Icon of={IconDownload} />}
        onClick={() => void downloadDocument(document)}
      >
        {t('download')}
      </Button>
    </Modal>
  );
}
