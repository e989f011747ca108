/** A workspace: its home and, in files of their own, its areas. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { panelSearch } from '../../ui/overlay/panel.ts';
import { requireWorkspace } from '../guards.ts';
import { signedIn } from './account.ts';

export const workspaceRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '$workspace',
  validateSearch: panelSearch,
  beforeLoad: requireWorkspace,
  component: lazyRouteComponent(() => import('../layouts/workspaceFrame.tsx'), 'WorkspaceFrame'),
});

export const homeRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/',
  staticData: { name: 'workspace' },
  component: lazyRouteComponent(() => import('../../screens/home/home.tsx'), 'Home'),
});

export const myTasksRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'tasks',
  staticData: { name: 'workspace-tasks' },
  component: lazyRouteComponent(() => import('../../screens/home/myTasks.tsx'), 'MyTasks'),
});
