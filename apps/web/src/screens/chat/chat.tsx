import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import { DirectDialog } from '../../features/room/directDialog.tsx';
import { RoomList } from '../../features/room/roomList.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import css from './chat.module.css';

const route = getRouteApi('/signed-in/$workspace/chat');

/** Rooms on the left, the one that is open on the right; on a phone one at a time. */
export function Chat() {
  const { workspace } = route.useParams();
  const { room } = useParams({ strict: false });
  const navigate = useNavigate();
  const people = usePeople();
  const colleagues = useColleagues();
  const { open } = usePanel();
  const [isWriting, setWriting] = useState(false);
  return (
    <div className={css.root} data-room={room === undefined ? undefined : true}>
      <div className={css.side}>
        <RoomList
          workspace={workspace}
          people={people}
          onNewRoom={() => open('room')}
          onNewDirect={() => setWriting(true)}
        />
      </div>
      <div className={css.room}>
        <Outlet />
      </div>
      {isWriting && (
        <DirectDialog
          people={colleagues}
          onClose={() => setWriting(false)}
          onOpen={(id) => void navigate({ to: '/$workspace/chat/$room', params: { workspace, room: id } })}
        />
      )}
    </div>
  );
}
