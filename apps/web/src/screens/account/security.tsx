import { Button, Group, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Devices, sessionsKey } from '../../features/account/devices.tsx';
import { accountMessages } from '../../features/account/messages.ts';
import { PasswordChange } from '../../features/auth/password-change.tsx';
import { KitAgain } from '../../features/kit/kit-again.tsx';
import { KitSteps } from '../../features/kit/kit-steps.tsx';
import { useMessages } from '../../platform/messages.ts';
import { useSession } from '../../platform/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import css from './account.module.css';
import { Row } from './row.tsx';

/** Password, recovery kit, devices. */
export function Security() {
  const t = useMessages(accountMessages);
  const queries = useQueryClient();
  const hasKit = useSession((session) => session.user?.hasKit ?? false);
  const [open, setOpen] = useState<'password' | 'newKit' | 'kitAgain'>();
  const close = () => setOpen(undefined);

  const newKit = async () => {
    const sure =
      !hasKit || (await confirm({ title: t('newKitTitle'), body: t('newKitBody'), action: t('newKit') }));
    if (sure) setOpen('newKit');
  };

  if (open === 'newKit') return <KitSteps onDone={close} onLater={close} />;
  if (open === 'kitAgain') return <KitAgain onDone={close} />;
  return (
    <>
      <section className={css.section} aria-label={t('security')}>
        <Row label={t('password')}>
          <Text>{t('passwordHint')}</Text>
          <Button variant="default" onClick={() => setOpen('password')}>
            {t('changePassword')}
          </Button>
        </Row>
        <Row label={t('kit')}>
          <Text>{t(hasKit ? 'kitMade' : 'kitMissing')}</Text>
          <Group gap="sm">
            {hasKit && (
              <Button variant="default" onClick={() => setOpen('kitAgain')}>
                {t('showKit')}
              </Button>
            )}
            <Button variant={hasKit ? 'subtle' : 'default'} onClick={() => void newKit()}>
              {t(hasKit ? 'newKit' : 'makeKit')}
            </Button>
          </Group>
        </Row>
      </section>
      <section className={css.section}>
        <Title order={2} mb="sm">
          {t('devices')}
        </Title>
        <Devices />
      </section>
      {open === 'password' && (
        <PasswordChange
          onClose={(changed) => {
            close();
            if (changed) void queries.invalidateQueries({ queryKey: sessionsKey });
          }}
        />
      )}
    </>
  );
}
