/** Rooms, and what is said in them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { roomSearch } from '../../screens/chat/search.ts';
import { workspaceRoute } from './workspace.ts';

const chat = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'chat',
  component: lazyRouteComponent(() => import('../../screens/chat/chat.tsx'), 'Chat'),
});

const rooms = createRoute({
  getParentRoute: () => chat,
  path: '/',
  staticData: { name: 'workspace-chat' },
  component: lazyRouteComponent(() => import('../../screens/chat/noRoom.tsx'), 'NoRoom'),
});

const room = createRoute({
  getParentRoute: () => chat,
  path: '$room',
  validateSearch: roomSearch,
  staticData: { name: 'workspace-chat-room' },
  component: lazyRouteComponent(() => import('../../screens/chat/room.tsx'), 'RoomScreen'),
});

export const chatRoute = chat.addChildren([rooms, room]);
