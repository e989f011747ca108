import { Title } from '@mantine/core';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { useIsBilled } from '../../features/subscription/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasRole } from '../../platform/workspace/actor.ts';
import { TabNav } from '../../ui/nav/tabNav.tsx';
import { settingsMessages } from './messages.ts';

const route = getRouteApi('/signed-in/$workspace/settings');

/** Shows a workspace's settings: their head and their parts. */
export function Settings() {
  const t = useMessages(settingsMessages);
  const params = route.useParams();
  const isBilled = useIsBilled(params.workspace);
  const active = { includeSearch: false };
  // What was done to members and keys is for everybody who works here; the rest is for admins.
  if (!useHasRole('ADMIN'))
    return (
      <>
        <SyncNotices />
        <Title order={1} mb="md">
          {t('history')}
        </Title>
        <Outlet />
      </>
    );
  return (
    <>
      <SyncNotices />
      <Title order={1} mb="md">
        {t('settings')}
      </Title>
      <TabNav label={t('settings')}>
        <Link to="/$workspace/settings/overview" params={params} activeOptions={active}>
          {t('overview')}
        </Link>
        <Link to="/$workspace/settings/business-data" params={params} activeOptions={active}>
          {t('businessData')}
        </Link>
        <Link to="/$workspace/settings/users" params={params} activeOptions={active}>
          {t('users')}
        </Link>
        {isBilled && (
          <Link to="/$workspace/settings/billing-and-payment" params={params} activeOptions={active}>
            {t('billing')}
          </Link>
        )}
        <Link to="/$workspace/settings/links" params={params} activeOptions={active}>
          {t('links')}
        </Link>
        <Link to="/$workspace/settings/export" params={params} activeOptions={active}>
          {t('export')}
        </Link>
        <Link to="/$workspace/settings/history" params={params} activeOptions={active}>
          {t('history')}
        </Link>
      </TabNav>
      <Outlet />
    </>
  );
}
