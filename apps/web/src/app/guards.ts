/** Guards of pages, asked before anything of the page loads. */
import { notFound, redirect } from '@tanstack/react-router';
import { destination, type LoginSearch } from '../features/auth/destination.ts';
import { currentSession, hasJustLeft, sessionReady } from '../platform/workspace/session.ts';
import type { guardWorkspace } from './workspaceGuard.ts';

let hasShown = false;

/** Says that the app has shown a page since it was loaded. */
export function notePage(): void {
  hasShown = true;
}

/**
 * Guards what lies behind the sign-in: others go to the login page, which brings them back here. An address
 * that is no page is none for them either, where the app was loaded at it. The table of pages is no part of
 * what the sign-in page loads: whoever signs out, and whoever cannot load it, does not wait for it.
 */
export async function requireAccount({
  location: { href, pathname },
}: {
  location: { href: string; pathname: string };
}): Promise<void> {
  if ((await sessionReady()) === 'authenticated') return;
  const asks = !hasShown && pathname !== '/';
  const table = asks ? await import('@kontor/contract/wire/screens').catch(() => undefined) : undefined;
  if (table && !table.isScreen(pathname)) throw notFound();
  throw redirect({ to: '/login', search: hasJustLeft() ? {} : { redirect: href } });
}

/**
 * Keeps login and registration for those who are not signed in. Whoever is, or has become so here, goes
 * on to where they wanted to be.
 */
export async function requireGuest({ search }: { search: LoginSearch }): Promise<void> {
  if ((await sessionReady()) !== 'authenticated') return;
  const wanted = destination(search, location.origin);
  throw redirect({ href: wanted === '/' ? firstPage() : wanted, replace: true });
}

/**
 * Returns where somebody begins who wanted nothing else: in their workspace, where it is the only thing to
 * choose.
 */
function firstPage(): string {
  const { workspaces, user } = currentSession();
  const [only, ...others] = workspaces.list;
  const isOpen = only?.status === 'ACTIVE' && only.invitationId == null && only.access !== 'closed';
  return isOpen && others.length === 0 && user?.hasKit !== false ? `/${only.id}` : '/';
}

/** Leads on whoever loads the app at the list of their workspaces; whoever comes there from a page of it wants the list. */
export function toFirstPage(): void {
  const href = hasShown ? '/' : firstPage();
  if (href !== '/') throw redirect({ href, replace: true });
}

/** Shuts pages that speak of subscriptions where nobody is billed; without a connection nobody knows, and they are there. */
export async function requireBilling(): Promise<void> {
  await sessionReady();
  const terms = await currentSession()
    .registrations.terms()
    .catch(() => undefined);
  if (terms?.billing === 'none') throw notFound();
}

/** Leads from the dashboard to the projects. */
export function toProjects({ params }: { params: { workspace: string } }): void {
  throw redirect({ to: '/$workspace/dashboard/project', params, replace: true });
}

/**
 * Guards a workspace's pages (`workspaceGuard.ts`). What that takes, the rights of all nouns above all, is no part of what the
 * sign-in page loads.
 */
export const requireWorkspace: typeof guardWorkspace = async (visit) =>
  (await loadWorkspaceGuard()).guardWorkspace(visit);

export const loadWorkspaceGuard = () => import('./workspaceGuard.ts');
