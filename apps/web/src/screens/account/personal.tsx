import type { Language } from '@kontor/contract/text/language';
import { Button, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { EmailChange } from '../../features/account/emailChange.tsx';
import { accountMessages } from '../../features/account/messages.ts';
import { PersonalForm } from '../../features/account/personalForm.tsx';
import { toastFailure } from '../../platform/failures/failures.ts';
import { setLanguage, useLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { Row } from '../../ui/list/row.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import css from './account.module.css';

/** Shows name, picture, e-mail address, language. */
export function Personal() {
  const t = useMessages(accountMessages);
  const language = useLanguage();
  const user = useSession((session) => session.user);
  const profile = useSession((session) => session.profile);
  const [changesEmail, setChangesEmail] = useState(false);

  const choose = (next: string) => {
    setLanguage(next);
    currentSession()
      .account.setLanguage(next as Language)
      .catch((failure: unknown) => toastFailure(failure, t('languageFailed')));
  };

  return (
    <>
      <section className={css.section} aria-label={t('personal')}>
        <Text c="dimmed" mb="lg">
          {t('nameHint')}
        </Text>
        {profile ? <PersonalForm profile={profile} /> : <SkeletonRows rows={3} />}
      </section>
      <section className={css.section}>
        <Row label={t('email')}>
          <Text>{user?.email}</Text>
          <Button variant="default" onClick={() => setChangesEmail(true)}>
            {t('changeEmail')}
          </Button>
        </Row>
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
      {changesEmail && <EmailChange onClose={() => setChangesEmail(false)} />}
    </>
  );
}
