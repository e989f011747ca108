import { getRouteApi, Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePeople } from '../../features/member/queries.ts';
import { RoomList } from '../../features/room/roomList.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import css from './chat.module.css';
import { useLastRoom } from './lastRoom.ts';

const route = getRouteApi('/signed-in/$workspace/chat');

/** Shows rooms on the left, the one that is open on the right; on a phone one at a time. */
export function Chat() {
  const { workspace } = route.useParams();
  const { room } = useParams({ strict: false });
  const people = usePeople();
  const { open } = usePanel();
  const [, setLastRoom] = useLastRoom();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another function with each drawing
  useEffect(() => {
    if (room) setLastRoom(room);
  }, [room]);
  return (
    <div className={css.root} data-room={room === undefined ? undefined : true}>
      <div className={css.side}>
        <RoomList
          workspace={workspace}
          people={people}
          onNewRoom={() => open('room')}
          onNewDirect={() => open('direct')}
        />
      </div>
      <div className={css.room}>
        <Outlet />
      </div>
    </div>
  );
}
