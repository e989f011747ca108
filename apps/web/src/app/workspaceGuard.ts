/** The guard of a workspace's pages. */
import type { Workspace } from '@kontor/client/workspace/workspace';
import { can } from '@kontor/contract/capability';
import { satisfies } from '@kontor/contract/entity/role';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { notFound, redirect } from '@tanstack/react-router';
import { toast } from '../platform/toasts.tsx';
import { actorFrom } from '../platform/workspace/actor.ts';
import { currentSession } from '../platform/workspace/session.ts';
import { appMessages } from './messages.ts';
import { openWorkspace } from './openWorkspace.ts';
import { roleFor } from './places.ts';
import { type Address, scopesAt, scopesBefore } from './scopesAt.ts';

interface Visit {
  params: { workspace: string };
  location: Address & { href: string };
}

/**
 * Checks that the workspace of the address is one of the person's own: anything else does not exist for them.
 * One that is closed to them says why; one that is locked leads on to the address once it is open. A page that their role
 * does not reach leads to where their own pages begin: the workspace for those who work here, the dashboard for its
 * customers.
 */
export async function guardWorkspace({ params, location }: Visit): Promise<{ isClosed: boolean }> {
  const { workspaces, user } = currentSession();
  const summary = workspaces.list.find(({ id }) => id === params.workspace);
  if (!summary) throw notFound();
  // A customer's users are told of no subscription, and led on as from the other settings.
  const isBilled = summary.subscription !== null || summary.role === 'CUSTOMER';
  if (!isBilled && pageIn(location.pathname) === billingPage) throw notFound();
  if (summary.invitationId != null)
    throw redirect({ to: '/join', search: { invitation: summary.invitationId } });
  if (isShownClosed(summary, location.pathname)) return { isClosed: true };
  if (summary.status === 'LOCKED')
    throw redirect({ to: '/unlock', search: { workspace: summary.id, redirect: location.href } });
  if (summary.status !== 'ACTIVE') {
    const { inactiveReason } = await import('../features/workspace/closedReason.ts');
    toast.info(inactiveReason(summary));
    throw redirect({ to: '/' });
  }
  const userId = user?.id ?? '';
  const records = await openWorkspace(summary.id, scopesBefore(location));
  records.need(scopesAt(location, { records, userId }) ?? []);
  const role = actorFrom(records.log.get(), summary, userId)?.role ?? 'CUSTOMER';
  if (satisfies(role, 'EMPLOYEE')) needOwnHours(records, userId).catch(() => {});
  if (satisfies(role, roleFor(location.pathname))) return { isClosed: false };
  const isStaff = satisfies(role, 'EMPLOYEE');
  // Whoever begins in the workspace was sent nowhere; whoever followed a link is told why it leads elsewhere.
  const isPage = location.pathname.split('/').filter(Boolean).length > 1;
  if (isPage) toast.info(appMessages.t(isStaff ? 'forAdmins' : 'forStaff', { name: summary.name }));
  const to = isStaff ? '/$workspace' : '/$workspace/dashboard';
  throw redirect({ to, params: { workspace: summary.id }, replace: true });
}

/**
 * Asks for the person's own hours first, of which no address tells the scope: the timer stands on every page, and time is entered from
 * each. Without the code for it they come as the rest does.
 */
async function needOwnHours(records: Workspace, userId: string): Promise<void> {
  const { ownHoursId } = await import('@kontor/client/nouns/ownHoursId');
  records.need([await ownHoursId(records.id, userId)]);
}

/** Returns the page of a workspace, by its path there. */
const pageIn = (pathname: string) => pathname.split('/').filter(Boolean).slice(1).join('/').toLowerCase();

const billingPage = 'settings/billing-and-payment';

/** Pages that stay open to everybody, each as far as their role reaches: the export, and what was signed. */
const openPage = /^(settings\/export|(dashboard\/)?signatures(\/[^/]+)?)$/;

/**
 * Decides about a workspace whose subscription ended: what was signed can be had, and admins can export. All other pages
 * lead to the billing for who can pay; for anybody else to the first page, which says whom to ask.
 */
function isShownClosed(summary: WorkspaceSummary, pathname: string): boolean {
  const { id, access, role, status, isOwner } = summary;
  if (access !== 'closed' || status === 'INACTIVE') return false;
  const page = pageIn(pathname);
  const userId = currentSession().user?.id ?? '';
  const pays = can({ userId, role, status, isOwner }, 'subscription.pay');
  if (openPage.test(page) && status === 'ACTIVE') return false;
  if (page === (pays ? billingPage : '')) return true;
  const to = pays ? '/$workspace/settings/billing-and-payment' : '/$workspace';
  throw redirect({ to, params: { workspace: id }, replace: true });
}
