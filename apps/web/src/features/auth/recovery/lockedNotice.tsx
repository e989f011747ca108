import { Alert, Button, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { useLocked } from './locked.ts';
import { recoveryMessages } from './messages.ts';
import { UnlockMember } from './unlockMember.tsx';

/** Tells admins who waits to be unlocked. `nameOf` names them as the list of people does. */
export function LockedNotice({ nameOf }: { nameOf: (userId: string) => string }) {
  const t = useMessages(recoveryMessages);
  const locked = useLocked();
  const [unlocking, setUnlocking] = useState<string>();
  const member = locked.find(({ userId }) => userId === unlocking);
  return (
    <>
      {locked.map(({ userId }) => (
        <Alert key={userId} color="orange" mb="md" title={t('waits', { name: nameOf(userId) })}>
          <Group justify="space-between" gap="sm">
            <Text size="sm">{t('waitsHint')}</Text>
            <Button size="xs" onClick={() => setUnlocking(userId)}>
              {t('unlockMember')}
            </Button>
          </Group>
        </Alert>
      ))}
      {member && (
        <UnlockMember
          userId={member.userId}
          name={nameOf(member.userId)}
          cert={member.publicKey}
          close={() => setUnlocking(undefined)}
        />
      )}
    </>
  );
}
