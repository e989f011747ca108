import type { Document } from '@kontor/contract/nouns/document';
import { Modal } from '@mantine/core';
import { formatBytes } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useCloseOnBackOrEscape } from '../../../ui/overlay/closeOnBack.ts';
import { useReturnFocus } from '../../../ui/overlay/returnFocus.ts';
import { DownloadButton } from '../downloadButton.tsx';
import { documentMessages } from '../messages.ts';
import { FilePreview } from '../preview/filePreview.tsx';
import { previewOf, widthOverPage } from '../preview/previewKind.ts';
import css from './attached.module.css';

/** Shows a file of a message, or an earlier version of a document, over the page; `Esc` and the browser's "Back" close it. */
export function FileDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const t = useMessages(documentMessages);
  const preview = previewOf(document);
  useReturnFocus();
  useCloseOnBackOrEscape(onClose);
  return (
    <Modal
      opened
      closeOnEscape={false}
      onClose={onClose}
      title={shownName(document.name)}
      size={widthOverPage}
      closeButtonProps={{ 'aria-label': t('closePreview') }}
    >
      <div className={css.shown}>
        {'why' in preview ? (
          <p>{t(preview.why, { size: formatBytes(preview.most) })}</p>
        ) : (
          <FilePreview document={document} preview={preview} onKey={(key) => key === 'Escape' && onClose()} />
        )}
      </div>
      <DownloadButton document={document} />
    </Modal>
  );
}
