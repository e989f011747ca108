import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from './workspace.ts';

/** The trash of all projects and customers. */
export const trashRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'trash',
  staticData: { name: 'workspace-trash' },
  component: lazyRouteComponent(() => import('../../screens/trash/trash.tsx'), 'Trash'),
});
