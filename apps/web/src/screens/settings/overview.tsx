import { Progress, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AgreementRow } from '../../features/agreement/agreementRow.tsx';
import { nameOf, useMembers } from '../../features/team/queries.ts';
import { standingText } from '../../features/workspace/standing.ts';
import { usePage } from '../../platform/page.tsx';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { Row } from '../../ui/list/row.tsx';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { settingsMessages } from './messages.ts';

const route = getRouteApi('/signed-in/$workspace/settings/overview');

/** Shows what the workspace uses: people, storage, and how its subscription stands. */
export function SettingsOverview() {
  const t = useMessages(settingsMessages);
  const { workspace } = route.useParams();
  usePage(t('overview'), [{ label: t('settings') }]);
  const members = useMembers();
  const summary = useSession((session) => session.workspaces.list.find(({ id }) => id === workspace));
  // What is used changes without the page's doing; without an answer the last one stands.
  useEffect(
    () =>
      void currentSession()
        .workspaces.reload()
        .catch(() => undefined),
    [],
  );
  if (!summary) return null;
  const { storageUsed, storageLimit, subscription } = summary;
  const count = (role: string) => members.filter((member) => member.role === role).length;
  const inactive = members.filter(({ status }) => status === 'INACTIVE').length;
  const owner = members.find(({ isOwner }) => isOwner);
  const people = [
    t('admins', { count: count('ADMIN') }),
    t('employees', { count: count('EMPLOYEE') }),
    t('customers', { count: count('CUSTOMER') }),
    ...(inactive > 0 ? [t('inactive', { count: inactive })] : []),
  ];
  // Whole: a share of some bytes has a number that assistive technology cannot read.
  const share = storageLimit ? Math.min(100, Math.round((storageUsed / storageLimit) * 100)) : 0;
  const figures = { used: formatBytes(storageUsed), limit: formatBytes(storageLimit ?? 0) };
  const used = storageLimit === null ? t('storageUsed', figures) : t('storageOf', figures);
  const standing = standingText(subscription, Date.now());
  return (
    <>
      <Row label={t('people')}>
        <Text>{people.join(' · ')}</Text>
        <ButtonLink variant="default" to="/$workspace/settings/users" params={{ workspace }}>
          {t('toUsers')}
        </ButtonLink>
      </Row>
      <Row label={t('owner')}>
        <Text>{owner && nameOf(owner)}</Text>
      </Row>
      <Row label={t('storage')}>
        <Text className="figures">{used}</Text>
        {storageLimit !== null && (
          <Progress
            value={share}
            color={share > 90 ? 'red' : 'petrol'}
            size={6}
            w={240}
            maw="100%"
            aria-label={used}
          />
        )}
      </Row>
      {standing && (
        <Row label={t('plan')}>
          <Text>{standing}</Text>
          <ButtonLink variant="default" to="/$workspace/settings/billing-and-payment" params={{ workspace }}>
            {t('billing')}
          </ButtonLink>
        </Row>
      )}
      <AgreementRow workspace={workspace} askerName={owner ? nameOf(owner) : ''} />
    </>
  );
}
