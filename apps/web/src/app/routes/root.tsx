import { createRootRoute, Outlet } from '@tanstack/react-router';
import { Toasts } from '../../platform/toasts.tsx';
import { BackHost } from '../../ui/overlay/closeOnBack.ts';
import { Failure } from '../errors/failure.tsx';
import { NotFound } from '../errors/notFound.tsx';
import { UpdateNotice } from '../frame/updateNotice.tsx';
import { Pending } from '../pending.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The route's name: its segments joined, e.g. `workspace-projects-space-tasks`. */
    name?: string;
  }
}

export const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
      <UpdateNotice />
      <BackHost />
    </>
  ),
  notFoundComponent: NotFound,
});

/** The components that every route falls back to. */
export const fallbacks = {
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: Pending,
};
