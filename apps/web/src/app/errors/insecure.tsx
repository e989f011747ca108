import { Text, Title } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { appMessages } from '../messages.ts';
import { PlainPage } from './plainPage.tsx';

/** Stands in for the app where the browser withholds WebCrypto: plain http from another machine. */
export function Insecure() {
  const t = useMessages(appMessages);
  return (
    <PlainPage>
      <Title order={1}>{t('insecureTitle')}</Title>
      <Text>{t('insecureBody')}</Text>
      <Text>{t('insecureHow')}</Text>
    </PlainPage>
  );
}
