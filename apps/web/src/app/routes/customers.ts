/** Customers, with what the firm does for them and keeps about them. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { documentSearch } from '../../features/document/search.ts';
import { workspaceRoute } from './workspace.ts';

const customers = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'customers',
  staticData: { name: 'workspace-customers' },
  component: lazyRouteComponent(() => import('../../screens/customers/customers.tsx'), 'Customers'),
});

const customer = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'customers/$customer',
  component: lazyRouteComponent(() => import('../../screens/customers/customer.tsx'), 'Customer'),
});

/** The address that the overview is called by, too. */
const overviewByName = createRoute({
  getParentRoute: () => customer,
  path: 'overview',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$workspace/customers/$customer', params, replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => customer,
  path: '/',
  staticData: { name: 'workspace-customers-customer' },
  component: lazyRouteComponent(() => import('../../screens/customers/overview.tsx'), 'CustomerOverview'),
});

const projects = createRoute({
  getParentRoute: () => customer,
  path: 'projects',
  staticData: { name: 'workspace-customers-customer-projects' },
  component: lazyRouteComponent(() => import('../../screens/customers/projects.tsx'), 'CustomerProjects'),
});

const tasks = createRoute({
  getParentRoute: () => customer,
  path: 'tasks',
  staticData: { name: 'workspace-customers-customer-tasks' },
  component: lazyRouteComponent(() => import('../../screens/customers/tasks.tsx'), 'CustomerTasks'),
});

const documents = createRoute({
  getParentRoute: () => customer,
  path: 'documents',
  validateSearch: documentSearch,
});

const top = createRoute({
  getParentRoute: () => documents,
  path: '/',
  staticData: { name: 'workspace-customers-customer-documents' },
  component: lazyRouteComponent(() => import('../../screens/customers/documents.tsx'), 'CustomerDocuments'),
});

/** The splat holds the ids of the folders down to it, outermost first. */
const folder = createRoute({
  getParentRoute: () => documents,
  path: '$',
  staticData: { name: 'workspace-customers-customer-documents-path' },
  component: lazyRouteComponent(() => import('../../screens/customers/documents.tsx'), 'CustomerDocuments'),
});

export const customerRoutes = [
  customers,
  customer.addChildren([overview, overviewByName, projects, tasks, documents.addChildren([top, folder])]),
];
