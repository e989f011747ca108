import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Devices } from '../../features/account/devices.tsx';
import { accountMessages } from '../../features/account/messages.ts';
import { KitSteps } from '../../features/kit/kit-steps.tsx';
import { toastFailure } from '../../platform/failures/failures.ts';
import { type Language, setLanguage, useLanguage } from '../../platform/locale.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { currentSession, useSession } from '../../platform/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import css from './account.module.css';

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <Text c="dimmed">{label}</Text>
      <div>{children}</div>
    </div>
  );
}

/** The person's own account: language, recovery kit, devices. */
export function Account() {
  const t = useMessages(accountMessages);
  usePage(t('title'));
  const language = useLanguage();
  const user = useSession((session) => session.user);
  const [makesKit, setMakesKit] = useState(false);

  const choose = (next: string) => {
    setLanguage(next);
    currentSession()
      .setLanguage(next as Language)
      .catch((failure: unknown) => toastFailure(failure, t('languageFailed')));
  };

  const makeKit = async () => {
    const sure =
      !user?.hasKit ||
      (await confirm({ title: t('newKitTitle'), body: t('newKitBody'), action: t('newKit') }));
    if (sure) setMakesKit(true);
  };

  if (makesKit) return <KitSteps onDone={() => setMakesKit(false)} onLater={() => setMakesKit(false)} />;
  return (
    <>
      <Title order={1} mb="lg">
        {t('title')}
      </Title>
      <section className={css.section}>
        <Title order={2}>{t('personal')}</Title>
        <Row label={t('email')}>{user?.email}</Row>
        <Row label={t('language')}>
          <SegmentedControl
            aria-label={t('language')}
            value={language}
            onChange={choose}
            data={[
              { value: 'en', label: 'English' },
              { value: 'de', label: 'Deutsch' },
            ]}
          />
        </Row>
      </section>
      <section className={css.section}>
        <Title order={2}>{t('security')}</Title>
        <Row label={t('kit')}>
          <Group gap="sm">
            <Text>{t(user?.hasKit ? 'kitMade' : 'kitMissing')}</Text>
            <Button variant="default" onClick={() => void makeKit()}>
              {t(user?.hasKit ? 'newKit' : 'makeKit')}
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
    </>
  );
}
