import { Button, Group, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { retryParts } from '../../ui/lazyPart.tsx';
import { appMessages } from '../messages.ts';
import { PlainPage } from './plainPage.tsx';

/**
 * Shows that something broke while the page was made. The reference finds the error in this browser's
 * console.
 */
export function Failure({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useMessages(appMessages);
  const router = useRouter();
  usePage(t('failure'));
  const [reference] = useState(() => Math.random().toString(36).slice(2, 10).toUpperCase());
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the console is the only place that does not leave this machine
    console.error(`${reference}:`, error);
  }, [reference, error]);
  const retry = async () => {
    retryParts();
    await router.invalidate();
    reset();
  };
  return (
    <PlainPage>
      <Text c="dimmed" className="figures">
        500
      </Text>
      <Title order={1}>{t('failure')}</Title>
      <Text>{t('failureBody')}</Text>
      <Text c="dimmed" className="figures">
        {t('failureReference', { reference })}
      </Text>
      <Group>
        <Button variant="default" onClick={() => void retry()}>
          {t('failureRetry')}
        </Button>
        {/* A link that loads the app anew: what is broken may be the router itself. */}
        <Button variant="default" component="a" href="/">
          {t('notFoundHome')}
        </Button>
      </Group>
    </PlainPage>
  );
}
