import type { RichText } from '@kontor/contract/entity/field';
import { draftsAbout, useKept } from '../../../platform/draft/drafts.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { tryAct } from '../../../platform/tryAct.ts';
import { LeftDraft, LeftTexts } from '../../../ui/form/leftDraft.tsx';
import { plainText } from '../../../ui/richText/plain.ts';
import { roomMessages } from '../messages.ts';
import { useRoomMark } from '../queries.ts';
import { keepHalfTyped } from './actions.ts';
import { waitingDraft } from './useHalfTyped.ts';

/** Names what is typed into the form of a message, by it and its room: so it is found when either is gone. */
export const messageEditDraft = (messageId: string, roomId: string): string =>
  `message ${messageId} in ${roomId}`;

/** Returns the ids of the messages in a room whose texts are being changed. */
export const messagesEdited = (roomId: string): string[] =>
  draftsAbout(roomId).flatMap((name) => {
    const [noun, id] = name.split(' ');
    return noun === 'message' && id ? [id] : [];
  });

/** Shows what was typed into the form of a message that is gone. */
export function LeftEdit({ messageId, roomId }: { messageId: string; roomId: string }) {
  const t = useMessages(roomMessages);
  return <LeftDraft draft={messageEditDraft(messageId, roomId)} labelOf={() => t('message')} />;
}

/** Shows what was typed in a room that is gone. */
export function LeftInRoom({ roomId }: { roomId: string }) {
  const t = useMessages(roomMessages);
  const draft = useRoomMark(roomId)?.draft;
  const [waiting, keepWaiting] = useKept<RichText | undefined>(waitingDraft(roomId), undefined);
  const texts = Object.entries({ draft, waiting }).flatMap(([key, text]) =>
    text ? [{ key, label: t('message'), text: plainText(text) }] : [],
  );
  const discard = () => {
    if (tryAct(() => keepHalfTyped(roomId, undefined), t('updateFailed'))) keepWaiting(undefined);
  };
  return (
    <>
      <LeftTexts texts={texts} onDiscard={discard} />
      <LeftDraft
        draft={messagesEdited(roomId).map((id) => messageEditDraft(id, roomId))}
        labelOf={() => t('message')}
      />
    </>
  );
}
