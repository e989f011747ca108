/** Projects (the spec's "spaces"), their tasks and documents. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { documentSearch } from '../../features/document/search.ts';
import { taskSearch } from '../../features/task/search.ts';
import { workspaceRoute } from './workspace.ts';

const projects = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'projects',
  staticData: { name: 'workspace-projects' },
  component: lazyRouteComponent(() => import('../../screens/projects/projects.tsx'), 'Projects'),
});

const project = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'projects/$space',
  component: lazyRouteComponent(() => import('../../screens/projects/project.tsx'), 'Project'),
});

/** The address that the overview is called by, too. */
const overviewByName = createRoute({
  getParentRoute: () => project,
  path: 'overview',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$workspace/projects/$space', params, replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => project,
  path: '/',
  staticData: { name: 'workspace-projects-space' },
  component: lazyRouteComponent(() => import('../../screens/projects/overview.tsx'), 'Overview'),
});

const tasks = createRoute({
  getParentRoute: () => project,
  path: 'tasks',
  validateSearch: taskSearch,
  staticData: { name: 'workspace-projects-space-tasks' },
  component: lazyRouteComponent(() => import('../../screens/projects/tasks.tsx'), 'Tasks'),
});

const documents = createRoute({
  getParentRoute: () => project,
  path: 'documents',
  validateSearch: documentSearch,
});

const top = createRoute({
  getParentRoute: () => documents,
  path: '/',
  staticData: { name: 'workspace-projects-space-documents' },
  component: lazyRouteComponent(() => import('../../screens/projects/documents.tsx'), 'Documents'),
});

/** The splat holds the ids of the folders down to it, outermost first. */
const folder = createRoute({
  getParentRoute: () => documents,
  path: '$',
  staticData: { name: 'workspace-projects-space-documents-path' },
  component: lazyRouteComponent(() => import('../../screens/projects/documents.tsx'), 'Documents'),
});

export const projectRoutes = [
  projects,
  project.addChildren([overview, overviewByName, tasks, documents.addChildren([top, folder])]),
];
