import type { Room } from '@kontor/contract/nouns/room';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconBell,
  IconBellOff,
  IconCalendar,
  IconDoorExit,
  IconPencil,
  IconPin,
  IconSearch,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../platform/text/messages.ts';
import { useObservable, useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { ActionsMenu } from '../../ui/list/actionsMenu.tsx';
import { type People, PeopleStack } from '../../ui/person/people.tsx';
import { archiveRoom, leaveRoom, muteRoom, unarchiveRoom } from './actions.ts';
import { roomMessages } from './messages.ts';
import { messageText } from './messageText.ts';
import { authorName, useIsPrivate, useRoomMark } from './queries.ts';
import css from './room.module.css';
import { RoomSign } from './roomList.tsx';

interface RoomHeadProps {
  room: Room;
  name: string;
  workspace: string;
  people: People;
  onEdit: () => void;
  onJumpToDay: () => void;
  onSearch: () => void;
  onGoTo: (messageId: string) => void;
  onLeft: () => void;
}

/** The head of a room: its name, who is in it, what it is about, and what can be done with it. */
export function RoomHead({
  room,
  name,
  workspace,
  people,
  onEdit,
  onJumpToDay,
  onSearch,
  onGoTo,
  onLeft,
}: RoomHeadProps) {
  const t = useMessages(roomMessages);
  const { userId, records } = useWorkspace();
  const presences = useObservable(records.presence.people);
  const isMuted = useRoomMark(room.id)?.isMuted === true;
  const isPrivate = useIsPrivate(room.id);
  const project = useRecord('project', room.projectId);
  const isIn = room.memberIds.includes(userId);
  const isArchived = room.archivedAt !== undefined;
  const active = room.memberIds.filter((id) => presences.get(id) === 'active').length;
  const members = room.memberIds.flatMap((id) => people.get(id) ?? []);
  return (
    <div className={css.bar}>
      <div className={css.title}>
        <h1>
          <RoomSign room={room} people={people} />
          <span>{name}</span>
        </h1>
        <div className={css.topic}>
          <span>
            {t('memberCount', { count: room.memberIds.length })}
            {active > 0 && `, ${t('activeCount', { count: active })}`}
          </span>
          {project && (
            <Link to="/$workspace/projects/$space" params={{ workspace, space: project.id }}>
              {t('ofProject', { name: project.name })}
            </Link>
          )}
          {room.topic && <span title={room.topic}>{room.topic}</span>}
        </div>
      </div>
      <Pins room={room} people={people} onGoTo={onGoTo} />
      <PeopleStack people={members} />
      <ActionsMenu name={name}>
        {!room.isDirect && isIn && (
          <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={onEdit}>
            {t('editRoom')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon of={IconSearch} />} onClick={onSearch}>
          {t('searchHere')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={IconCalendar} />} onClick={onJumpToDay}>
          {t('jumpToDay')}
        </Menu.Item>
        {isIn && (
          <Menu.Item
            leftSection={<Icon of={isMuted ? IconBell : IconBellOff} />}
            onClick={() => muteRoom(room.id, !isMuted)}
          >
            {t(isMuted ? 'unmute' : 'mute')}
          </Menu.Item>
        )}
        {isIn && (
          <Menu.Item
            leftSection={<Icon of={isArchived ? IconArchiveOff : IconArchive} />}
            onClick={() => void (isArchived ? unarchiveRoom(room) : archiveRoom(room))}
          >
            {t(isArchived ? 'unarchive' : 'archive')}
          </Menu.Item>
        )}
        {!room.isDirect && isIn && !isArchived && (
          <Menu.Item
            leftSection={<Icon of={IconDoorExit} />}
            color="red"
            onClick={() =>
              void leaveRoom(room, isPrivate ? 'private' : 'open').then((hasLeft) => hasLeft && onLeft())
            }
          >
            {t('leave')}
          </Menu.Item>
        )}
      </ActionsMenu>
    </div>
  );
}

interface PinsProps {
  room: Room;
  people: People;
  onGoTo: (messageId: string) => void;
}

/** The pinned messages of a room, to go to. */
function Pins({ room: { pinnedIds }, people, onGoTo }: PinsProps) {
  const t = useMessages(roomMessages);
  const { collections } = useWorkspace().records;
  if (pinnedIds.length === 0) return null;
  const label = t('pinned', { count: pinnedIds.length });
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray.7" aria-label={label} title={label}>
          <Icon of={IconPin} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {pinnedIds.map((id) => {
          const message = collections.message.get(id);
          return (
            <Menu.Item key={id} onClick={() => onGoTo(id)}>
              {message
                ? `${authorName(message, people, t('somebody'))}: ${messageText(message).slice(0, 120)}`
                : t('replyGone')}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
