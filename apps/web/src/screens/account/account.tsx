import { Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accountMessages } from '../../features/account/messages.ts';
import { ComputerPart } from '../../features/computer/computerPart.tsx';
import { KitAgain } from '../../features/kit/kitAgain.tsx';
import { KitSteps } from '../../features/kit/kitSteps.tsx';
import { NotificationSettings } from '../../features/notification/settings.tsx';
import { desktop } from '../../platform/desktop/desktop.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useStepFocus } from '../../platform/useStepFocus.ts';
import { LegalLinks } from '../../ui/nav/legalLinks.tsx';
import { TabNav } from '../../ui/nav/tabNav.tsx';
import css from './account.module.css';
import { anotherServer } from './anotherServer.ts';
import { Personal } from './personal.tsx';
import { Security } from './security.tsx';

const route = getRouteApi('/signed-in/empty/account');

/** Shows the person's own account: what they say about themselves, and what keeps it safe. */
export function Account() {
  const t = useMessages(accountMessages);
  usePage(t('title'));
  const { tab } = route.useSearch();
  const [kit, setKit] = useState<'new' | 'again'>();
  useStepFocus(kit ?? 'account');
  const computer = desktop()?.computer;
  const close = () => setKit(undefined);

  // The words have the page to themselves.
  if (kit === 'new') return <KitSteps onDone={close} onLater={close} />;
  if (kit === 'again') return <KitAgain onDone={close} />;
  return (
    <>
      <Title order={1} mb="md">
        {t('title')}
      </Title>
      <TabNav label={t('title')}>
        <Link to="/account" activeOptions={{ exact: true, explicitUndefined: true }} search={{}} replace>
          {t('personal')}
        </Link>
        <Link to="/account" search={{ tab: 'security' }} replace>
          {t('security')}
        </Link>
        <Link to="/account" search={{ tab: 'notifications' }} replace>
          {t('notifications')}
        </Link>
        {computer && (
          <Link to="/account" search={{ tab: 'computer' }} replace>
            {t('computer')}
          </Link>
        )}
      </TabNav>
      {tab === 'security' && <Security onKit={setKit} />}
      {tab === 'notifications' && <NotificationSettings />}
      {tab === 'computer' && computer && (
        <ComputerPart computer={computer} onAnotherServer={() => void anotherServer()} />
      )}
      {tab === undefined && <Personal />}
      <footer className={css.footer}>
        <LegalLinks />
      </footer>
    </>
  );
}
