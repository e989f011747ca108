import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from './workspace.ts';

/** Lists all results of a search. The query is not in the address. */
const search = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'search',
  staticData: { name: 'workspace-search' },
  component: lazyRouteComponent(() => import('../../screens/search/search.tsx'), 'Search'),
});

const files = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'search/files',
  staticData: { name: 'workspace-search-files' },
  component: lazyRouteComponent(() => import('../../screens/search/wordlessFiles.tsx'), 'WordlessFiles'),
});

export const searchRoutes = [search, files];
