/** The dashboard of a customer's people: their projects, and the documents that were shared with them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { documentSearch } from '../../features/document/search.ts';
import { requireWorkspace, toProjects } from '../guards.ts';
import { signedIn } from './account.ts';

/** Beside the workspace's route and not below it: it has a frame of its own. */
const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '$workspace/dashboard',
  validateSearch: documentSearch,
  beforeLoad: requireWorkspace,
  component: lazyRouteComponent(() => import('../layouts/customer.tsx'), 'CustomerLayout'),
});

const start = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  staticData: { name: 'workspace-dashboard' },
  beforeLoad: toProjects,
});

const projects = createRoute({
  getParentRoute: () => dashboard,
  path: 'project',
  staticData: { name: 'workspace-dashboard-project' },
  component: lazyRouteComponent(() => import('../../screens/dashboard/projects.tsx'), 'DashboardProjects'),
});

const project = createRoute({
  getParentRoute: () => dashboard,
  path: 'project/$space',
  staticData: { name: 'workspace-dashboard-project-space' },
  component: lazyRouteComponent(() => import('../../screens/dashboard/project.tsx'), 'DashboardProject'),
});

/** The splat holds the ids of the folders down to it, outermost first. */
const projectFolder = createRoute({
  getParentRoute: () => dashboard,
  path: 'project/$space/$',
  staticData: { name: 'workspace-dashboard-project-space-path' },
  component: lazyRouteComponent(() => import('../../screens/dashboard/project.tsx'), 'DashboardProject'),
});

const documents = createRoute({
  getParentRoute: () => dashboard,
  path: 'customer',
  staticData: { name: 'workspace-dashboard-customer' },
  component: lazyRouteComponent(() => import('../../screens/dashboard/documents.tsx'), 'DashboardDocuments'),
});

const customer = createRoute({
  getParentRoute: () => dashboard,
  path: 'customer/$customer',
  staticData: { name: 'workspace-dashboard-customer-customer' },
  component: lazyRouteComponent(() => import('../../screens/dashboard/documents.tsx'), 'DashboardDocuments'),
});

const customerFolder = createRoute({
  getParentRoute: () => dashboard,
  path: 'customer/$customer/$',
  staticData: { name: 'workspace-dashboard-customer-customer-path' },
  component: lazyRouteComponent(() => import('../../screens/dashboard/documents.tsx'), 'DashboardDocuments'),
});

const signatures = createRoute({
  getParentRoute: () => dashboard,
  path: 'signatures',
  staticData: { name: 'workspace-dashboard-signatures' },
  component: lazyRouteComponent(() => import('../../screens/signatures/signatures.tsx'), 'Signatures'),
});

const signing = createRoute({
  getParentRoute: () => dashboard,
  path: 'signatures/$signing',
  staticData: { name: 'workspace-dashboard-signatures-signing' },
  component: lazyRouteComponent(() => import('../../screens/signatures/signing.tsx'), 'SigningPage'),
});

export const dashboardRoutes = dashboard.addChildren([
  start,
  projects,
  project,
  projectFolder,
  documents,
  customer,
  customerFolder,
  signatures,
  signing,
]);
