import { Text, Title } from '@mantine/core';
import { useMessages } from '../../platform/messages.ts';
import { Wordmark } from '../layouts/wordmark.tsx';
import { appMessages } from '../messages.ts';
import css from './error.module.css';

/** Shown instead of the app where the browser withholds WebCrypto: plain http from another machine. */
export function Insecure() {
  const t = useMessages(appMessages);
  return (
    <main className={css.root}>
      <Wordmark />
      <Title order={1}>{t('insecureTitle')}</Title>
      <Text>{t('insecureBody')}</Text>
      <Text>{t('insecureHow')}</Text>
    </main>
  );
}
