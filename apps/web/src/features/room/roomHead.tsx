import { idTime } from '@kontor/contract/entity/idTime';
import { isProjectRoom, type Room } from '@kontor/contract/nouns/room';
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
import { useReducer } from 'react';
import { cut } from '../../platform/text/cut.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useObservable, useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { ActionsMenu } from '../../ui/list/actionsMenu.tsx';
import { type People, PeopleStack } from '../../ui/person/people.tsx';
import { archiveRoom, leaveRoom, muteRoom, unarchiveRoom } from './actions.ts';
import { roomMessages } from './messages.ts';
import { messageText } from './messageText.ts';
import { authorName, isDirect, useIsPrivate, useRoomMark } from './queries.ts';
import css from './room.module.css';
import { RoomSign } from './roomList.tsx';
import { isHistoryError } from './stream/useStream.ts';

interface RoomHeadProps {
  room: Room;
  name: string;
  workspace: string;
  people: People;
  /** Those who work here. */
  colleagues: People;
  onEdit: () => void;
  onJumpToDay: () => void;
  onSearch: () => void;
  onGoTo: (messageId: string) => void;
  onLeft: () => void;
}

/** Shows the head of a room: its name, who is in it, what it is about, and what can be done with it. */
export function RoomHead({
  room,
  name,
  workspace,
  people,
  colleagues,
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
  // Whoever was not in it does not have it.
  const earlier = useRecord('room', room.continuesId);
  const isIn = room.memberIds.includes(userId);
  const isArchived = room.archivedAt !== undefined;
  // Whoever is gone stays named in the room, and reads nothing.
  const members = room.memberIds.flatMap((id) => colleagues.get(id) ?? []);
  const active = members.filter(({ id }) => presences.get(id) === 'active').length;
  return (
    <div className={css.bar}>
      <div className={css.title}>
        <h1>
          <RoomSign room={room} people={people} />
          <span>{name}</span>
        </h1>
        <div className={css.topic}>
          <span>
            {t('memberCount', { count: members.length })}
            {active > 0 && `, ${t('activeCount', { count: active })}`}
          </span>
          {project && (
            <Link to="/$workspace/projects/$space" params={{ workspace, space: project.id }}>
              {t('ofProject', { name: project.name })}
            </Link>
          )}
          {earlier && (
            <Link to="/$workspace/chat/$room" params={{ workspace, room: earlier.id }}>
              {t('continues')}
            </Link>
          )}
          {room.topic && <span title={room.topic}>{room.topic}</span>}
        </div>
      </div>
      <Pins room={room} people={people} onGoTo={onGoTo} />
      <PeopleStack people={members} />
      <ActionsMenu name={name}>
        {!isDirect(room) && isIn && !room.continuedById && (
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
            onClick={() => void muteRoom(room, !isMuted)}
          >
            {t(isMuted ? 'unmute' : 'mute')}
          </Menu.Item>
        )}
        {isIn && (
          <Menu.Item
            leftSection={<Icon of={isArchived ? IconArchiveOff : IconArchive} />}
            onClick={() => void (isArchived ? unarchiveRoom(room) : archiveRoom(room, name))}
          >
            {t(isArchived ? 'unarchive' : isDirect(room) ? 'archiveDirect' : 'archive')}
          </Menu.Item>
        )}
        {!isDirect(room) && !(isPrivate && isProjectRoom(room)) && isIn && !isArchived && (
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

/** Shows the pinned messages of a room, to go to. */
function Pins({ room: { id, pinnedIds }, people, onGoTo }: PinsProps) {
  const t = useMessages(roomMessages);
  const { collections, windows } = useWorkspace().records;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  /** Brings those that are not in memory: most were pinned long ago. */
  const bring = async () => {
    const isMissing = (each: string) => collections.message.get(each) === undefined;
    const tryToBring = async (work: Promise<unknown>) => {
      try {
        await work;
      } catch (error) {
        if (!isHistoryError(error)) reportError(error);
      }
    };
    await tryToBring(windows.bring(pinnedIds.filter(isMissing), 'pins'));
    for (const each of pinnedIds)
      if (isMissing(each)) await tryToBring(windows.jump(id, { at: idTime(each) }));
    redraw();
  };
  if (pinnedIds.length === 0) return null;
  const label = t('pinned', { count: pinnedIds.length });
  return (
    <Menu position="bottom-end" width={320} onOpen={() => void bring()}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray.7" aria-label={label} title={label}>
          <Icon of={IconPin} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {pinnedIds.map((each) => {
          const message = collections.message.get(each);
          return (
            <Menu.Item key={each} onClick={() => onGoTo(each)}>
              {message
                ? `${authorName(message, people, t('somebody'))}: ${cut(messageText(message), 120)}`
                : t('replyGone')}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
