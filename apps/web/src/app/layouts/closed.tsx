import { can } from '@kontor/contract/capability';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../platform/workspace/session.ts';
import { Billing } from '../../screens/settings/billing.tsx';
import { Expired } from '../../screens/workspaces/expired.tsx';
import { PlainLayout } from './plain.tsx';
import { Wordmark } from './wordmark.tsx';

const route = getRouteApi('/signed-in/$workspace');

/** Shows a workspace whose subscription ended: the billing for those who can pay, for everybody else whom to ask. */
export function ClosedLayout() {
  const { workspace } = route.useParams();
  const summary = useSession(({ workspaces }) => workspaces.list.find(({ id }) => id === workspace));
  const userId = useSession(({ user }) => user?.id ?? '');
  if (!summary) return null;
  const { role, status, isOwner, name } = summary;
  const mayPay = can({ userId, role, status, isOwner }, 'subscription.pay');
  return (
    <PlainLayout start={<Wordmark />}>
      {mayPay ? (
        <Billing workspace={workspace} name={name} />
      ) : (
        <Expired workspace={workspace} summary={summary} />
      )}
    </PlainLayout>
  );
}
