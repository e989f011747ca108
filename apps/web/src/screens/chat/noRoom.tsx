import { Button, Text } from '@mantine/core';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { usePeople } from '../../features/member/queries.ts';
import { roomMessages } from '../../features/room/messages.ts';
import { useRooms } from '../../features/room/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasHeads } from '../../platform/workspace/loaded.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { useOpenPanel, usePanel } from '../../ui/overlay/panel.ts';
import css from './chat.module.css';
import { useLastRoom } from './lastRoom.ts';

const route = getRouteApi('/signed-in/$workspace/chat');

/** Tells whether the rooms stand beside the open one, as the style sheet has it. */
const isWide = () => !matchMedia('(max-width: 48em)').matches;

/** Leads to the room that was open last. Without one it stands beside the rooms; where there is none, it makes the first. */
export function NoRoom() {
  const t = useMessages(roomMessages);
  const { workspace } = route.useParams();
  const { open } = usePanel();
  const { panel } = useOpenPanel();
  const { rooms, direct, others, archived } = useRooms(usePeople());
  const hasHeads = useHasHeads();
  const [lastRoom] = useLastRoom();
  usePage(t('chat'));
  const last = [...rooms, ...direct].find(({ id }) => id === lastRoom);
  if (last && panel === undefined && isWide())
    return <Navigate to="/$workspace/chat/$room" params={{ workspace, room: last.id }} replace />;
  const hasRooms = [rooms, direct, others, archived].some((group) => group.length > 0);
  if (!hasRooms && !hasHeads) return <SkeletonRows />;
  return (
    <div className={css.empty}>
      {hasRooms ? (
        <Text c="dimmed">{t('chooseRoom')}</Text>
      ) : (
        <EmptyState action={<Button onClick={() => open('room')}>{t('newRoom')}</Button>}>
          {t('firstRoom')}
        </EmptyState>
      )}
    </div>
  );
}
