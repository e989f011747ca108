import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { DeleteAccount } from '../../features/account/deleteAccount.tsx';
import { Devices, sessionsKey } from '../../features/account/devices.tsx';
import { accountMessages } from '../../features/account/messages.ts';
import { PasswordChange } from '../../features/auth/passwordChange.tsx';
import { mayWipe } from '../../features/document/native/mayWipe.ts';
import { LeavableRows } from '../../features/workspace/leavableRows.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { calls } from '../../platform/workspace/calls.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { Row } from '../../ui/list/row.tsx';
import { confirm } from '../../ui/overlay/confirm.tsx';
import css from './account.module.css';

/** Shows password, recovery kit, devices and the ways out. `onKit` opens the kit: a new one, or the one in force. */
export function Security({ onKit }: { onKit: (kit: 'new' | 'again') => void }) {
  const t = useMessages(accountMessages);
  const hasKit = useSession((session) => session.user?.hasKit ?? false);
  const keepsKit = useSession((session) => session.user?.keepsKit ?? false);
  const former = useSession((session) => session.user?.former);
  const isLocked = useSession((session) => session.workspaces.list.some(({ status }) => status === 'LOCKED'));
  // A new kit takes the place of the one that may still be needed.
  const isNeeded = isLocked && former?.hasKit === true;
  const kitState = () => {
    if (isNeeded) return 'kitLocked';
    if (former?.hasVoidKit) return 'kitVoid';
    if (!hasKit) return 'kitMissing';
    return keepsKit ? 'kitMade' : 'kitOnPaper';
  };
  const [changesPassword, setChangesPassword] = useState(false);

  const newKit = async () => {
    const sure =
      !hasKit || (await confirm({ title: t('newKitTitle'), body: t('newKitBody'), action: t('newKit') }));
    if (sure) onKit('new');
  };

  return (
    <>
      <section className={css.section} aria-label={t('security')}>
        <Row label={t('password')}>
          <Text>{t('passwordHint')}</Text>
          <Button variant="default" onClick={() => setChangesPassword(true)}>
            {t('changePassword')}
          </Button>
        </Row>
        <Row label={t('kit')}>
          <Text>{t(kitState())}</Text>
          <Group gap="sm">
            {keepsKit && (
              <Button variant="default" onClick={() => onKit('again')}>
                {t('showKit')}
              </Button>
            )}
            {!isNeeded && (
              <Button variant="default" onClick={() => void newKit()}>
                {t(hasKit ? 'newKit' : 'makeKit')}
              </Button>
            )}
          </Group>
        </Row>
      </section>
      <section className={css.section}>
        <Title order={2} mb="sm">
          {t('devices')}
        </Title>
        <Devices />
      </section>
      <section className={css.section} aria-label={t('ends')}>
        <Title order={2} mb="sm">
          {t('ends')}
        </Title>
        <LeavableRows />
        <Row label={t('title')}>
          <DeleteAccount mayLeave={() => mayWipe({ title: t('deleteTitle'), action: t('deleteAccount') })} />
        </Row>
      </section>
      {changesPassword && (
        <PasswordChange
          onClose={(changed) => {
            setChangesPassword(false);
            if (changed) void calls.invalidateQueries({ queryKey: sessionsKey });
          }}
        />
      )}
    </>
  );
}
