import { Outlet } from '@tanstack/react-router';

/** A project: its head and its tabs. */
export function Project() {
  return <Outlet />;
}
