import type { UploadEntry } from '@kontor/client/files/transfer';
import type { Message, MessageFile } from '@kontor/contract/nouns/message';
import { ActionIcon, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatBytes } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useRead, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { uploadMessages } from '../upload/messages.ts';
import { Remedy, uploadStateText } from '../upload/uploadRow.tsx';
import { takeOut } from './actions.ts';
import css from './attached.module.css';
import { attachedMessages } from './messages.ts';

/** Returns this page's upload of a message's file. */
function useUpload({ id }: MessageFile): UploadEntry | undefined {
  const { uploads } = useWorkspace();
  return useRead(uploads.entries, (entries) =>
    entries.get().find(({ documentId, status }) => documentId === id && status !== 'cancelled'),
  );
}

interface UploadProps {
  message: Message;
  file: MessageFile;
  isOwn: boolean;
}

/** Shows the progress of an upload; the author can remove the file. */
export function Upload({ message, file, isOwn }: UploadProps) {
  const t = useMessages(attachedMessages);
  const tray = useMessages(uploadMessages);
  const upload = useUpload(file);
  const name = shownName(file.name);
  const { status, sent = 0, total = 0 } = upload ?? {};
  return (
    <div className={css.upload} data-tone={status === 'failed' ? 'bad' : undefined}>
      <div className={css.line}>
        <span
          className={css.state}
          data-tone={status === 'failed' ? 'bad' : undefined}
          role={status === 'failed' ? 'alert' : undefined}
        >
          {upload ? uploadStateText(upload) : `${t('notHere')}, ${formatBytes(file.size)}`}
        </span>
        {upload && status === 'failed' && <Remedy entry={upload} />}
        {isOwn && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('take', { name })}
            title={t('take', { name })}
            onClick={() => {
              keepFocus();
              takeOut(message, file, upload);
            }}
          >
            <Icon of={IconX} size={16} />
          </ActionIcon>
        )}
      </div>
      {(status === 'running' || status === 'paused') && (
        <Progress
          size={4}
          value={total > 0 ? (sent / total) * 100 : 100}
          color={status === 'paused' ? 'gray' : 'petrol'}
          aria-label={tray('uploadOf', { name })}
        />
      )}
    </div>
  );
}
