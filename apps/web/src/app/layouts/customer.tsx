import '../../platform/theme/mantineFrame.css';
import { Text } from '@mantine/core';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { useReading } from '../../features/notification/useReading.ts';
import { useSignings } from '../../features/signing/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasRole } from '../../platform/workspace/actor.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { logoUrl } from '../../ui/logo.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { TabNav } from '../../ui/nav/tabNav.tsx';
import { Avatar } from '../../ui/person/avatar.tsx';
import { AccountMenu } from '../frame/accountMenu.tsx';
import { usePreload } from '../frame/preload.ts';
import { Trays } from '../frame/trays.tsx';
import { useWordsItem } from '../frame/wordsItem.tsx';
import { appMessages } from '../messages.ts';
import { useRoleChange } from '../roleChange.ts';
import { subjectsAt } from '../scopesAt.ts';
import css from './customer.module.css';
import { SkipLink } from './skipLink.tsx';
import { SyncedOutlet } from './syncedOutlet.tsx';

const route = getRouteApi('/signed-in/$workspace/dashboard');

/** Shows a guest in somebody's house: the firm's logo and name, two tabs, and a third one where there is something to sign. */
export function CustomerLayout() {
  const t = useMessages(appMessages);
  const { workspace: id } = route.useParams();
  const summary = useSession((session) => session.workspaces.list.find((workspace) => workspace.id === id));
  const worksHere = useHasRole('EMPLOYEE');
  const params = { workspace: id };
  const words = useWordsItem();
  useRoleChange();
  usePreload(worksHere ? undefined : route.id);
  const { records, userId } = useWorkspace();
  const customerId = useObservable(records.log)?.members.get(userId)?.customerId;
  // They have no bell: who is here has seen what was shared.
  useReading([...subjectsAt(useLocation()), ...(customerId ? [customerId] : [])]);
  const signings = useSignings();
  const waiting = signings.filter(({ isForMe }) => isForMe).length;
  const isAtSignatures = useLocation({
    select: ({ pathname }) => /\/dashboard\/signatures\b/.test(pathname),
  });
  return (
    <>
      <SkipLink />
      <header className={css.header}>
        <div className={css.head}>
          <Avatar name={summary?.name ?? ''} image={logoUrl(summary?.logo ?? '')} size={36} square />
          <p className={css.name}>{summary?.name}</p>
        </div>
        <AccountMenu more={words.item} />
      </header>
      <main id="main" className={css.main} tabIndex={-1}>
        {worksHere && (
          <Text size="sm" c="dimmed" mb="md">
            {t('customersView')}{' '}
            <TextLink to="/$workspace" params={params}>
              {t('backToWork')}
            </TextLink>
          </Text>
        )}
        <TabNav label={summary?.name ?? ''}>
          <Link to="/$workspace/dashboard/project" params={params} activeOptions={{ includeSearch: false }}>
            {t('projects')}
          </Link>
          <Link to="/$workspace/dashboard/customer" params={params} activeOptions={{ includeSearch: false }}>
            {t('documents')}
          </Link>
          {(signings.length > 0 || isAtSignatures) && (
            <Link
              to="/$workspace/dashboard/signatures"
              params={params}
              activeOptions={{ includeSearch: false }}
            >
              {waiting > 0 ? t('signaturesWaiting', { count: waiting }) : t('signatures')}
            </Link>
          )}
        </TabNav>
        <SyncedOutlet />
      </main>
      {words.dialog}
      <Trays />
    </>
  );
}
