import { isUploaded } from '@kontor/client/nouns/messageFile';
import type { Document } from '@kontor/contract/nouns/document';
import type { Message, MessageFile } from '@kontor/contract/nouns/message';
import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatBytes } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { Icon } from '../../../ui/icon.tsx';
import { boxOf } from '../../../ui/picture/box.ts';
import { downloadDocument } from '../actions.ts';
import { Thumbnail } from '../explorer/thumbnail.tsx';
import { FileIcon, typeOf } from '../fileIcon.tsx';
import { FileName } from '../fileName.tsx';
import { asDocument } from './actions.ts';
import css from './attached.module.css';
import { FileDialog } from './fileDialog.tsx';
import { attachedMessages } from './messages.ts';
import { Upload } from './upload.tsx';

/** Shows the files of a message: pictures as such, in the place that their size says; others as lines. */
export function MessageFiles({ message, isOwn }: { message: Message; isOwn: boolean }) {
  const t = useMessages(attachedMessages);
  const [shown, setShown] = useState<Document>();
  return (
    <>
      <ul className={css.files} aria-label={t('files')}>
        {message.files.map((file) => (
          <FileItem key={file.id} message={message} file={file} isOwn={isOwn} onShow={setShown} />
        ))}
      </ul>
      {shown && <FileDialog document={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface FileItemProps {
  message: Message;
  file: MessageFile;
  isOwn: boolean;
  onShow: (document: Document) => void;
}

function FileItem({ message, file, isOwn, onShow }: FileItemProps) {
  const t = useMessages(attachedMessages);
  const document = useMemo(() => asDocument(message, file), [message, file]);
  const name = shownName(file.name);
  const isHere = isUploaded(file);
  const upload = !isHere && <Upload message={message} file={file} isOwn={isOwn} />;
  const { width, height } = file;
  if (width && height) {
    const box = boxOf({ width, height });
    return (
      <li className={css.framed}>
        <button
          type="button"
          className={css.picture}
          style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
          aria-label={t('show', { name })}
          title={name}
          disabled={!isHere}
          onClick={() => onShow(document)}
        >
          <Thumbnail document={document} className={css.thumbnail} />
        </button>
        {upload}
      </li>
    );
  }
  return (
    <li className={css.file}>
      <FileIcon type={typeOf(document)} name={file.name} />
      <span className={css.words}>
        {isHere ? (
          <button
            type="button"
            className={css.name}
            aria-label={t('show', { name })}
            onClick={() => onShow(document)}
          >
            <FileName name={name} />
          </button>
        ) : (
          <FileName name={name} />
        )}
        {upload || <span className={css.state}>{formatBytes(file.size)}</span>}
      </span>
      {isHere && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('download', { name })}
          title={t('download', { name })}
          onClick={() => void downloadDocument(document)}
        >
          <Icon of={IconDownload} />
        </ActionIcon>
      )}
    </li>
  );
}
