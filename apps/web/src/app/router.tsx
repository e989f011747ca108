import { createRouter, type ParsedLocation, type RouterEvents } from '@tanstack/react-router';
import { tellFollowedAgain } from '../platform/followed.ts';
import {
  beginPage,
  currentPosition,
  enterPage,
  focusPage,
  keepsScroll,
  PagePositions,
} from '../platform/scroll.ts';
import { currentSession } from '../platform/workspace/session.ts';
import { notePage } from './guards.ts';
import { loadAhead } from './loadAhead.ts';
import { accountRoutes, signedIn } from './routes/account.ts';
import { authRoutes } from './routes/auth.ts';
import { chatRoute } from './routes/chat.ts';
import { customerRoutes } from './routes/customers.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { notificationsRoute } from './routes/notifications.ts';
import { projectRoutes } from './routes/projects.ts';
import { fallbacks, rootRoute } from './routes/root.tsx';
import { searchRoutes } from './routes/search.ts';
import { settingsRoutes } from './routes/settings.ts';
import { signatureRoutes, verifyRoutes } from './routes/signatures.ts';
import { ownExportRoute, timeRoute } from './routes/time.ts';
import { trashRoute } from './routes/trash.ts';
import { homeRoute, myTasksRoute, workspaceRoute } from './routes/workspace.ts';

export const routeTree = rootRoute.addChildren([
  ...authRoutes,
  verifyRoutes,
  signedIn.addChildren([
    ...accountRoutes,
    dashboardRoutes,
    workspaceRoute.addChildren([
      homeRoute,
      myTasksRoute,
      timeRoute,
      ownExportRoute,
      chatRoute,
      ...signatureRoutes,
      ...projectRoutes,
      ...customerRoutes,
      ...searchRoutes,
      trashRoute,
      notificationsRoute,
      settingsRoutes,
    ]),
  ]),
]);

/**
 * Returns the page of the history that a location stands for: another visit to the same address is another
 * page.
 */
const pageOf = ({ state, pathname }: ParsedLocation): string => state.__TSR_key ?? pathname;

/** Returns the app's router. It asks the guards again whenever somebody signs in or out, or a subscription ends. */
export function makeRouter() {
  const router = createRouter({
    routeTree,
    ...fallbacks,
    defaultPreload: 'intent',
    defaultPendingMs: 400,
    // Left to itself the router goes to the top for every change of the address, a slide-over's included.
    scrollRestoration: () => false,
  });
  tellFollowedAgain(router);
  const nameAt = (location: RouterEvents['onRendered']['toLocation'] | undefined) =>
    location && router.matchRoutes(location).at(-1)?.staticData.name;
  const positions = new PagePositions();
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    beginPage();
    if (fromLocation) positions.leave(pageOf(fromLocation), currentPosition());
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!pathChanged) return;
    const position = positions.of(pageOf(toLocation));
    if (fromLocation) focusPage(fromLocation.pathname, position);
    if (!keepsScroll(nameAt(fromLocation), nameAt(toLocation))) enterPage(position?.y);
  });
  router.subscribe('onResolved', notePage);
  loadAhead(router, router.latestLocation.pathname);
  const session = currentSession();
  // What decides what the guards say: who is signed in, and which workspaces are closed to everybody.
  const guarded = () =>
    [session.status, ...session.workspaces.list.map(({ id, access }) => `${id} ${access}`)].join();
  let before = guarded();
  session.subscribe(() => {
    const now = guarded();
    if (now === before) return;
    before = now;
    if (session.status !== 'loading') void router.invalidate();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
