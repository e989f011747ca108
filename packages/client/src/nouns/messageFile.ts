/** The files of messages: named at once with the words, filled with their contents as those arrive. */
import { document } from '@kontor/contract/nouns/document';
import type { Message, MessageFile } from '@kontor/contract/nouns/message';
import { v7 as uuidv7 } from 'uuid';
import type { Mutations } from '../replica/mutations.ts';
import { removeMessage } from './message.ts';

/** A file that somebody is about to send. */
export interface NewFile {
  file: Pick<File, 'name' | 'size' | 'type'>;
  /** Pixels of a picture. */
  width?: number | undefined;
  height?: number | undefined;
}

/** Returns how a message names a file whose content is not uploaded yet. */
export const namedFile = ({ file, width, height }: NewFile): MessageFile => ({
  id: uuidv7(),
  name: file.name.slice(0, document.sealed.name.maxLength),
  size: file.size,
  parts: [],
  ...(file.type && { mimeType: file.type }),
  ...(width && height && { width, height }),
});

/** Tells whether the content of a file is on the server. */
export const isUploaded = ({ blobId }: MessageFile): boolean => blobId !== undefined;

const messageOf = ({ collections }: Mutations, messageId: string): Message => {
  const message = collections.message.get(messageId);
  if (!message) throw new RangeError('the message is gone');
  return message;
};

/**
 * Describes the content of a file that was uploaded for a message.
 * @throws RangeError where the message is gone, or names the file no more
 */
export function fillFile(
  mutations: Mutations,
  messageId: string,
  fileId: string,
  content: Pick<MessageFile, 'fileKey' | 'blobId' | 'size' | 'parts' | 'thumbnail' | 'words'>,
): void {
  const { files } = messageOf(mutations, messageId);
  if (!files.some(({ id }) => id === fileId)) throw new RangeError('the file is gone');
  const filled = files.map((file) => (file.id === fileId ? { ...file, ...content } : file));
  mutations.update('message', messageId, { files: filled });
}

/** Takes a file out of a message; a message that says nothing else goes with its last one. */
export function removeFile(mutations: Mutations, messageId: string, fileId: string): void {
  const message = messageOf(mutations, messageId);
  const { content, files } = message;
  const rest = files.filter(({ id }) => id !== fileId);
  if (content || rest.length > 0) mutations.update('message', messageId, { files: rest });
  else removeMessage(mutations, message);
}
