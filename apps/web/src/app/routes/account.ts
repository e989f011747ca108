/** Pages of the signed-in person outside of any workspace. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountSearch } from '../../screens/account/search.ts';
import { unlockSearch } from '../../screens/workspaces/unlockSearch.ts';
import { requireAccount, toFirstPage } from '../guards.ts';
import { rootRoute } from './root.tsx';

export const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireAccount,
});

const workspaceLayout = createRoute({
  getParentRoute: () => signedIn,
  id: 'workspaces',
  component: lazyRouteComponent(() => import('../layouts/workspace.tsx'), 'WorkspaceLayout'),
});

const workspaces = createRoute({
  getParentRoute: () => workspaceLayout,
  path: '/',
  staticData: { name: 'index' },
  beforeLoad: toFirstPage,
  component: lazyRouteComponent(() => import('../../screens/workspaces/workspaces.tsx'), 'Workspaces'),
});

const create = createRoute({
  getParentRoute: () => workspaceLayout,
  path: 'create',
  staticData: { name: 'create' },
  component: lazyRouteComponent(() => import('../../screens/workspaces/create.tsx'), 'CreateWorkspace'),
});

const unlock = createRoute({
  getParentRoute: () => workspaceLayout,
  path: 'unlock',
  validateSearch: unlockSearch,
  staticData: { name: 'unlock' },
  component: lazyRouteComponent(() => import('../../screens/workspaces/unlock.tsx'), 'Unlock'),
});

const emptyLayout = createRoute({
  getParentRoute: () => signedIn,
  id: 'empty',
  component: lazyRouteComponent(() => import('../layouts/empty.tsx'), 'EmptyLayout'),
});

const account = createRoute({
  getParentRoute: () => emptyLayout,
  path: 'account',
  validateSearch: accountSearch,
  staticData: { name: 'account' },
  component: lazyRouteComponent(() => import('../../screens/account/account.tsx'), 'Account'),
});

export const accountRoutes = [
  workspaceLayout.addChildren([workspaces, create, unlock]),
  emptyLayout.addChildren([account]),
];
