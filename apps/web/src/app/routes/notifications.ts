/** The list of what the person was told. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { notificationsSearch } from '../../screens/notifications/search.ts';
import { workspaceRoute } from './workspace.ts';

export const notificationsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'notifications',
  validateSearch: notificationsSearch,
  staticData: { name: 'workspace-notifications' },
  component: lazyRouteComponent(
    () => import('../../screens/notifications/notifications.tsx'),
    'Notifications',
  ),
});
