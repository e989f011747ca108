/** Actions upon the files of messages. What goes wrong with a single upload shows at the file. */
import { isUnfinished, maxFileBytes, type UploadEntry } from '@kontor/client/files/transfer';
import { type NewFile, removeFile } from '@kontor/client/nouns/messageFile';
import type { Document } from '@kontor/contract/nouns/document';
import { type Message, type MessageFile, maxMessageFiles } from '@kontor/contract/nouns/message';
import { pictureSize } from '../../../contents/bitmap.ts';
import { formatBytes } from '../../../platform/text/format.ts';
import { toast } from '../../../platform/toasts.tsx';
import { tryAct } from '../../../platform/tryAct.ts';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { namedPictures } from '../../../ui/richText/pictures.ts';
import { hasRoom, typed } from '../upload/actions.ts';
import { attachedMessages } from './messages.ts';

const { t } = attachedMessages;

/** A file that was chosen for a message. */
export type ChosenFile = NewFile & { file: File };

/** Names that browsers give to pictures that have none. */
const nameless = /^(image\.\w+)?$/;

/** Returns a file under the name that it is sent with. */
function named(file: File): File {
  const [picture] = nameless.test(file.name) ? namedPictures([file], t('picture')) : [];
  return picture ?? typed(file);
}

/** Measures files for a message beside those that were chosen before. Resolves to none after saying what does not fit. */
export async function chosenFiles(
  files: readonly File[],
  before: readonly ChosenFile[],
): Promise<ChosenFile[]> {
  const sizes = [...before.map(({ file }) => file), ...files].map(({ size }) => size);
  if (sizes.length > maxMessageFiles) {
    toast.error(t('tooMany', { count: maxMessageFiles }));
    return [];
  }
  if (sizes.reduce((sum, size) => sum + size, 0) > maxFileBytes) {
    toast.error(t('tooLarge', { max: formatBytes(maxFileBytes) }));
    return [];
  }
  if (!(await hasRoom(sizes))) return [];
  return Promise.all(files.map(async (file) => ({ file: named(file), ...(await pictureSize(file)) })));
}

/** Takes a file out of a message, and stops its upload. */
export function takeOut({ id }: Message, file: MessageFile, upload: UploadEntry | undefined): void {
  const { records, uploads } = currentWorkspace();
  if (upload && isUnfinished(upload)) uploads.cancel(upload.id);
  tryAct(() => removeFile(records, id, file.id), t('takeFailed'));
}

/** Returns a file of a message as what opens, shows and saves documents takes it. */
export const asDocument = (
  { scopeId, version, updatedAt, userId: createdBy, createdAt }: Message,
  file: MessageFile,
): Document => ({
  ...file,
  kind: 'file',
  scopeId,
  version,
  updatedAt,
  createdBy,
  createdAt,
  nameTag: '',
  blobs: [],
});
