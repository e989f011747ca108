/** People's hours. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { timeSearch } from '../../screens/time/search.ts';
import { workspaceRoute } from './workspace.ts';

export const timeRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'time',
  validateSearch: timeSearch,
  staticData: { name: 'workspace-time' },
  component: lazyRouteComponent(() => import('../../screens/time/time.tsx'), 'Time'),
});

export const ownExportRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'time/export',
  staticData: { name: 'workspace-time-export' },
  component: lazyRouteComponent(() => import('../../screens/time/ownExport.tsx'), 'OwnExport'),
});
