import { Alert, Button, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconUserPlus } from '@tabler/icons-react';
import { LockedNotice } from '../../features/auth/recovery/lockedNotice.tsx';
import { invitationMessages } from '../../features/invitation/messages.ts';
import { SentInvitations } from '../../features/invitation/sentInvitations.tsx';
import { FormerTable } from '../../features/team/formerTable.tsx';
import { LeftNotice } from '../../features/team/leftNotice.tsx';
import { MemberMenu } from '../../features/team/memberMenu.tsx';
import { MemberTable } from '../../features/team/memberTable.tsx';
import { teamMessages } from '../../features/team/messages.ts';
import {
  nameOf,
  useFormer,
  useHints,
  useMatching,
  useMembers,
  useTeam,
  useUnconfirmed,
  withAddresses,
} from '../../features/team/queries.ts';
import { ReturnedNotice } from '../../features/team/returnedNotice.tsx';
import { useRemembered } from '../../platform/draft/drafts.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useObservable } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SearchField } from '../../ui/list/searchField.tsx';
import { SearchStatus } from '../../ui/list/searchStatus.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { settingsMessages } from './messages.ts';
import css from './settings.module.css';

/** Shows the people of the workspace, for its admins. */
export function SettingsUsers() {
  const t = useMessages(teamMessages);
  const s = useMessages(settingsMessages);
  const i = useMessages(invitationMessages);
  usePage(t('users'), [{ label: s('settings') }]);
  const { open } = usePanel();
  const [query, setQuery] = useRemembered('search of users', '');
  const former = useFormer();
  const invitations = useObservable(useTeam().invitations);
  const { hints, failed } = useHints();
  const members = withAddresses(useMembers(), hints);
  const unconfirmed = useUnconfirmed(hints);
  const nameById = (userId: string) => {
    const member = members.find((each) => each.userId === userId);
    return member ? nameOf(member) : userId;
  };
  const wanted = query.trim();
  const { isMatch, found } = useMatching(wanted);
  const rows = members.filter(isMatch);
  return (
    <>
      {unconfirmed.map(({ userId, email }) => (
        <Alert
          key={userId}
          color="red"
          variant="light"
          role="alert"
          mb="md"
          title={t('unconfirmed', { name: email || userId })}
        >
          {t('unconfirmedHint')}
        </Alert>
      ))}
      <LockedNotice nameOf={nameById} />
      <ReturnedNotice nameOf={nameById} />
      <LeftNotice hints={hints} />
      <Group justify="space-between" gap="sm" mb="md">
        <Group gap="lg" className={css.filters}>
          <SearchField
            label={t('search')}
            value={query}
            isStale={found.isStale}
            onChange={setQuery}
            onEnter={() => rows[0] && open('member', rows[0].userId)}
          />
          <Text c="dimmed" size="sm" className="figures">
            {t('count', { count: members.length })}
          </Text>
        </Group>
        <Button leftSection={<Icon of={IconUserPlus} />} onClick={() => open('invite')}>
          {i('invite')}
        </Button>
      </Group>
      <SearchStatus found={found} />
      {rows.length > 0 && (
        <MemberTable
          members={rows}
          hints={hints}
          onOpen={(userId) => open('member', userId)}
          menu={(member) => <MemberMenu member={member} onEdit={() => open('member', member.userId)} />}
        />
      )}
      {rows.length === 0 && found.isWhole && <EmptyState>{t('noneFound', { query: wanted })}</EmptyState>}
      <div className={css.invitations}>
        <SentInvitations invitations={invitations} />
      </div>
      <FormerTable former={former} onOpen={(userId) => open('member', userId)} />
      {failed && (
        <Text size="sm" c="dimmed" mt="sm" role="status">
          {t('hintsFailed')}
        </Text>
      )}
    </>
  );
}
