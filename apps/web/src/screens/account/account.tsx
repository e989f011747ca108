import { Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { accountMessages } from '../../features/account/messages.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { TabNav } from '../../ui/tab-nav.tsx';
import { Personal } from './personal.tsx';
import { Security } from './security.tsx';

const route = getRouteApi('/signed-in/empty/account');

/** The person's own account: what they say about themselves, and what keeps it safe. */
export function Account() {
  const t = useMessages(accountMessages);
  usePage(t('title'));
  const { tab } = route.useSearch();
  return (
    <>
      <Title order={1} mb="md">
        {t('title')}
      </Title>
      <TabNav label={t('title')}>
        <Link to="/account" activeOptions={{ exact: true, explicitUndefined: true }} search={{}}>
          {t('personal')}
        </Link>
        <Link to="/account" search={{ tab: 'security' }}>
          {t('security')}
        </Link>
      </TabNav>
      {tab === 'security' ? <Security /> : <Personal />}
    </>
  );
}
