import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from './workspace.ts';

/** All results of a search. What is searched for is not in its address. */
export const searchRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'search',
  staticData: { name: 'workspace-search' },
  component: lazyRouteComponent(() => import('../../screens/search/search.tsx'), 'Search'),
});
