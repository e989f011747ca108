import type { Room } from '@kontor/contract/nouns/room';
import { ActionIcon } from '@mantine/core';
import { IconBellOff, IconHash, IconLock, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { badgeText } from '../../platform/text/badgeText.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasHeads } from '../../platform/workspace/loaded.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { Avatar } from '../../ui/person/avatar.tsx';
import type { People } from '../../ui/person/people.tsx';
import { PresenceDot } from '../../ui/person/presenceDot.tsx';
import { plainText } from '../../ui/richText/plain.ts';
import { roomMessages } from './messages.ts';
import {
  isDirect,
  roomName,
  useIsPrivate,
  useRoomMark,
  useRooms,
  useUnread,
  useUnreadIn,
} from './queries.ts';
import css from './room.module.css';

interface RoomListProps {
  workspace: string;
  people: People;
  onNewRoom: () => void;
  onNewDirect: () => void;
}

/** Shows the rooms that the person is in and those that they could join, with what is new and what they have begun to write. */
export function RoomList({ workspace, people, onNewRoom, onNewDirect }: RoomListProps) {
  const t = useMessages(roomMessages);
  const ui = useMessages(uiMessages);
  const hasHeads = useHasHeads();
  const { rooms, direct, others, archived } = useRooms(people);
  const none = (words: string) => <li className={css.none}>{hasHeads ? words : ui('moreComes')}</li>;
  const lines = (list: readonly Room[]) =>
    list.map((room) => <RoomLine key={room.id} room={room} workspace={workspace} people={people} />);
  return (
    <nav className={css.rooms} aria-label={t('rooms')}>
      <Section title={t('rooms')} add={{ label: t('newRoom'), run: onNewRoom }}>
        {rooms.length > 0 ? lines(rooms) : none(t(others.length > 0 ? 'noneJoined' : 'noRooms'))}
      </Section>
      <Section title={t('direct')} add={{ label: t('newDirect'), run: onNewDirect }}>
        {direct.length > 0 ? lines(direct) : none(t('noDirect'))}
      </Section>
      {others.length > 0 && <Section title={t('otherRooms')}>{lines(others)}</Section>}
      {archived.length > 0 && <Archived rooms={archived}>{lines(archived)}</Archived>}
    </nav>
  );
}

/** Shows the archived rooms, out of sight unless something in them was not read. */
function Archived({ rooms, children }: { rooms: readonly Room[]; children: ReactNode }) {
  const t = useMessages(roomMessages);
  const hasUnread = useUnreadIn(rooms) > 0;
  const [isOpen, setOpen] = useState(hasUnread);
  useEffect(() => {
    if (hasUnread) setOpen(true);
  }, [hasUnread]);
  return (
    <details
      className={css.archived}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {t('archivedRooms')} ({rooms.length})
      </summary>
      <ul>{children}</ul>
    </details>
  );
}

interface SectionProps {
  title: string;
  add?: { label: string; run: () => void };
  children: ReactNode;
}

function Section({ title, add, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <div className={css.heading}>
        <h2>{title}</h2>
        {add && (
          <ActionIcon
            variant="subtle"
            color="gray.7"
            aria-label={add.label}
            title={add.label}
            onClick={add.run}
          >
            <Icon of={IconPlus} />
          </ActionIcon>
        )}
      </div>
      <ul>{children}</ul>
    </section>
  );
}

/** Shows the sign of a room: a picture of whom a direct one is with, and whether they are there; else whether it is open. */
export function RoomSign({ room, people }: { room: Room; people: People }) {
  const t = useMessages(roomMessages);
  const { userId, records } = useWorkspace();
  const presences = useObservable(records.presence.people);
  const isPrivate = useIsPrivate(room.id);
  const others = room.memberIds.filter((id) => id !== userId);
  const [only] = others;
  if (isDirect(room) && only !== undefined && others.length === 1)
    return (
      <PresenceDot presence={presences.get(only)}>
        <Avatar name={people.get(only)?.name ?? '?'} image={people.get(only)?.image} size={20} />
      </PresenceDot>
    );
  if (!isPrivate) return <Icon of={IconHash} />;
  return (
    <span role="img" aria-label={t('isPrivate')} title={t('isPrivate')}>
      <Icon of={IconLock} />
    </span>
  );
}

function RoomLine({ room, workspace, people }: { room: Room; workspace: string; people: People }) {
  const t = useMessages(roomMessages);
  const { userId } = useWorkspace();
  const mark = useRoomMark(room.id);
  const isIn = room.memberIds.includes(userId);
  const unseen = useUnread(room.id);
  const unread = isIn && !mark?.isMuted ? unseen : 0;
  const draft = plainText(mark?.draft).trim();
  return (
    <li>
      <Link
        to="/$workspace/chat/$room"
        params={{ workspace, room: room.id }}
        activeOptions={{ includeSearch: false }}
        className={css.room}
        data-unread={unread > 0 || undefined}
      >
        <RoomSign room={room} people={people} />
        <span className={css.roomName}>
          {roomName(room, people, userId)}
          {draft && <small title={t('draftIn', { text: draft })}>{t('draft')}</small>}
        </span>
        {mark?.isMuted && (
          <span role="img" aria-label={t('isMuted')} title={t('isMuted')}>
            <Icon of={IconBellOff} size={14} />
          </span>
        )}
        {unread > 0 && (
          <span className={css.count} role="img" aria-label={t('unread', { count: unread })}>
            {badgeText(unread)}
          </span>
        )}
      </Link>
    </li>
  );
}
