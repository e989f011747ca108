import type { RichText } from '@kontor/contract/entity/field';
import { type Message, message as messageNoun } from '@kontor/contract/nouns/message';
import type { Room } from '@kontor/contract/nouns/room';
import { ActionIcon } from '@mantine/core';
import { IconPaperclip, IconSend, IconX } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useKept, useRemembered } from '../../../platform/draft/drafts.ts';
import { formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { chooseFiles } from '../../../ui/form/chooseFiles.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { RichTextInput } from '../../../ui/richText/richTextInput.tsx';
import { roomMessages } from '../messages.ts';
import { messageText } from '../messageText.ts';
import { authorName } from '../queries.ts';
import { type AttachedFile, sendMessage } from './actions.ts';
import { messageAddress } from './messageAddress.ts';
import { withQuote } from './quote.ts';
import css from './stream.module.css';
import { useHalfTyped } from './useHalfTyped.ts';
import { useOwnHeight } from './useOwnHeight.ts';
import { useTyping } from './useTyping.ts';

const maxLength = messageNoun.sealed.content.maxLength;

const isEditable = (target: EventTarget): boolean => (target as HTMLElement).isContentEditable;

/** The files that were chosen for the next message. */
export interface AttachedFiles {
  files: readonly AttachedFile[];
  /** Number of those that were chosen, and are not among them yet. */
  adding: number;
  add: (files: readonly File[]) => void;
  clear: () => void;
}

export interface ComposerHandle {
  focus: () => void;
  /** Makes what is typed the reply to a message. */
  reply: (message: Message) => void;
  /** Puts the quote of a message behind what is typed, and the cursor below it. */
  quote: (message: Message) => void;
}

interface ComposerProps {
  room: Room;
  name: string;
  people: People;
  readers: People;
  attached: AttachedFiles;
  /** Shows those files. */
  attachedList: ReactNode;
  onTyped: () => void;
  onSent: () => void;
  /** Changes what was said last. */
  onEditLast: () => void;
  ref?: Ref<ComposerHandle>;
}

/** Returns the message that is answered, after a reload, too, and whether it is still being looked for. */
function useReplyTo(roomId: string) {
  const { windows, collections } = useWorkspace().records;
  const [chosen, setChosen] = useRemembered<Message | undefined>(`reply in ${roomId}`, undefined);
  const [id, keepId] = useKept<string | undefined>(`reply in ${roomId}`, undefined);
  const here = id === undefined ? undefined : collections.message.get(id);
  const replyTo = chosen?.id === id ? chosen : here;
  const [sought, setSought] = useState<string>();
  const missing = replyTo ? undefined : id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked for once
  useEffect(() => {
    if (missing === undefined) return;
    const find = () => setChosen(collections.message.get(missing));
    const end = () => setSought(missing);
    windows
      .bring([missing], 'jump')
      .then(find, () => {})
      .then(end);
  }, [missing, windows, collections]);
  const setReplyTo = (message: Message | undefined) => {
    setChosen(message);
    keepId(message?.id);
  };
  return { replyTo, setReplyTo, isSought: missing !== undefined && missing !== sought };
}

/**
 * Shows the field in which something is said; what is typed and not sent is kept, with the message that it answers. Stands for
 * one room: give it a key.
 */
export function Composer(props: ComposerProps) {
  const { room, name, people, readers, attached, attachedList, onTyped, onSent, onEditLast, ref } = props;
  const { files, adding } = attached;
  const t = useMessages(roomMessages);
  const halfTyped = useHalfTyped(room);
  const { content } = halfTyped;
  const isTooLong = content !== undefined && JSON.stringify(content).length > maxLength;
  const isNothing = !content && files.length + adding === 0;
  const { userIds, onType } = useTyping(room.id, room.memberIds.length);
  const type = (next: RichText | undefined) => {
    halfTyped.type(next);
    if (!next) return;
    onType();
    onTyped();
  };
  /** The editor anew, with its cursor at the end: it opens with each of these. */
  const [round, setRound] = useState(0);
  const { replyTo, setReplyTo, isSought } = useReplyTo(room.id);
  const endReply = () => setReplyTo(undefined);
  const field = useRef<HTMLDivElement>(null);
  const form = useOwnHeight();
  /**
   * Takes the focus, once a menu that closes has given the focus back, and a form that closes has lost it.
   */
  const focus = () =>
    requestAnimationFrame(() => field.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus());
  useImperativeHandle(ref, () => ({
    focus,
    reply: (message) => {
      setReplyTo(message);
      focus();
    },
    quote: (message) => {
      const author = authorName(message, people, t('somebody'));
      const label = t('quoted', { name: author, time: formatDateTime(message.createdAt) });
      type(withQuote(content, message, { label, address: messageAddress(message) }));
      setRound(round + 1);
    },
  }));
  /** A message that was sent while some of its files were being added: their number, and what it says. */
  const [waiting, setWaiting] = useState<{ count: number; content: RichText | undefined }>();
  const send = () => {
    // A reply is not to go out as a message that answers nothing.
    if (isNothing || isTooLong || isSought) return;
    if (adding > 0) return setWaiting({ count: files.length + adding, content });
    if (!sendMessage(room.id, { content, files, replyTo, readers })) return;
    // The button cannot be pressed again until something is typed, and would lose the focus.
    if (document.activeElement?.matches('button')) focus();
    halfTyped.clear();
    attached.clear();
    endReply();
    onSent();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes once they are there
  useLayoutEffect(() => {
    if (!waiting || adding > 0) return;
    setWaiting(undefined);
    // Without one that did not fit, which was said, or with half a sentence more, it is not what was to be sent.
    if (files.length < waiting.count) return;
    if (content === waiting.content) send();
    else toast.info(t('stillHere'));
  }, [waiting, adding]);
  const isWaiting = useRef(false);
  isWaiting.current = waiting !== undefined;
  useEffect(
    () => () => {
      // Whoever signs out was asked about it.
      if (isWaiting.current && currentSession().user) toast.info(roomMessages.t('leftUnsent'));
    },
    [],
  );
  const onKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') endReply();
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key !== 'ArrowUp' || !isPlain || !isNothing || !isEditable(event.target)) return;
    event.preventDefault();
    onEditLast();
  };
  // Who is no member is nobody whose word of it counts.
  const typists = userIds
    .filter((id) => room.memberIds.includes(id))
    .flatMap((id) => people.get(id)?.name ?? []);
  return (
    <form
      ref={form}
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={onKey}
    >
      {replyTo && (
        <div className={css.replying}>
          <span>
            {t('replyTo', { name: authorName(replyTo, people, t('somebody')) })}: {messageText(replyTo)}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('replyCancel')}
            onClick={endReply}
          >
            <Icon of={IconX} size={16} />
          </ActionIcon>
        </div>
      )}
      {attachedList}
      <div className={css.line}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={38}
          aria-label={t('attach')}
          title={t('attachHint')}
          onClick={() => chooseFiles(attached.add)}
        >
          <Icon of={IconPaperclip} />
        </ActionIcon>
        <div className={css.field} ref={field}>
          <RichTextInput
            key={round}
            name="content"
            label={t('write', { name })}
            placeholder={t('write', { name })}
            isLight
            people={readers}
            value={content}
            error={isTooLong ? t('messageTooLong') : undefined}
            aria-invalid={isTooLong || undefined}
            onChange={(next) => type(next as RichText | undefined)}
            onBlur={halfTyped.keep}
            onSend={send}
            onFiles={attached.add}
            onPictures={attached.add}
          />
        </div>
        <ActionIcon
          type="submit"
          size={38}
          aria-label={t('send')}
          title={t('sendHint')}
          disabled={isNothing || isTooLong || isSought}
          // A press leaves the cursor in the field, and a phone its keyboard on the screen.
          onMouseDown={(event) => event.preventDefault()}
        >
          <Icon of={IconSend} />
        </ActionIcon>
      </div>
      <div className={css.hint}>
        {adding > 0 ? (
          t('adding')
        ) : typists.length > 0 ? (
          t('typing', { names: typists.join(', '), count: typists.length })
        ) : (
          <span>{t('sendHint')}</span>
        )}
      </div>
    </form>
  );
}
