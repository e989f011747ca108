import { useNavigate } from '@tanstack/react-router';
import { openDirectRoom } from './actions.ts';

/** Returns what leads to the conversation with a person. */
export function useWriteTo(workspace: string): (person: string) => Promise<void> {
  const navigate = useNavigate();
  return async (person) => {
    const room = await openDirectRoom([person], true);
    if (room) void navigate({ to: '/$workspace/chat/$room', params: { workspace, room } });
  };
}
