import type { Message } from '@kontor/contract/nouns/message';
import type { Project } from '@kontor/contract/nouns/project';
import { projectRoomId, type Room } from '@kontor/contract/nouns/room';
import { Button } from '@mantine/core';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { ChosenList } from '../../features/document/attached/chosenList.tsx';
import { MessageFiles } from '../../features/document/attached/messageFiles.tsx';
import { useChosenFiles } from '../../features/document/attached/useChosenFiles.ts';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import { useProject } from '../../features/project/queries.ts';
import { createProjectRoom, joinRoom, unarchiveRoom } from '../../features/room/actions.ts';
import { roomMessages } from '../../features/room/messages.ts';
import { isDeserted, isDirect, roomName, useIsPrivate, useRoom } from '../../features/room/queries.ts';
import css from '../../features/room/room.module.css';
import { RoomHead } from '../../features/room/roomHead.tsx';
import { Composer, type ComposerHandle } from '../../features/room/stream/composer.tsx';
import { LeftInRoom } from '../../features/room/stream/leftInRoom.tsx';
import { Stream, type StreamHandle, type Target } from '../../features/room/stream/stream.tsx';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { useFollowedAgain } from '../../platform/followed.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasHeads } from '../../platform/workspace/loaded.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { FileDrop } from '../../ui/form/fileDrop.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { MoreComes } from '../../ui/loading.tsx';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { panelSearch, usePanel } from '../../ui/overlay/panel.ts';
import { useSearchText } from '../search/searchText.ts';
import { typedFilter, valueFor } from '../search/typedQuery.ts';
import { useLookups } from '../search/useSearch.ts';
import layout from './chat.module.css';
import { DayDialog } from './dayDialog.tsx';
import { type RoomSearch, roomSearch } from './search.ts';
import { TaskDialog } from './taskDialog.tsx';

const route = getRouteApi('/signed-in/$workspace/chat/$room');

/** Shows the room of the address. */
export function RoomScreen() {
  const { room } = route.useParams();
  return <OpenRoom key={room} id={room} />;
}

function OpenRoom({ id }: { id: string }) {
  const t = useMessages(roomMessages);
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const { userId } = useWorkspace();
  const room = useRoom(id);
  const people = usePeople();
  const colleagues = useColleagues();
  const isPrivate = useIsPrivate(id);
  const { open } = usePanel();
  const [, setSearchText] = useSearchText();
  const { places } = useLookups();
  const stream = useRef<StreamHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const attached = useChosenFiles(id);
  const [tasked, setTasked] = useState<Message>();
  const [isChoosingDay, setChoosingDay] = useState(false);
  usePage(t('room'), [{ label: t('chat'), href: `/${workspace}/chat` }]);
  const readers = useMemo(
    () =>
      isPrivate ? new Map([...colleagues].filter(([each]) => room?.memberIds.includes(each))) : colleagues,
    [colleagues, isPrivate, room],
  );
  const target = useTarget(id, route.useSearch());
  const next = useRoom(room?.continuedById);
  if (!room) return <NoSuchRoom id={id} />;
  const name = roomName(room, people, userId);
  const isIn = room.memberIds.includes(userId);
  const isArchived = room.archivedAt !== undefined;
  const isAlone = isDeserted(room, colleagues, userId);
  const mayWrite = isIn && !isArchived && !isAlone;
  const shared = { room, name, people, readers };
  return (
    <>
      <RoomHead
        room={room}
        name={name}
        workspace={workspace}
        people={people}
        colleagues={colleagues}
        onEdit={() => open('room', id)}
        onSearch={() => {
          const place = places.find((each) => each.id === id);
          setSearchText(`${typedFilter('in', place ? valueFor(place, places) : id)} `);
          void navigate({ to: '/$workspace/search', params: { workspace } });
        }}
        onGoTo={(message) => stream.current?.toMessage(message)}
        onJumpToDay={() => setChoosingDay(true)}
        onLeft={() => void navigate({ to: '/$workspace/chat', params: { workspace } })}
      />
      <div className={layout.notices}>
        <SyncNotices scopeId={id} />
      </div>
      <Stream
        {...shared}
        ref={stream}
        mayWrite={mayWrite}
        target={target}
        onReply={(each) => composer.current?.reply(each)}
        onQuote={(each) => composer.current?.quote(each)}
        onMakeTask={setTasked}
        onEdited={() => composer.current?.focus()}
        filesOf={(each) => <MessageFiles message={each} isOwn={each.userId === userId} />}
      />
      {mayWrite ? (
        <>
          <Composer
            {...shared}
            ref={composer}
            attached={attached}
            attachedList={<ChosenList files={attached.files} remove={attached.remove} />}
            onTyped={() => stream.current?.resume()}
            onSent={() => stream.current?.toEnd()}
            onEditLast={() => stream.current?.editLast()}
          />
          <FileDrop label={t('dropHere')} onDrop={attached.drop} />
        </>
      ) : (
        <>
          <div className={layout.left}>
            <LeftInRoom roomId={id} />
            <ChosenList files={attached.files} remove={attached.remove} />
          </div>
          <div className={css.closed}>
            {isAlone && !isArchived ? (
              t('deserted', { name, count: room.memberIds.length - 1 })
            ) : (
              <ClosedFoot
                room={room}
                next={next}
                isIn={isIn}
                isPrivate={isPrivate}
                workspace={workspace}
                hasMembers={room.memberIds.some((each) => colleagues.has(each))}
              />
            )}
          </div>
        </>
      )}
      {tasked && (
        <TaskDialog
          message={tasked}
          projectId={room.projectId}
          people={people}
          onClose={() => setTasked(undefined)}
        />
      )}
      {isChoosingDay && (
        <DayDialog
          onClose={() => setChoosingDay(false)}
          onChoose={(moment) => stream.current?.toMoment(moment)}
        />
      )}
    </>
  );
}

/** Returns the message that the address of a room names: anew with each link to it that somebody follows. */
function useTarget(roomId: string, { message, at }: RoomSearch): Target | undefined {
  const router = useRouter();
  const { history } = router;
  const [followed, follow] = useReducer((count: number) => count + 1, 0);
  useFollowedAgain(() => {
    // A slide-over over the room leads nowhere in it.
    if (panelSearch(router.latestLocation.search).panel === undefined) follow();
  });
  // The same message, from beneath a slide-over that goes.
  useEffect(
    () =>
      history.subscribe(({ location: { pathname, search }, action }) => {
        const query = Object.fromEntries(new URLSearchParams(search));
        const next = roomSearch(query);
        const isLink = action.type === 'PUSH' && panelSearch(query).panel === undefined;
        if (!isLink || !pathname.endsWith(`/${roomId}`)) return;
        if (next.message === message && next.at === at) follow();
      }),
    [history, roomId, message, at],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same message, wanted once more
  return useMemo(
    () => (message === undefined && at === undefined ? undefined : { id: message, revision: at }),
    [message, at, followed],
  );
}

interface ClosedFootProps {
  room: Room;
  /** The room in which the talk goes on. */
  next: Room | undefined;
  isIn: boolean;
  isPrivate: boolean;
  /** False where nobody who is in it works here any more. */
  hasMembers: boolean;
  workspace: string;
}

/** Says why nothing can be written in a room, and what can be done about it. */
function ClosedFoot({ room, next, isIn, isPrivate, hasMembers, workspace }: ClosedFootProps) {
  const t = useMessages(roomMessages);
  const hasHeads = useHasHeads();
  if (room.archivedAt === undefined)
    return (
      <>
        {t(!isPrivate ? 'joinHint' : hasMembers ? 'hasLeft' : 'hasLeftLast')}
        {!isPrivate && <Button onClick={() => joinRoom(room.id)}>{t('join')}</Button>}
      </>
    );
  if (next)
    return (
      <>
        {t('goesOn')}
        <ButtonLink to="/$workspace/chat/$room" params={{ workspace, room: next.id }}>
          {t('toNext')}
        </ButtonLink>
      </>
    );
  // Whether it goes on elsewhere is not known yet.
  if (room.continuedById !== undefined && !hasHeads) return <MoreComes />;
  return (
    <>
      {t(isDirect(room) ? 'isArchivedDirect' : 'isArchived')}
      {isIn && (
        <Button variant="default" onClick={() => unarchiveRoom(room)}>
          {t('unarchive')}
        </Button>
      )}
    </>
  );
}

/** Stands at the address of a room that is gone or of others, and of a project's that nobody has begun yet. */
function NoSuchRoom({ id }: { id: string }) {
  const t = useMessages(roomMessages);
  const { workspace } = route.useParams();
  const { records, userId } = useWorkspace();
  // The ids of a project and of its room follow from each other.
  const project = useProject(projectRoomId(id));
  const [isBusy, setBusy] = useState(false);
  const begin = async (of: Project) => {
    setBusy(true);
    await createProjectRoom(of);
    setBusy(false);
  };
  const mayBegin =
    project !== undefined && (records.accessOf(project.id) === 'open' || project.memberIds.includes(userId));
  const action = mayBegin ? (
    <Button loading={isBusy} onClick={() => void begin(project)}>
      {t('projectRoomStart')}
    </Button>
  ) : (
    <ButtonLink to="/$workspace/chat" params={{ workspace }}>
      {t('toChat')}
    </ButtonLink>
  );
  return (
    <div className={layout.empty}>
      <EmptyState action={action}>{t(mayBegin ? 'projectRoomNone' : 'gone')}</EmptyState>
      <LeftInRoom roomId={id} />
    </div>
  );
}
