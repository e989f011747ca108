/** Loads code before it is asked for. What cannot be loaded now is asked for again when it is needed, and says so then. */
import { loadWorkspaceCode } from '@kontor/client/session/openSession';
import type { RegisteredRouter } from '@tanstack/react-router';
import { currentSession } from '../platform/workspace/session.ts';
import { loadWorkspaceGuard } from './guards.ts';

type AppRouter = Pick<RegisteredRouter, 'getMatchedRoutes' | 'loadRouteChunk'>;

const load = (code: Promise<unknown> | undefined) => void code?.catch(() => {});

const isWorkspace = (route: { path?: unknown }): boolean => route.path === '$workspace';

/** Loads the code of a page behind the sign-in, and what opens a workspace. */
export function loadPage(router: AppRouter, pathname: string): void {
  const [routes] = router.getMatchedRoutes(pathname);
  load(loadWorkspaceCode());
  if (routes.some(isWorkspace)) load(loadWorkspaceGuard());
  for (const route of routes) load(router.loadRouteChunk(route));
}

/** Loads the code of a workspace's page while the server is asked who is signed in, and not only once it has answered. */
export function loadAhead(router: AppRouter, pathname: string): void {
  if (!router.getMatchedRoutes(pathname)[0].some(isWorkspace)) return;
  currentSession().prepare();
  loadPage(router, pathname);
}
