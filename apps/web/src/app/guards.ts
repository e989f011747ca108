/** Who may see a page: the spec's guards, asked before anything of the page loads. */
import { notFound, redirect } from '@tanstack/react-router';
import { destination, type LoginSearch } from '../features/auth/destination.ts';
import { currentSession, hasJustLeft, sessionReady } from '../platform/session.ts';
import { toast } from '../platform/toasts.tsx';
import { openWorkspace } from './openWorkspace.ts';

/** Behind the sign-in: others go to the login page, which brings them back here. */
export async function requireAccount({ location }: { location: { href: string } }): Promise<void> {
  if ((await sessionReady()) === 'authenticated') return;
  throw redirect({ to: '/login', search: hasJustLeft() ? {} : { redirect: location.href } });
}

/**
 * Login and registration are for those who are not signed in. Whoever is, or has become so here, goes on to where they
 * wanted to be.
 */
export async function requireGuest({ search }: { search: LoginSearch }): Promise<void> {
  if ((await sessionReady()) !== 'authenticated') return;
  throw redirect({ href: destination(search, location.origin), replace: true });
}

/**
 * The workspace of the address must be one of the person's own: anything else does not exist for them. One that is
 * closed to them says why.
 */
export async function requireWorkspace({ params }: { params: { workspace: string } }): Promise<void> {
  const workspace = currentSession().workspaces.find(({ id }) => id === params.workspace);
  if (!workspace) throw notFound();
  if (workspace.status !== 'ACTIVE') {
    const { closedReason } = await import('../features/workspace/closedReason.ts');
    toast.info(closedReason(workspace));
    throw redirect({ to: '/' });
  }
  await openWorkspace(workspace.id);
}
