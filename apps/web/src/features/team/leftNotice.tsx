import type { Hints } from '@kontor/client/team/team';
import { Alert, Button } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useMessages } from '../../platform/text/messages.ts';
import { removeMember } from './actions.ts';
import { teamMessages } from './messages.ts';
import { nameOf, useMembers, useUnprovenLeavers } from './queries.ts';

/** Asks about those whose leaving no key signed that the member log knows: no device removes them by itself. */
export function LeftNotice({ hints }: { hints: Hints | undefined }) {
  const t = useMessages(teamMessages);
  const left = useUnprovenLeavers(hints);
  const members = useMembers().filter(({ userId }) => left.has(userId));
  return members.map((member) => (
    <Alert
      key={member.userId}
      color="orange"
      variant="light"
      role="alert"
      mb="md"
      title={t('leftUnproven', { name: nameOf(member) })}
    >
      {t('leftUnprovenHint')}
      <Button
        size="compact-xs"
        variant="default"
        mt={8}
        display="block"
        onClick={() => void removeMember(member)}
      >
        {t('remove')}
      </Button>
    </Alert>
  ));
}
