/** Actions upon what is said in a room. Each shows at once; what goes wrong on this side is said in a toast. */
import type { ReadContents } from '@kontor/client/files/fileContents';
import { isUnfinished } from '@kontor/client/files/transfer';
import { removeMessage } from '@kontor/client/nouns/message';
import { type NewFile, namedFile } from '@kontor/client/nouns/messageFile';
import { isDirect, keepRoomMark, markIn } from '@kontor/client/nouns/room';
import type { FailedTransaction } from '@kontor/client/replica/status';
import type { RichText } from '@kontor/contract/entity/field';
import type { Message } from '@kontor/contract/nouns/message';
import { maxSigns } from '@kontor/contract/nouns/reaction';
import { maxPinned } from '@kontor/contract/nouns/room';
import { beginning } from '@kontor/contract/text/beginning';
import { readContents } from '../../../contents/readContents.ts';
import { cut } from '../../../platform/text/cut.ts';
import { toast } from '../../../platform/toasts.tsx';
import { tryAct } from '../../../platform/tryAct.ts';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { hearersAmong } from '../../../ui/person/hearers.ts';
import { mentionedIn } from '../../../ui/richText/mentionLabel.ts';
import { roomMessages } from '../messages.ts';
import { messageText } from '../messageText.ts';
import { messageAddress } from './messageAddress.ts';
import { linkLine } from './quote.ts';

const { t } = roomMessages;

/** A file that goes with a message. */
export type AttachedFile = NewFile & { file: File };

interface Said {
  content: RichText | undefined;
  files: readonly AttachedFile[];
  replyTo: Message | undefined;
  readers: ReadonlyMap<string, unknown>;
}

/** Says something in a room, and uploads the files that go with it. False after saying that it failed. */
export const sendMessage = (roomId: string, { content, files, replyTo, readers }: Said): boolean =>
  tryAct(() => {
    const { records, uploads, userId } = currentWorkspace();
    const room = records.collections.room.get(roomId);
    const concerned = [
      ...(content ? mentionedIn(content) : []),
      ...(replyTo ? [replyTo.userId] : []),
      // What is said in a direct room is said to everybody in it.
      ...(room && isDirect(records, room) ? room.memberIds : []),
    ];
    const message = records.create('message', roomId, {
      userId,
      notifyIds: hearersAmong(concerned, readers, userId),
      ...(content && { content }),
      files: files.map(namedFile),
      ...(replyTo && { replyToId: replyTo.id }),
      aboutIds: [],
      createdAt: Date.now(),
    });
    message.files.forEach(({ id: documentId }, i) => {
      const target = { scopeId: roomId, messageId: message.id, documentId };
      void uploads.add([files[i]!.file], target, readFile);
    });
  }, t('createMessageFailed'));

/** Reads the words of a file, or draws the small picture of one that has none: beside words the list shows no picture. */
const readFile: ReadContents = async (file, name) => {
  const { thumbnail, words } = await readContents(file, name);
  return words === undefined ? { ...(thumbnail && { thumbnail }) } : { words };
};

/** Stops what is on its way up for a message. */
function cancelUploads(messageId: string): void {
  const { uploads } = currentWorkspace();
  for (const entry of uploads.entries.get())
    if (entry.target.messageId === messageId && isUnfinished(entry)) uploads.cancel(entry.id);
}

/** Asks, then drops what the server refused of a message: all of it with its files, or a change of what is sent. */
export async function discardUnsent(messageId: string, { id, records }: FailedTransaction): Promise<void> {
  const { outbox } = currentWorkspace().records;
  const isNew = records.some((each) => each.id === messageId && each.verb === 'create');
  const count = outbox.builtOn(id);
  const stop = keepFocus();
  const agreed = await confirm({
    title: t(isNew ? 'discardTitle' : 'discardChangeTitle'),
    body: [
      t(isNew ? 'discardBody' : 'discardChangeBody'),
      ...(count > 0 ? [t('discardBuiltOn', { count })] : []),
    ].join(' '),
    action: t('discard'),
    danger: true,
  });
  if (!agreed) return stop();
  if (isNew) cancelUploads(messageId);
  await outbox.discard(id);
}

/** Changes what one said; whoever is mentioned now hears of it. False after saying that it failed. */
export const editMessage = (
  { id, notifyIds: before }: Message,
  content: RichText | undefined,
  readers: ReadonlyMap<string, unknown>,
): boolean =>
  tryAct(() => {
    const { records, userId } = currentWorkspace();
    const notifyIds = hearersAmong([...before, ...(content ? mentionedIn(content) : [])], readers, userId);
    records.update('message', id, { content, notifyIds, editedAt: Date.now() });
  }, t('updateMessageFailed'));

/** Asks, then deletes a message, and its pin. */
export async function deleteMessage(message: Message): Promise<void> {
  const stop = keepFocus();
  const agreed = await confirm({
    title: t('deleteTitle'),
    body: t('deleteBody'),
    action: t('delete'),
    danger: true,
  });
  if (!agreed) return stop();
  const remove = () => removeMessage(currentWorkspace().records, message);
  if (tryAct(remove, t('deleteMessageFailed'))) cancelUploads(message.id);
}

/** Adds one's sign to a message, or takes it back. */
export const toggleReaction = ({ id: messageId, scopeId }: Message, emoji: string): boolean =>
  tryAct(() => {
    const { records, userId } = currentWorkspace();
    const all = records.collections.reaction.where('container', messageId);
    // Two devices may each have begun some.
    const own = all.filter((reaction) => reaction.userId === userId);
    const having = own.filter(({ emojis }) => emojis.includes(emoji));
    records.transaction(() => {
      for (const { id, emojis } of having)
        if (emojis.length > 1)
          records.update('reaction', id, { emojis: emojis.filter((each) => each !== emoji) });
        else records.remove('reaction', id);
      if (having.length > 0) return;
      const begun = own.find(({ emojis }) => emojis.length < maxSigns);
      if (begun) records.update('reaction', begun.id, { emojis: [...begun.emojis, emoji] });
      else records.create('reaction', scopeId, { messageId, userId, emojis: [emoji] });
    });
  }, t('updateMessageFailed'));

/** Pins a message, so that everybody in the room finds it again, or takes the pin away. */
export const togglePin = ({ id, scopeId }: Pick<Message, 'id' | 'scopeId'>): boolean =>
  tryAct(() => {
    const { records } = currentWorkspace();
    const all = records.collections.room.get(scopeId)?.pinnedIds ?? [];
    // Somebody may have pinned one while its author deleted it: nobody sees that to take its pin away.
    const pinnedIds = all.filter((each) => !records.isDeleted(each));
    const isPinned = pinnedIds.includes(id);
    if (!isPinned && pinnedIds.length >= maxPinned) {
      toast.error(t('tooManyPinned', { count: maxPinned }));
      return;
    }
    records.update('room', scopeId, {
      pinnedIds: isPinned ? pinnedIds.filter((each) => each !== id) : [...pinnedIds, id],
    });
  }, t('updateFailed'));

/** Makes a task of a message, which leads back to its files. Returns its id, or undefined after saying that it failed. */
export function makeTask(message: Message, projectId: string, untitled: string): string | undefined {
  const { content, files } = message;
  const [line = ''] = messageText({ content, files }).split('\n');
  // Of characters of many units fewer: a title has at most 500 units.
  const title = cut(beginning(line, 499), 200) || untitled;
  const names = messageText({ content: undefined, files });
  const said = [
    ...(content?.content ?? []),
    ...(names ? [linkLine(t('filesInMessage', { names }), messageAddress(message))] : []),
  ];
  let id: string | undefined;
  const make = () => {
    id = currentWorkspace().records.create('task', projectId, {
      title,
      ...(said.length > 0 && { description: { type: 'doc', content: said } }),
    }).id;
  };
  if (tryAct(make, t('taskFailed'))) toast.success(t('taskMade', { title }));
  return id;
}

/** Returns what is kept of a room as typed and not sent. */
export const keptIn = (roomId: string): RichText | undefined =>
  markIn(currentWorkspace().records.collections.roomMark.where('roomId', roomId))?.draft;

/** Keeps what is typed and not sent, for all devices of the person. */
export const keepHalfTyped = (roomId: string, draft: RichText | undefined): void => {
  const { records, userId } = currentWorkspace();
  if (keptIn(roomId) === undefined && draft === undefined) return;
  keepRoomMark(records, roomId, userId, { draft });
};

/** Keeps how far the person has read. */
export const keepSeen = (roomId: string, seen: number): void => {
  const { records, userId } = currentWorkspace();
  keepRoomMark(records, roomId, userId, { seen });
};
