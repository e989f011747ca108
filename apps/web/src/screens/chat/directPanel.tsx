import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useColleagues } from '../../features/member/queries.ts';
import { DirectDialog } from '../../features/room/directDialog.tsx';

const route = getRouteApi('/signed-in/$workspace');

/** Asks whom to write to, and leads to the room. */
export function DirectPanel({ close }: { close: () => void }) {
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const people = useColleagues();
  return (
    <DirectDialog
      people={people}
      onClose={close}
      onOpen={(room) =>
        // "Back" is not to ask again.
        void navigate({ to: '/$workspace/chat/$room', params: { workspace, room }, replace: true })
      }
    />
  );
}
