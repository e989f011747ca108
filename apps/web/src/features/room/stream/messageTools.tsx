import type { Message } from '@kontor/contract/nouns/message';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChecklist,
  IconCopy,
  IconCornerUpLeft,
  IconMailOpened,
  IconMoodSmile,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconQuote,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { cut } from '../../../platform/text/cut.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useCan } from '../../../platform/workspace/actor.ts';
import { copyText } from '../../../ui/copyText.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ActionsMenu } from '../../../ui/list/actionsMenu.tsx';
import { CopyLinkItem } from '../../../ui/list/copyLinkItem.tsx';
import { emojis, quickSigns } from '../../../ui/richText/emoji.ts';
import { roomMessages } from '../messages.ts';
import { messageText } from '../messageText.ts';
import { useRoom } from '../queries.ts';
import { deleteMessage, togglePin, toggleReaction } from './actions.ts';
import { messageAddress } from './messageAddress.ts';
import css from './stream.module.css';

interface MessageToolsProps {
  message: Message;
  /** Of its author. */
  name: string;
  isOwn: boolean;
  mayWrite: boolean;
  onReply: () => void;
  onQuote: () => void;
  onEdit: () => void;
  onMakeTask: () => void;
  /** Undefined where nothing that is said counts as unread. */
  onMarkUnread: (() => void) | undefined;
}

/** Shows the actions upon a message: the first ones by pointer at once, all of them behind three dots. */
export function MessageTools({
  message,
  name,
  isOwn,
  mayWrite,
  onReply,
  onQuote,
  onEdit,
  onMakeTask,
  onMarkUnread,
}: MessageToolsProps) {
  const t = useMessages(roomMessages);
  const mayDelete = useCan('message.delete', { ownerId: message.userId });
  const room = useRoom(message.scopeId);
  const isPinned = room?.pinnedIds.includes(message.id) === true;
  const isSent = message.createdRevision !== undefined;
  return (
    <div className={css.tools}>
      {mayWrite && isSent && (
        <span className={css.quick}>
          <SignMenu message={message} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('reply')}
            title={t('reply')}
            tabIndex={-1}
            onClick={onReply}
          >
            <Icon of={IconCornerUpLeft} />
          </ActionIcon>
        </span>
      )}
      <ActionsMenu name={t('messageBy', { name, time: cut(messageText(message), 40) })}>
        {mayWrite && isSent && (
          <>
            <div className={css.signs}>
              {quickSigns.map((sign) => (
                <SignButton key={sign} sign={sign} message={message} />
              ))}
            </div>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon of={IconCornerUpLeft} />} onClick={onReply}>
              {t('reply')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon of={IconQuote} />} onClick={onQuote}>
              {t('quote')}
            </Menu.Item>
          </>
        )}
        {isOwn && mayWrite && (
          <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={onEdit}>
            {t('edit')}
          </Menu.Item>
        )}
        {mayWrite && isSent && (
          <Menu.Item
            leftSection={<Icon of={isPinned ? IconPinnedOff : IconPin} />}
            onClick={() => togglePin(message)}
          >
            {t(isPinned ? 'unpin' : 'pin')}
          </Menu.Item>
        )}
        {onMarkUnread && (
          <Menu.Item leftSection={<Icon of={IconMailOpened} />} onClick={onMarkUnread}>
            {t('markUnread')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon of={IconCopy} />} onClick={() => void copyText(messageText(message))}>
          {t('copy')}
        </Menu.Item>
        {isSent && <CopyLinkItem address={() => messageAddress(message)} />}
        <Menu.Item leftSection={<Icon of={IconChecklist} />} onClick={onMakeTask}>
          {t('makeTask')}
        </Menu.Item>
        {(isOwn || mayDelete) && (
          <Menu.Item
            color="red"
            leftSection={<Icon of={IconTrash} />}
            onClick={() => void deleteMessage(message)}
          >
            {t('delete')}
          </Menu.Item>
        )}
      </ActionsMenu>
    </div>
  );
}

function SignButton({ sign, message }: { sign: string; message: Message }) {
  const t = useMessages(roomMessages);
  return (
    <Menu.Item
      component="button"
      className={css.sign!}
      aria-label={t('reactWith', { emoji: sign })}
      title={t('reactWith', { emoji: sign })}
      onClick={() => toggleReaction(message, sign)}
    >
      {sign}
    </Menu.Item>
  );
}

/** Shows all signs, to react with one. */
function SignMenu({ message }: { message: Message }) {
  const t = useMessages(roomMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu position="bottom-end" withinPortal opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('react')} title={t('react')} tabIndex={-1}>
          <Icon of={IconMoodSmile} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.signs}>
          {isOpen && emojis.map(({ sign }) => <SignButton key={sign} sign={sign} message={message} />)}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
