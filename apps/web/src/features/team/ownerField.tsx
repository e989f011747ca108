import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { makeOwner } from './actions.ts';
import { teamMessages } from './messages.ts';
import { nameOf, useMembers } from './queries.ts';

/** Shows who owns the workspace; the owner chooses here who takes it over: any other active admin. */
export function OwnerField() {
  const t = useMessages(teamMessages);
  const { userId } = useWorkspace();
  const mayPassOn = useCan('log.owner');
  const members = useMembers();
  const [chosen, setChosen] = useState<string | null>(null);
  const owner = members.find(({ isOwner }) => isOwner);
  const heirs = members.filter(
    (member) => member.role === 'ADMIN' && member.status === 'ACTIVE' && member.userId !== userId,
  );
  const heir = heirs.find((member) => member.userId === chosen);
  return (
    <>
      <Text>{owner && nameOf(owner)}</Text>
      {mayPassOn && heirs.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noHeir')}
        </Text>
      )}
      {mayPassOn && heirs.length > 0 && (
        <Group align="flex-end" gap="sm">
          <Select
            label={t('passOnTo')}
            placeholder={t('chooseHeir')}
            data={heirs.map((member) => ({ value: member.userId, label: nameOf(member) }))}
            value={chosen}
            onChange={setChosen}
          />
          <Button variant="default" disabled={!heir} onClick={() => heir && void makeOwner(heir)}>
            {t('passOn')}
          </Button>
        </Group>
      )}
    </>
  );
}
