import { Alert, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useMessages } from '../../../platform/text/messages.ts';
import { useSession } from '../../../platform/workspace/session.ts';
import { TextLink } from '../../../ui/nav/link.tsx';
import { recoveryMessages } from './messages.ts';

/** Offers, on a device whose account was reset elsewhere, the one thing that it can do. */
export function FormerNotice() {
  const t = useMessages(recoveryMessages);
  const former = useSession((session) => session.former);
  if (!former) return null;
  return (
    <Alert color="orange">
      <Text size="sm">{t('formerNotice', { email: former.email })}</Text>
      <Text size="sm" my="xs">
        {t('formerNoticeOther')}
      </Text>
      <TextLink to="/recovery/device">{t('formerLink')}</TextLink>
    </Alert>
  );
}
