import type { Message } from '@kontor/contract/nouns/message';
import type { Room } from '@kontor/contract/nouns/room';
import type { ReactNode } from 'react';
import { formatDateTime, formatTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { usePending, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { RecordConflicts } from '../../../ui/form/recordConflicts.tsx';
import { ContentBoundary } from '../../../ui/list/contentBoundary.tsx';
import { PendingMark } from '../../../ui/list/pendingMark.tsx';
import { Avatar } from '../../../ui/person/avatar.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { namesOf } from '../../../ui/person/peopleInput.tsx';
import { RichTextView } from '../../../ui/richText/richTextView.tsx';
import { roomMessages } from '../messages.ts';
import { messageText } from '../messageText.ts';
import { authorName } from '../queries.ts';
import { messageEditDraft } from './leftInRoom.tsx';
import { MessageForm } from './messageForm.tsx';
import { MessageTools } from './messageTools.tsx';
import { NotSent } from './notSent.tsx';
import { Reactions } from './reactions.tsx';
import css from './stream.module.css';

interface MessageItemProps {
  message: Message;
  /** Its author and time stand above it. */
  isFirst: boolean;
  /** It stands behind later ones. */
  isLate: boolean;
  /** It was jumped to. */
  isMarked: boolean;
  /** Its text is being changed. */
  isEdited: boolean;
  onEdit: (isOn: boolean) => void;
  /** The message that it answers, as far as it is here. */
  repliedTo: Message | undefined;
  room: Room;
  people: People;
  /** The people whom `@` offers. */
  readers: People;
  mayWrite: boolean;
  onReply: (message: Message) => void;
  onQuote: (message: Message) => void;
  onMakeTask: (message: Message) => void;
  /** Lets it, and what follows, count as unread again. */
  onMarkUnread: (() => void) | undefined;
  onGoTo: (id: string) => void;
  /** Shows the files of a message. */
  filesOf: (message: Message) => ReactNode;
}

/** Shows one message: who, when, what; or that people came and went. */
export function MessageItem(props: MessageItemProps) {
  const { message, people } = props;
  const t = useMessages(roomMessages);
  const { event, aboutIds, userId } = message;
  if (!event) return <Said {...props} />;
  const names = namesOf(aboutIds, people);
  const others = aboutIds.filter((id) => id !== userId);
  const isByThem = others.length === 0 || others.length < aboutIds.length;
  const name = authorName(message, people, t('somebody'));
  const words =
    event === 'JOIN'
      ? isByThem
        ? t('joined', { names })
        : t('added', { name, names })
      : isByThem
        ? t('left', { names })
        : t('removed', { name, names });
  return (
    <div className={css.event}>
      {words} <time title={formatDateTime(message.createdAt)}>{formatTime(message.createdAt)}</time>
    </div>
  );
}

function Said(props: MessageItemProps) {
  const {
    message,
    isFirst,
    isLate,
    isMarked,
    isEdited,
    onEdit,
    repliedTo,
    people,
    readers,
    mayWrite,
    onReply,
    onQuote,
    onMakeTask,
    onMarkUnread,
    onGoTo,
    filesOf,
  } = props;
  const t = useMessages(roomMessages);
  const { userId: selfId } = useWorkspace();
  const isPending = usePending(message.id);
  const name = authorName(message, people, t('somebody'));
  const time = formatTime(message.createdAt);
  const isOwn = message.userId === selfId;
  return (
    <article
      className={css.item}
      data-first={isFirst || undefined}
      data-marked={isMarked || undefined}
      aria-label={t('messageBy', { name, time: formatDateTime(message.createdAt) })}
    >
      <div className={css.side}>
        {isFirst ? (
          <Avatar name={name} image={people.get(message.userId)?.image} size={32} />
        ) : (
          <time aria-hidden>{time}</time>
        )}
      </div>
      <div className={css.body}>
        <ContentBoundary of={message}>
          {message.replyToId !== undefined && (
            <button
              type="button"
              className={css.quote}
              onClick={() => message.replyToId && onGoTo(message.replyToId)}
            >
              {repliedTo
                ? `${authorName(repliedTo, people, t('somebody'))}: ${messageText(repliedTo)}`
                : t('replyGone')}
            </button>
          )}
          {isFirst && (
            <div className={css.name}>
              <strong>{name}</strong>
              <time title={formatDateTime(message.createdAt)}>{time}</time>
            </div>
          )}
          {isEdited ? (
            <MessageForm
              message={message}
              draft={messageEditDraft(message.id, message.scopeId)}
              readers={readers}
              onClose={() => onEdit(false)}
            />
          ) : (
            message.content && <RichTextView value={message.content} />
          )}
          {message.files.length > 0 && filesOf(message)}
          {(message.editedAt !== undefined || isPending || isLate) && (
            <span className={css.note}>
              {isPending && <PendingMark />}
              {isLate && t('writtenAt', { time: formatDateTime(message.createdAt) })}{' '}
              {message.editedAt !== undefined && (
                <span title={formatDateTime(message.editedAt)}>{t('edited')}</span>
              )}
            </span>
          )}
          <NotSent id={message.id} />
          <RecordConflicts entity="message" record={message} people={people} labelOf={() => t('message')} />
          <Reactions message={message} people={people} mayWrite={mayWrite} />
        </ContentBoundary>
      </div>
      {!isEdited && (
        <MessageTools
          message={message}
          name={name}
          isOwn={isOwn}
          mayWrite={mayWrite}
          onReply={() => onReply(message)}
          onQuote={() => onQuote(message)}
          onEdit={() => onEdit(true)}
          onMakeTask={() => onMakeTask(message)}
          onMarkUnread={onMarkUnread}
        />
      )}
    </article>
  );
}
