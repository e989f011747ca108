import { getRouteApi } from '@tanstack/react-router';
import { useCanIn } from '../../platform/workspace/actor.ts';
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
  const mayPay = useCanIn(workspace, 'subscription.pay');
  if (!summary) return null;
  return (
    <PlainLayout start={<Wordmark />}>
      {mayPay ? (
        <Billing workspace={workspace} name={summary.name} />
      ) : (
        <Expired workspace={workspace} summary={summary} />
      )}
    </PlainLayout>
  );
}
