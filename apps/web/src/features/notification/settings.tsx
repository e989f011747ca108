import { type MailRhythm, mailRhythms, notificationEvents } from '@kontor/contract/server/notification';
import { Button, Checkbox, Group, NativeSelect, Text, Title } from '@mantine/core';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { Row } from '../../ui/list/row.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { PushSwitch } from './pushSwitch.tsx';
import { QuietTimes } from './quietTimes.tsx';
import { useChangeSetting, useSetting } from './setting.ts';
import { settingMessages } from './settingMessages.ts';
import css from './settings.module.css';

/** The events that customers' people are told of. */
const customerEvents = ['NEW_DOCUMENT_ON_CUSTOMER', 'ASKED_TO_SIGN', 'SIGNING_ANSWERED'] as const;

/** The hours that are offered to whoever has none. */
const firstQuiet = { quietFrom: 20 * 60, quietTo: 7 * 60 };

/** Asks how the person wants to be told outside the app; each choice is stored as it is made. */
export function NotificationSettings() {
  const t = useMessages(settingMessages);
  const { setting, isError, refetch } = useSetting();
  const change = useChangeSetting((error) => toastFailure(error, t('failed')));
  const isCustomer = useSession(
    ({ workspaces: { list } }) => list.length > 0 && list.every(({ role }) => role === 'CUSTOMER'),
  );
  if (isError && !setting) return <LoadFailed text={t('loadFailed')} onRetry={refetch} />;
  if (!setting) return <SkeletonRows rows={6} />;
  const { mail, sound, quietFrom, quietTo } = setting;
  const events = isCustomer ? customerEvents : notificationEvents;
  const isQuiet = quietFrom !== null && quietTo !== null;
  const setQuiet = (hours: Pick<typeof setting, 'quietFrom' | 'quietTo'>) => {
    keepFocus();
    change(hours);
  };
  return (
    <>
      <section className={css.section} aria-labelledby="mails">
        <Title order={2} id="mails">
          {t('mails')}
        </Title>
        <Text c="dimmed">{t('mailsHint')}</Text>
        {events.map((event) => (
          <NativeSelect
            key={event}
            className={css.choice!}
            size="xs"
            label={t(isCustomer && event === 'NEW_DOCUMENT_ON_CUSTOMER' ? 'fileShared' : event)}
            value={mail[event] ?? 'AT_ONCE'}
            data={mailRhythms.map((value) => ({ value, label: t(value) }))}
            onChange={({ target }) => change({ mail: { [event]: target.value as MailRhythm } })}
          />
        ))}
      </section>
      {!isCustomer && (
        <>
          <section className={css.section} aria-labelledby="here">
            <Title order={2} id="here">
              {t('here')}
            </Title>
            <PushSwitch />
          </section>
          <section className={css.section} aria-labelledby="everywhere">
            <Title order={2} id="everywhere">
              {t('everywhere')}
            </Title>
            <Checkbox
              label={t('sound')}
              checked={sound}
              onChange={({ target }) => change({ sound: target.checked })}
            />
            <Row label={t('quiet')}>
              <Text>{t('quietHint')}</Text>
              {isQuiet ? (
                <Group align="start" gap="xs">
                  <QuietTimes quietFrom={quietFrom} quietTo={quietTo} onChange={change} />
                  <Button
                    size="xs"
                    variant="default"
                    className={css.off!}
                    onClick={() => setQuiet({ quietFrom: null, quietTo: null })}
                  >
                    {t('off')}
                  </Button>
                </Group>
              ) : (
                <Button variant="default" onClick={() => setQuiet(firstQuiet)}>
                  {t('quietOn')}
                </Button>
              )}
            </Row>
            <Text c="dimmed">{t('bell')}</Text>
          </section>
        </>
      )}
    </>
  );
}
