/** A workspace's settings, for its admins, and its history, for all who work there. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { billingSearch } from '../../features/subscription/search.ts';
import { workspaceRoute } from './workspace.ts';

const settings = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('../../screens/settings/settings.tsx'), 'Settings'),
});

const start = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$workspace/settings/overview', params, replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => settings,
  path: 'overview',
  staticData: { name: 'workspace-settings-overview' },
  component: lazyRouteComponent(() => import('../../screens/settings/overview.tsx'), 'SettingsOverview'),
});

const businessData = createRoute({
  getParentRoute: () => settings,
  path: 'business-data',
  staticData: { name: 'workspace-settings-business-data' },
  component: lazyRouteComponent(() => import('../../screens/settings/businessData.tsx'), 'BusinessData'),
});

const users = createRoute({
  getParentRoute: () => settings,
  path: 'users',
  staticData: { name: 'workspace-settings-users' },
  component: lazyRouteComponent(() => import('../../screens/settings/users.tsx'), 'SettingsUsers'),
});

const links = createRoute({
  getParentRoute: () => settings,
  path: 'links',
  staticData: { name: 'workspace-settings-links' },
  component: lazyRouteComponent(() => import('../../screens/settings/links.tsx'), 'SettingsLinks'),
});

const exporting = createRoute({
  getParentRoute: () => settings,
  path: 'export',
  staticData: { name: 'workspace-settings-export' },
  component: lazyRouteComponent(() => import('../../screens/settings/export.tsx'), 'SettingsExport'),
});

const billing = createRoute({
  getParentRoute: () => settings,
  path: 'billing-and-payment',
  validateSearch: billingSearch,
  staticData: { name: 'workspace-settings-billing-and-payment' },
  component: lazyRouteComponent(() => import('../../screens/settings/billing.tsx'), 'SettingsBilling'),
});

const history = createRoute({
  getParentRoute: () => settings,
  path: 'history',
  staticData: { name: 'workspace-settings-history' },
  component: lazyRouteComponent(() => import('../../screens/settings/history.tsx'), 'SettingsHistory'),
});

export const settingsRoutes = settings.addChildren([
  start,
  overview,
  businessData,
  users,
  links,
  exporting,
  billing,
  history,
]);
